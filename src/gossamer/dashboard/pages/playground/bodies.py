"""From what was typed to the body of a request: the very body that the API gets and the snippets show.

The forms stand in `forms.toml`. Only what differs from the API's own defaults is in a body.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import resources
from typing import Any, Final

import msgspec

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
# Digits of a number that nobody means.
_LONGEST_NUMBER: Final = 12
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")


class Mode(StrEnum):
    """The operations of the playground."""

    SCRAPE = "scrape"
    CRAWL = "crawl"
    MAP = "map"
    SEARCH = "search"
    EXTRACT = "extract"
    INTERACT = "interact"
    PARSE = "parse"
    EXPLAIN = "explain"


class Unfit(Exception):
    """The text in *field* cannot be used."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form, as `forms.toml` describes it."""

    label: str
    kind: str
    name: str = ""
    api: str = ""
    help: str = ""
    missing: str = ""
    unless: tuple[str, ...] = ()
    start: str = ""
    omit: Any = None
    on: Any = None
    off: Any = None
    wrap: bool = False
    subject: str = ""
    wrong: str = ""
    # No action has as many. Writing down as code what is nested deeply takes the square of what reading it took.
    levels: int = 8
    choices: tuple[tuple[str, str], ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModeForm:
    """The form of a mode: fields in *rows*, and *more* folded away; *waits* is what to do before there is code."""

    label: str
    icon: str
    rows: tuple[tuple[str, ...], ...]
    more: tuple[str, ...] = ()
    more_title: str = ""
    of_pages: frozenset[str] = frozenset()
    body: Mapping[str, Any] = field(default_factory=dict)
    waits: str = "Type an address"

    def names(self) -> Iterator[str]:
        """Yield the names of all fields."""
        for row in (*self.rows, self.more):
            yield from row


@dataclass(frozen=True, slots=True)
class _Table:
    fields: Mapping[str, FormField]
    modes: Mapping[Mode, ModeForm]


_TABLE: Final = msgspec.toml.decode((resources.files(__package__) / "forms.toml").read_bytes(), type=_Table)
MODES: Final = _TABLE.modes
FIELDS: Final = {key: replace(entry, name=entry.name or key) for key, entry in _TABLE.fields.items()}


@dataclass(frozen=True, slots=True)
class Playing:
    """The request of the form: *body* is its JSON; *file* comes beside it, None where none was chosen."""

    mode: Mode
    body: Mapping[str, Any]
    file: UploadedFile | None = None


def playing(mode: Mode, form: Form) -> Playing:
    """Return the request that *form* asks for; raises Unfit."""
    shape = MODES[mode]
    body: dict[str, Any] = dict(shape.body)
    for key in shape.names():
        entry = FIELDS[key]
        value = _value(entry, form) if entry.api else None
        if value is None and entry.missing and not any(form.one(other) for other in entry.unless):
            raise Unfit(entry.name, entry.missing)
        if value is not None and value != entry.omit:
            target = body.setdefault("scrapeOptions", {}) if key in shape.of_pages else body
            target[entry.api] = [value] if entry.wrap else value
    return Playing(mode, body, _file(form))


def first_form(mode: Mode, form: Form) -> Form:
    """Return the form before anything was typed; what stands as `@name` in the table is taken from *form*."""
    entries = [FIELDS[key] for key in MODES[mode].names()]
    starts = ((e.name, form.one(e.start[1:]) if e.start.startswith("@") else e.start) for e in entries)
    return Form({"url": (form.one("url"),), **{name: (start,) for name, start in starts if start}})


def _value(entry: FormField, form: Form) -> Any:
    """Return what the body has of a field, None for nothing."""
    typed = form.one(entry.name)
    match entry.kind:
        case "formats":
            return _formats(form)
        case "check":
            return entry.on if entry.name in form else entry.off
        case "lines":
            return [line.strip() for line in form.exact(entry.name).splitlines() if line.strip()] or None
    return _read_typed(entry, typed) if typed else None


def _read_typed(entry: FormField, typed: str) -> Any:
    match entry.kind:
        case "number":
            if not (typed.isascii() and typed.isdecimal() and len(typed) <= _LONGEST_NUMBER):
                raise Unfit(entry.name, f"{entry.label} is a whole number.")
            return int(typed)
        case "json":
            return _parse_json(entry, typed)
    return typed if not entry.choices or typed in dict(entry.choices) else None


def _file(form: Form) -> UploadedFile | None:
    file = form.file
    if file is None:
        return None

    async def read() -> bytes:
        await file.seek(0)
        return await file.read()

    return UploadedFile(file.filename or "", file.content_type or "", read, file.size or 0)


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


def _parse_json(entry: FormField, typed: str) -> Any:
    try:
        value = json.loads(typed)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unfit(entry.name, f"{entry.subject} no JSON{where}.") from error
    if entry.wrong and not isinstance(value, list):
        raise Unfit(entry.name, entry.wrong)
    if not _is_within(value, entry.levels):
        raise Unfit(entry.name, f"{entry.subject} nested more than {entry.levels} levels deep.")
    if _HALF_CHARACTER.search(json.dumps(value, ensure_ascii=False)):
        raise Unfit(entry.name, f"{entry.subject} not to be sent: half a character (an unpaired surrogate) is in it.")
    return value


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
