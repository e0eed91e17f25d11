"""The parts of searches that the versions share."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core.searches import Freshness, Hit, Result
from gossamer.core.specs import ScrapeSpec
from gossamer.core.threats import ThreatOverride
from gossamer.core.urls import host_of, web_url
from gossamer.wire.documents import Locate, document_json
from gossamer.wire.shapes import Whole, at_most, broken_rule, by_rule
from gossamer.wire.timeouts import MAX_TIMEOUT_MS

# A stored copy of a result may be this old when the caller says nothing of it.
_THREE_DAYS: Final = timedelta(days=3)
_UNITS: Final = {
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "m": timedelta(days=30),
    "y": timedelta(days=365),
}
_WITHIN: Final = re.compile(r"qdr:([hdwmy])(\d{1,4})?")
_FORMATS: Final = frozenset(
    {
        *("markdown", "html", "rawHtml", "links", "images", "summary", "product", "menu", "json", "extract"),
        *("question", "highlights", "query", "screenshot", "fields"),
    }
)


def _text(value: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in value).strip()
    if not text:
        raise broken_rule("The query is empty.")
    return text


def _host(value: str) -> str:
    url = web_url(f"http://{value.strip()}/")
    host = host_of(url)
    if url != f"http://{host}/":
        raise broken_rule(f"`{value[:100]}` is not a host name. Domains are written without scheme, port and path.")
    return host


SearchQueryText = Annotated[
    str,
    AfterValidator(_text),
    Field(
        max_length=2000,
        description='Words, and operators: `"…"`, `-`, `OR`, `site:`, `inurl:`, `intitle:`, `filetype:`.',
    ),
]
Domains = Annotated[
    list[Annotated[str, AfterValidator(by_rule(_host))]],
    BeforeValidator(at_most(100, "domains")),
    Field(description="Host names; each stands for what lies below it too."),
]
SearchTimeout = Annotated[
    Whole, Field(ge=1, le=MAX_TIMEOUT_MS, description="Time limit in milliseconds, including scraped results.")
]
Recency = Annotated[
    str,
    Field(
        max_length=200,
        description="When results were published: `qdr:h`, `d`, `w`, `m`, `y`; `cdr:1,cd_min:…,cd_max:…`; `sbd:1`.",
    ),
]
ShortText = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """The options of a source beside the query, as they were sent."""

    tbs: str | None = None
    filter: str | None = None
    lang: str | None = None
    country: str | None = None
    location: str | None = None

    def over(self, other: "SourceOptions") -> "SourceOptions":
        """Return these options, with those of *other* where one is not set."""
        both = zip(astuple(self), astuple(other), strict=True)
        return SourceOptions(*(its if mine is None else mine for mine, its in both))

    def wishes(self) -> dict[str, Any]:
        """Return the fields of core.searching.Wishes; the United States are meant where no place is named."""
        country = self.country or (None if self.location else "us")
        return {
            "freshness": freshness(self.tbs, datetime.now(UTC)),
            "country": None if country is None else country.lower(),
            "language": self.lang or "en",
            "location": self.location,
        }


def notices_of(options: Mapping[str, SourceOptions], *, async_scraping: bool = False) -> Iterator[str]:
    """Yield a sentence for each option that was sent and has no effect; *options* by source."""
    for option in dict.fromkeys(options.values()):
        if option.tbs is not None and not is_known(option.tbs):
            yield f"`tbs` {option.tbs[:50]!r} was not understood and left out."
        if option.filter is not None:
            yield "`filter` was accepted and does nothing."
    if async_scraping:
        yield "`asyncScraping` is done at once: the results are in this answer."


def is_known(tbs: str) -> bool:
    """Return whether something of *tbs* is understood."""
    return freshness(tbs, datetime.now(UTC)) != Freshness()


def freshness(tbs: str | None, now: datetime) -> Freshness:
    """Return the period and order that *tbs* asks for at the moment *now*; parts that cannot be read are ignored."""
    since = until = None
    by_date = False
    for part in (tbs or "").split(","):
        name, _, value = part.strip().partition(":")
        if name == "qdr" and (period := _WITHIN.fullmatch(part.strip())):
            since = now - _UNITS[period[1]] * int(period[2] or 1)
        elif name == "cd_min":
            since = _day(value) or since
        elif name == "cd_max" and (day := _day(value)):
            until = day + timedelta(days=1)
        elif name == "sbd":
            by_date = value == "1"
    return Freshness(since, until, by_date)


def _day(text: str) -> datetime | None:
    """Return the day that *text* names, as Americans write it or as ISO 8601 does."""
    for form in ("%m/%d/%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def scraped_how(spec: ScrapeSpec, *, age_given: bool, threats: ThreatOverride | None) -> ScrapeSpec | None:
    """Return the spec to scrape results, None when no format is asked for; an unwanted format is a broken rule.

    *age_given* says that the caller chose which stored copies will do. *threats* is what the search changes of threat
    protection, where its scrapes say nothing.
    """
    if not spec.formats:
        return None
    if unknown := sorted({entry.name for entry in spec.formats} - _FORMATS):
        raise broken_rule(f"Formats that results of a search cannot have: {', '.join(unknown)}.")
    spec = replace(spec, threat_protection=spec.threat_protection or threats)
    if age_given:
        return spec
    return replace(spec, cache=replace(spec.cache, max_age=_THREE_DAYS))


def hit_json(hit: Hit) -> dict[str, Any]:
    """Return a result of the web as clients read it; without title it is called by its address."""
    return {"url": hit.url, "title": hit.title or hit.url, "description": hit.description}


def result_json(fields: dict[str, Any], result: Result, locate: Locate) -> dict[str, Any]:
    """Return *fields* of a result, with the result of scraping its page."""
    if result.document is not None:
        # The page's own text is not called what the result is called by.
        return {**document_json(result.document, locate), **fields}
    if result.problem is not None:
        return {**fields, "metadata": {"sourceURL": result.hit.url, "statusCode": 500, "error": result.problem}}
    return fields
