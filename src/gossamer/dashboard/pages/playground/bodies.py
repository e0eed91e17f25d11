"""From what was typed to the body of a request: the very body that the API gets and the snippets show.

Only what differs from the API's own defaults is in it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gossamer.core import formats
from gossamer.core.uploads import UploadedFile
from gossamer.dashboard.forms import Form

# Formats that can be chosen, by their name in the form: the label, and what the API calls it.
_OFFERED: Final = [traits for traits in formats.FORMATS.values() if traits.shown]
FILE_FORMATS: Final[Mapping[str, tuple[str, Any]]] = {
    traits.types[0]: (traits.label, traits.types[0]) for traits in _OFFERED if not traits.only_of_pages
}
FORMATS: Final[Mapping[str, tuple[str, Any]]] = {
    **{traits.types[0]: (traits.label, traits.types[0]) for traits in _OFFERED},
    "screenshot": ("Screenshot", "screenshot"),
    "fullPage": ("Full-page screenshot", {"type": "screenshot", "fullPage": True}),
}
_MAP_LIMIT: Final = 5000
# No action has as many. Writing down as code what is nested deeply takes the square of what reading it took.
_LEVELS: Final = 8
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
SITEMAPS: Final[Mapping[str, str]] = {
    "include": "Sitemap and links",
    "only": "Sitemap alone",
    "skip": "Links alone",
}


class Mode(StrEnum):
    """The operations of the playground."""

    SCRAPE = "scrape"
    CRAWL = "crawl"
    MAP = "map"
    PARSE = "parse"
    EXPLAIN = "explain"


class Unfit(Exception):
    """The text in *field* cannot be used."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Playing:
    """The request of the form: *body* is its JSON; *file* comes beside it, None where none was chosen."""

    mode: Mode
    body: Mapping[str, Any]
    file: UploadedFile | None = None


def playing(mode: Mode, form: Form) -> Playing:
    """Return the request that *form* asks for; raises Unfit."""
    return Playing(mode, _BODIES[mode](form), _file(form))


def first_form(mode: Mode, url: str) -> Form:
    """Return the form as it is before anything was typed."""
    common = {"url": (url,), "format": ("markdown",), "main": ("on",)}
    match mode:
        case Mode.SCRAPE | Mode.PARSE:
            return Form(common)
        case Mode.EXPLAIN:
            return Form({"url": (url,)})
        case Mode.CRAWL:
            return Form({**common, "limit": ("10",), "sitemap": ("include",)})
        case Mode.MAP:
            return Form({"url": (url,), "limit": ("100",), "subdomains": ("on",), "sitemap": ("include",)})


def _scrape(form: Form) -> dict[str, Any]:
    body = {"url": _url(form), **_page_options(form)}
    if (timeout := _whole(form, "timeout", "Timeout")) is not None:
        body["timeout"] = timeout
    if actions := _actions(form):
        body["actions"] = actions
    return body


def _crawl(form: Form) -> dict[str, Any]:
    body: dict[str, Any] = {"url": _url(form)}
    if (limit := _whole(form, "limit", "Limit")) is not None:
        body["limit"] = limit
    if include := _lines(form, "include"):
        body["includePaths"] = include
    if exclude := _lines(form, "exclude"):
        body["excludePaths"] = exclude
    if (depth := _whole(form, "depth", "Depth")) is not None:
        body["maxDiscoveryDepth"] = depth
    return {**body, **_sitemap(form), "scrapeOptions": _page_options(form)}


def _map(form: Form) -> dict[str, Any]:
    body: dict[str, Any] = {"url": _url(form)}
    if search := form.one("search"):
        body["search"] = search
    limit = _whole(form, "limit", "Limit")
    if limit not in {None, _MAP_LIMIT}:
        body["limit"] = limit
    if "subdomains" not in form:
        body["includeSubdomains"] = False
    return {**body, **_sitemap(form)}


def _parse(form: Form) -> dict[str, Any]:
    body = _page_options(form)
    if (timeout := _whole(form, "timeout", "Timeout")) is not None:
        body["timeout"] = timeout
    return body


def _explain(form: Form) -> dict[str, Any]:
    body: dict[str, Any] = {"url": _url(form), "formats": ["rawHtml"]}
    if wait := _whole(form, "wait", "Wait"):
        body["waitFor"] = wait
    if (timeout := _whole(form, "timeout", "Timeout")) is not None:
        body["timeout"] = timeout
    return body


_BODIES: Final[Mapping[Mode, Callable[[Form], dict[str, Any]]]] = {
    Mode.SCRAPE: _scrape,
    Mode.CRAWL: _crawl,
    Mode.MAP: _map,
    Mode.PARSE: _parse,
    Mode.EXPLAIN: _explain,
}


def _file(form: Form) -> UploadedFile | None:
    file = form.file
    if file is None:
        return None

    async def read() -> bytes:
        await file.seek(0)
        return await file.read()

    return UploadedFile(file.filename or "", file.content_type or "", read, file.size or 0)


def _url(form: Form) -> str:
    url = form.one("url")
    if not url:
        raise Unfit("url", "Type the address of a page.")
    return url


def _page_options(form: Form) -> dict[str, Any]:
    options: dict[str, Any] = {"formats": _formats(form)}
    if "main" not in form:
        options["onlyMainContent"] = False
    if wait := _whole(form, "wait", "Wait"):
        options["waitFor"] = wait
    return options


def _formats(form: Form) -> list[Any]:
    chosen = [name for name in form.all("format") if name in FORMATS]
    if not chosen:
        raise Unfit("format", "Choose at least one format.")
    if {"screenshot", "fullPage"} <= set(chosen):
        # A scrape takes one picture, and the larger one shows what the smaller one does.
        chosen.remove("screenshot")
    data = form.one("data")
    named = {"json": {"type": "json", "prompt": data}} if data else {}
    return [named.get(name, FORMATS[name][1]) for name in chosen]


def _sitemap(form: Form) -> dict[str, Any]:
    chosen = form.one("sitemap")
    return {"sitemap": chosen} if chosen in SITEMAPS and chosen != "include" else {}


def _whole(form: Form, field: str, label: str) -> int | None:
    typed = form.one(field)
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 12):  # noqa: PLR2004 - digits of a number nobody means
        raise Unfit(field, f"{label} is a whole number.")
    return int(typed)


def _lines(form: Form, field: str) -> list[str]:
    return [line.strip() for line in form.exact(field).splitlines() if line.strip()]


def _actions(form: Form) -> list[Any]:
    typed = form.one("actions")
    if not typed:
        return []
    try:
        actions = json.loads(typed)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unfit("actions", f"Actions are no JSON{where}.") from error
    if not isinstance(actions, list):
        raise Unfit("actions", 'Actions are a list, as [{"type": "click", "selector": "#more"}].')
    if not _is_within(actions, _LEVELS):
        raise Unfit("actions", f"Actions are nested more than {_LEVELS} levels deep.")
    if _HALF_CHARACTER.search(json.dumps(actions, ensure_ascii=False)):
        raise Unfit("actions", "Actions hold half a character (an unpaired surrogate), which cannot be sent.")
    return actions


def _is_within(value: Any, levels: int) -> bool:
    """Return whether *value* has no more than so many levels of lists and objects."""
    match value:
        case dict():
            inside: Iterable[Any] = value.values()
        case list():
            inside = value
        case _:
            return True
    return levels > 0 and all(_is_within(part, levels - 1) for part in inside)
