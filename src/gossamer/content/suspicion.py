"""Text of a page that speaks to an assistant instead of to people.

A plain heuristic: it serves to warn, and what protects is elsewhere, for nobody can list all wordings.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from gossamer.content.locales import entry

_LONGEST_QUOTE: Final = 160
_TELLING: Final = 24
_MOST_CHARACTERS: Final = 400_000
# Zero-width and direction marks hide words from a search and from the eye.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def orders_in(text: str) -> tuple[str, ...]:
    """Return quotes of what in *text* reads like an order to an assistant, in the order they are found."""
    visible = _INVISIBLE.sub("", text[:_MOST_CHARACTERS])
    kept: list[str] = []
    for quote in _quotes(visible):
        # A name says what the text of the page says, only shorter.
        if not any(quote[:_TELLING] in other for other in kept):
            kept.append(quote)
    return tuple(kept)


def reasons_in(text: str) -> tuple[str, ...]:
    """Return what the orders in *text* do, each once: "overrides instructions"."""
    visible = _INVISIBLE.sub("", text[:_MOST_CHARACTERS])
    if _any_order().search(visible) is None:
        return ()
    return tuple(reason for reason, pattern in _orders().items() if pattern.search(visible))


def notice_of(quote: str) -> str:
    """Return the sentence that tells of such an order."""
    return f'The page has text that speaks to an assistant; it was not followed: "{quote}"'


def _quotes(visible: str) -> Iterator[str]:
    for found in _any_order().finditer(visible):
        # What was found and the rest of its line, shortened.
        end = visible.find("\n", found.end())
        yield " ".join(visible[found.start() : end if end >= 0 else len(visible)][:_LONGEST_QUOTE].split())


@cache
def _orders() -> dict[str, re.Pattern[str]]:
    parts = {name: entry("injection", name) for name in ("assistant", "private")}
    written: dict[str, str] = entry("injection", "orders")
    return {reason: _compiled(_filled(pattern, parts)) for reason, pattern in written.items()}


@cache
def _any_order() -> re.Pattern[str]:
    return _compiled("|".join(pattern.pattern for pattern in _orders().values()))


def _filled(pattern: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)
