"""A JSON body laid out as a page: members as definitions, lists of objects as tables, what is nested under headings.

So it is read by what reads pages. What is beyond some thousand values or some levels is left out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

import turbohtml

_LEVELS: Final = 8
_NAMES: Final = ("name", "title", "headline")
_ROWS: Final = 1_000
_COLUMNS: Final = 60
_MEMBERS: Final = 500
_LONGEST: Final = 4_000_000


def json_page(text: str) -> turbohtml.Document:
    """Return the tree of the JSON *text*; an empty one when it is none."""
    try:
        value = json.loads(text[:_LONGEST])
    except (ValueError, RecursionError):
        value = None
    name = escape(_name(value))
    heading = f"<h1>{name}</h1>" if name else ""
    body = f"<main>{heading}{''.join(_part(value, 1))}</main>"
    return turbohtml.parse(f"<html><head><title>{name}</title></head><body>{body}</body></html>", positions=False)


def _name(value: Any) -> str:
    """Return the name of the only thing in a body, empty when there are several or none."""
    while isinstance(value, dict):
        if shown := next((value[name] for name in _NAMES if isinstance(value.get(name), str)), ""):
            return str(shown)
        inner = [inside for inside in value.values() if isinstance(inside, dict)]
        value = inner[0] if len(inner) == 1 else None
    return ""


def _part(value: Any, level: int) -> Iterator[str]:
    match value:
        case dict():
            yield from _object(value, level)
        case list() if value and all(isinstance(entry, dict) for entry in value[:_ROWS]):
            yield _table(value[:_ROWS])
        case list():
            entries = [_cell_text(entry) for entry in value[:_ROWS] if _is_shown(entry)]
            yield f"<ul>{''.join(f'<li>{escape(entry)}</li>' for entry in entries)}</ul>" if entries else ""
        case None:
            return
        case _:
            yield f"<p>{escape(_cell_text(value))}</p>"


def _object(value: Mapping[str, Any], level: int) -> Iterator[str]:
    members = list(value.items())[:_MEMBERS]
    shown = [(name, _cell_text(inside)) for name, inside in members if _is_shown(inside)]
    if shown:
        yield f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(text)}</dd>' for name, text in shown)}</dl>"
    for name, inside in members:
        if isinstance(inside, dict | list) and inside and level < _LEVELS:
            heading = f"h{min(level + 1, 6)}"
            yield f"<section><{heading}>{escape(name)}</{heading}>{''.join(_part(inside, level + 1))}</section>"


def _table(entries: Sequence[Mapping[str, Any]]) -> str:
    names = list(dict.fromkeys(name for entry in entries for name, inside in entry.items() if _is_shown(inside)))
    names = names[:_COLUMNS]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = ("".join(f"<td>{escape(_cell_text(entry.get(name)))}</td>" for name in names) for entry in entries)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>" if names else ""


def _is_shown(value: Any) -> bool:
    return isinstance(value, str | bool | int | float)


def _cell_text(value: Any) -> str:
    """Return a value as JSON writes it, a text as it is, nothing for what is no single value."""
    if isinstance(value, str):
        return value
    return json.dumps(value) if _is_shown(value) else ""
