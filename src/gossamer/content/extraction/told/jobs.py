# ruff: noqa: E501, RUF001 - words and dashes as pages have them
"""What a job post says in its head and its sentences: who hires, where, on what terms, for what pay and until when."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import headings, lines
from gossamer.content.extraction.told.lines import FIRM, PERSON, PLACE
from gossamer.content.extraction.vocabulary import Concept, named
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.naming import is_money
from gossamer.content.text.names import phrase, same_words
from gossamer.content.values import dates, prices
from gossamer.content.values.remote import remote

_HOURS: Final = r"full[- ]time|part[- ]time|vollzeit|teilzeit|temps plein|temps partiel|tiempo completo|media jornada"
_TERMS: Final = rf"{_HOURS}|permanent|temporary|fixed[- ]term|freelance|contract|internship|apprenticeship|working student|unbefristet|befristet|praktikum"
_TYPE: Final = re.compile(rf"(?:{_TERMS})(?:(?:, | ?/ ?| ?& ?| and | )(?:{_TERMS})){{0,2}}", re.IGNORECASE)
_TYPE_SAID: Final = (
    re.compile(
        rf"\b((?:{_TERMS})(?:,? (?:{_TERMS}))?),? (?:position|role|job|post|employment|contract)\b", re.IGNORECASE
    ),
    re.compile(rf"\((\b(?:{_TERMS})\b)(?:, [\w %]{{1,20}})?\)", re.IGNORECASE),
)
_LOCATED: Final = (
    re.compile(
        rf"\b(?:team|office|offices|based|located|position|role|job|warehouse|site|headquarters|studio|branch) in (?:the )?({PLACE})"
    ),
    re.compile(rf"\b(?:hiring|looking for|seeking|recruiting) [^.!?]{{3,100}} in (?:the )?({PLACE})"),
)
_HIRES: Final = (
    re.compile(
        rf"(?:\A|[.!?] )({FIRM}) (?:is|are) (?:currently |now )?(?:looking for|looking to hire|hiring|seeking|recruiting)\b"
    ),
    re.compile(rf"\b(?:We at|Join|Work at|Working at|Careers at) ({FIRM})(?=,? (?:we|you|are|is|as)\b|[,.!]|\Z)"),
)
_AT: Final = re.compile(rf"\s(?:at|bei|chez|@) ({FIRM})\Z")
_LEGAL: Final = re.compile(
    r"\b(?:Ltd|Limited|GmbH|Inc|LLC|AG|plc|PLC|Corp|B\.?V|S\.?A|SARL|SAS|Oy|AB|AS|ApS|KG|SE|Co|Group)\.?\Z"
)
_MONEY: Final = r"(?:[£€$]|(?:USD|EUR|GBP|CHF) ?)\s?\d[\d.,]{0,12}\s?[kK]?"
_AFTER: Final = r"\d[\d.,]{1,12}\s?(?:€|EUR|CHF|USD|GBP|kr|zł)"
_RANGE: Final = rf"(?:{_MONEY}|{_AFTER})(?:\s?(?:–|-|to|and|bis)\s?(?:{_MONEY}|{_AFTER}|\d[\d.,]{{1,12}}\s?[kK]?))?"
_PERIOD: Final = r"\s?(?:(?:gross )?(?:per|a|/|pro|an) ?(?:year|annum|month|hour|week|day|jahr|monat|stunde)\b|p\.?\s?a\b\.?|p\.?\s?h\b\.?|annually|yearly|monthly|hourly|brutto)"
_PAID: Final = (
    re.compile(
        rf"(?:\b(?:salary|wage|compensation|earn|gehalt|pay(?= ?:| is| range| of| from| between))\b[^.!?\d£€$]{{0,40}})({_RANGE}(?:{_PERIOD})?)",
        re.IGNORECASE,
    ),
    re.compile(rf"({_RANGE}{_PERIOD})", re.IGNORECASE),
)
_DAY: Final = r"([^.!?;|·]{0,12}\d[^.!?;|·]{3,30})"
_POSTED: Final = re.compile(rf"\b(?:posted|published|advertised|date posted|listed)(?: on|:)? {_DAY}", re.IGNORECASE)
_UNTIL: Final = re.compile(
    rf"\b(?:apply|applications?|deadline|closing|closes|bewerb\w{{1,12}}|(?:send|submit) (?:us )?your (?:cv|résumé|resume|documents))\b[^.!?\d]{{0,40}}?(?:by|before|until|till|on|is|:|bis)\s?(?:the )?{_DAY}",
    re.IGNORECASE,
)
_MODE: Final = re.compile(
    r"(hybrid|fully remote|remote(?:ly)?|on-?site|in[- ]office|home office)\b(?: \([^()]{1,40}\)| (?:work|working|role))?",
    re.IGNORECASE,
)
# Whom to turn to with questions.
_ASKED: Final = re.compile(
    rf"\b(?:[Aa]sk|[Cc]ontact|[Cc]all|[Rr]each out to|[Ss]peak to|[Tt]alk to|[Gg]et in touch with|[Cc]ontact person:?|[Yy]our contact(?: is|:)?) ({PERSON})"
)
_SHORT: Final = 60
_LABELS: Final = (
    named("employmentType").labels | named("salary").labels | {"employer", "closing date", "application deadline"}
)
_KNOWN: Final = 2
# A sentence that speaks of how this job is done.
_WORKS: Final = re.compile(
    r"\b(?:you (?:can|may|will) work|this (?:role|position|job)|the (?:role|position|job) is|work(?:ing)? from home|fully remote)\b",
    re.IGNORECASE,
)


def values(reading: Reading, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the job that it offers."""
    match concept.name if concept is not None and is_post(reading) else "":
        case "company":
            yield from _named(reading, "company")
            hires = (*lines.found(lines.read(reading), *_HIRES), *_of_title(reading))
            yield from lines.agreed(one for one in hires if lines.is_firm(one.text))
            yield from _hires(reading)
        case "address" | "city":
            yield from _named(reading, "location")
            yield from _places(reading)
            yield from lines.agreed(lines.found(lines.read(reading), *_LOCATED))
        case "employmentType":
            yield from lines.agreed(_terms(reading))
        case "currency":
            amounts = (money for one in _paid(reading) for money in prices.prices(one.text, country=reading.country))
            yield from lines.agreed(Candidate(one.currency, "line of the page", quote=one.printed) for one in amounts)
        case "salary":
            yield from lines.agreed(_paid(reading))
        case "remote":
            yield from lines.agreed(_remote(reading))
        case "datePublished":
            yield from lines.agreed(lines.found(lines.read(reading), _POSTED))
        case "validThrough":
            yield from lines.agreed(lines.found(lines.read(reading), _UNTIL))
        case "workMode" | "contactName" as asked:
            yield from lines.agreed(_modes(reading) if asked == "workMode" else _persons(reading))
        case _:
            return


def _modes(reading: Reading) -> Iterator[Candidate]:
    for parted in lines.parts(reading):
        for part in parted:
            if (match := _MODE.fullmatch(part)) is not None:
                yield Candidate(match.group(1), "line of the page", quote=part)


def _persons(reading: Reading) -> Iterator[Candidate]:
    """Yield whom one is told to ask."""
    return (one for one in lines.found(lines.read(reading), _ASKED) if lines.is_person(one.text))


def is_post(reading: Reading) -> bool:
    """Return whether the page offers a job: it has a post's headings, its terms at the top, or says who hires."""
    return reading.page.known(_Post).is_one


class _Post:
    """Whether a page is a job post, found out once."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        own = lines.read(reading)
        self.is_one = (
            any(phrase(line) in headings.OF_JOBS for line in own if len(line) <= _SHORT)
            or any(_TYPE.fullmatch(part) is not None for parted in lines.parts(reading) for part in parted)
            or (
                reading.mentions(("apply", "application", "position", "role"))
                and any(_HIRES[0].search(line) for line in own)
            )
            or any(phrase(fact.label) in _LABELS for fact in reading.visible.facts)
        )


def _named(reading: Reading, what: str) -> Iterator[Candidate]:
    """Yield what one element of the page is called *what* by its author."""
    named = (fact for fact in reading.visible.named if fact.label == what and len(fact.text) <= _SHORT)
    yield from lines.agreed(Candidate(fact.text, fact.place, quote=fact.quote) for fact in named)


def _of_title(reading: Reading) -> Iterator[Candidate]:
    """Yield the firm that the heading ends with: "Data Analyst at Northwind Foods"."""
    for heading in reading.headings[:1]:
        text = " ".join(heading.text.split())
        if (match := _AT.search(text)) is not None:
            yield Candidate(match.group(1), "h1", quote=text)


def _hires(reading: Reading) -> Iterator[Candidate]:
    """Yield the part of the head that is a firm: by its legal form, or because it stands first of those that are known."""
    head = lines.parts(reading)
    for before, parted in pairwise([[], *head]):
        firms = [part for part in parted if _LEGAL.search(part) is not None and len(part) <= _SHORT]
        if len(firms) == 1:
            yield Candidate(firms[0], "line of the page", quote=firms[0])
        if len(before) == 1 and sum(map(_is_known, parted)) >= _KNOWN and _is_firm(before[0]):
            yield Candidate(before[0], "line of the page", quote=before[0])
        first = parted[0] if parted else ""
        if sum(map(_is_known, parted[1:])) >= _KNOWN and _is_firm(first):
            yield Candidate(first, "line of the page", quote=first)


def _is_firm(part: str) -> bool:
    return re.fullmatch(FIRM, part) is not None and lines.is_firm(part) and not _is_known(part)


def _is_known(part: str) -> bool:
    return (
        _TYPE.fullmatch(part) is not None
        or remote(part) is not None
        or _MODE.fullmatch(part) is not None
        or is_money(part)
        or dates.only_date(part) is not None
        or _is_place(part)
    )


def _is_place(part: str) -> bool:
    return (
        ", " in part
        and re.fullmatch(PLACE, part) is not None
        and _LEGAL.search(part) is None
        and _TYPE.fullmatch(part) is None
    )


def _places(reading: Reading) -> Iterator[Candidate]:
    told = (part for parted in lines.parts(reading) for part in parted if _is_place(part))
    title = frozenset(same_words(plain(reading.heading.text))) if reading.heading is not None else frozenset()
    yield from lines.agreed(
        Candidate(part, "line of the page", quote=part) for part in told if title.isdisjoint(same_words(part))
    )


def _terms(reading: Reading) -> Iterator[Candidate]:
    head = [part for parted in lines.parts(reading) for part in parted if _TYPE.fullmatch(part) is not None]
    if head:
        yield from (Candidate(part, "line of the page", quote=part) for part in head)
    else:
        yield from lines.found(lines.read(reading), *_TYPE_SAID)


def _paid(reading: Reading) -> Iterator[Candidate]:
    for line in lines.read(reading):
        match = next((match for pattern in _PAID if (match := pattern.search(line)) is not None), None)
        if match is not None:
            # "Between £42,000 and £50,000" is a range.
            text = match.group(1).strip().replace(" and ", " – ")
            yield Candidate(text, "line of the page", quote=match.group().strip())


def _remote(reading: Reading) -> Iterator[Candidate]:
    """Yield "yes" or "no" as the page's head, or a sentence of it, has it."""
    head = [part for parted in lines.parts(reading) for part in parted if len(part) <= _SHORT]
    told = [line for line in lines.read(reading) if len(line) <= _SHORT or _WORKS.search(line) is not None]
    for text in (*head, *told):
        if (said := remote(text)) is not None:
            yield Candidate("yes" if said else "no", "line of the page", quote=text)
