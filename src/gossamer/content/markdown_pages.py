"""Pages that a site sends as Markdown, as HTML.

What reads pages reads them too. Components of documentation sites (`<Note>`, `<Card>`) stand on lines of their own
and may be indented; Markdown would take what is inside for markup or for code.
"""

import re
from collections.abc import Mapping
from datetime import date
from html import escape
from textwrap import dedent
from typing import Any, Final

import yaml
from pyromark import Options, html

_OPTIONS: Final = (
    Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH | Options.ENABLE_FOOTNOTES | Options.ENABLE_TASKLISTS
)
_FRONT_MATTER: Final = re.compile(
    r"\A\ufeff?---[ \t]*\r?\n(.{0,65536}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL
)
_COMPONENT: Final = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t]*(?P=fence)[`~]*[ \t]*$|\Z)|^[ \t]*(?P<tag></?[A-Z][^<>\n]*>)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_ATTRIBUTE: Final = re.compile(r"""\b(title|href)="([^"<>]+)\"""")
_HEADING: Final = re.compile(r"<h([12])>(.*?)</h\1>", re.DOTALL)
_TAGS: Final = re.compile(r"<[^>]*>")
_LANGUAGES: Final = ("lang", "language", "locale")
_MOST_VALUES: Final = 100


def page_of_markdown(text: str) -> str:
    """Return the Markdown *text* as a page in HTML; its front matter is the head, without a title the first heading."""
    front = _FRONT_MATTER.match(text)
    values = _read_values(front[1]) if front else {}
    body = html(_open_components(text[front.end() :] if front else text), options=_OPTIONS)
    heading = _HEADING.search(body)
    title = escape(values.pop("title", "")) or (_TAGS.sub("", heading[2]) if heading else "")
    language = next((values[name] for name in _LANGUAGES if name in values), "")
    head = "".join(f'<meta name="{escape(name)}" content="{escape(value)}">' for name, value in values.items())
    return (
        f'<!DOCTYPE html><html lang="{escape(language)}"><head><title>{title}</title>{head}</head>'
        f"<body>{body}</body></html>"
    )


def _read_values(front: str) -> dict[str, str]:
    """Return the values of a front matter that can be metadata, as texts."""
    try:
        read = yaml.load(front, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    pairs = [(name, _as_text(value)) for name, value in read.items()] if isinstance(read, Mapping) else []
    return {str(name).lower(): value for name, value in pairs if value}


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, (_as_text(item) for item in value[:_MOST_VALUES] if not isinstance(item, list))))
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, str | int | float) and value is not None else ""


def _open_components(text: str) -> str:
    """Return *text* with each component on a line of its own between blank lines, and what is inside not indented."""
    parts, end = [], 0
    for match in _COMPONENT.finditer(text):
        if match["tag"]:
            parts += [dedent(text[end : match.start()]), match["tag"], _heading_of(match["tag"])]
            end = match.end()
    return "\n\n".join((*parts, dedent(text[end:]))) if parts else text


def _heading_of(component: str) -> str:
    """Return the title of a *component* as Markdown, with the address that it leads to."""
    named = dict(_ATTRIBUTE.findall(component))
    title = named.get("title", "")
    return f"[{title or named['href']}](<{named['href']}>)" if "href" in named else title and f"**{title}**"
