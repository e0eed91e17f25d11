"""Fields of papers as registers write them, read leniently: what is missing or strange is left out."""

import html
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from typing import Any, Final

from gossamer.content.text.terms import FUNCTION_WORDS, folded
from gossamer.core.papers import Paper
from gossamer.searchers.reading import at, items, plain_text

_LONGEST_TITLE: Final = 500
_LONGEST_ABSTRACT: Final = 10_000
_MOST_AUTHORS: Final = 200
# JATS, the markup of publishers, and MathML.
_MARKUP: Final = re.compile(r"</?(?:jats|mml)?:?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>")
_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_MOST_WORDS: Final = 12
_MOST_PARTS: Final = 3


def title(value: Any) -> str:
    """Return *value*, or the first of a list, as a title."""
    first = next(iter(value), "") if isinstance(value, list) else value
    return plain_text(_without_markup(first), longest=_LONGEST_TITLE)


def abstract(value: Any) -> str:
    """Return *value* as an abstract without markup."""
    return plain_text(_without_markup(value), longest=_LONGEST_ABSTRACT).removeprefix("Abstract ")


def names(values: Iterable[Any]) -> tuple[str, ...]:
    """Return the names of people or of subjects among *values*, each once."""
    texts = (plain_text(value, longest=200) for value in values)
    return tuple(dict.fromkeys(text for text in texts if text))[:_MOST_AUTHORS]


def day(value: Any) -> date | None:
    """Return the day that *value* begins with ("2017-06-12T…", "2017", [2017, 6]); what is not said is the first."""
    if isinstance(value, list):
        value = "-".join(str(part) for part in value)
    parts = str(value or "")[:10].split("T")[0].split("-")
    with suppress(ValueError):
        numbers = [int(part) for part in parts[:_MOST_PARTS]]
        return date(*(*numbers, 1, 1)[:_MOST_PARTS])
    return None


def addresses(*values: Any) -> tuple[str, ...]:
    """Return the web addresses among *values*, each once."""
    texts = (value.strip() for value in values if isinstance(value, str))
    return tuple(dict.fromkeys(text for text in texts if text.startswith(("https://", "http://"))))


def papers(payload: Any, path: str, read: Callable[[Mapping[str, Any]], Paper | None]) -> tuple[Paper, ...]:
    """Return the papers that *read* makes of the objects in the list at *path* of *payload*."""
    parsed_papers = (read(item) for item in items(payload, path) if isinstance(item, Mapping))
    return tuple(paper for paper in parsed_papers if paper is not None)


def keywords(text: str) -> list[str]:
    """Return the words of *text* that say something, for services that want every word of a query."""
    words = dict.fromkeys(_WORD.findall(folded(text)))
    return [word for word in words if word not in FUNCTION_WORDS][:_MOST_WORDS] or list(words)[:_MOST_WORDS]


def each(value: Any, path: str, inner: str) -> list[Any]:
    """Return the value at *inner* of each object in the list at *path* of *value*."""
    return [at(item, inner) for item in items(value, path)]


def _without_markup(value: Any) -> Any:
    return _MARKUP.sub(" ", html.unescape(value)) if isinstance(value, str) else value
