"""Text of a page that speaks to an assistant instead of to people.

A plain heuristic: it serves to warn, and what protects is elsewhere, for nobody can list all wordings.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from gossamer.content import locales

_LONGEST_QUOTE: Final = 160
_TELLING: Final = 24
_MOST_CHARACTERS: Final = 400_000
_BEFORE: Final = 120
# Zero-width and direction marks hide words from a search and from the eye.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def orders_in(text: str) -> tuple[str, ...]:
    """Return quotes of what in *text* reads like an order to an assistant, in the order they are found."""
    visible = _INVISIBLE.sub("", text[:_MOST_CHARACTERS])
    quotes: list[str] = []
    for match in sorted((order for _, order in _find_orders(visible)), key=re.Match.start):
        # The match and the rest of its line, shortened.
        end = visible.find("\n", match.end())
        line = visible[match.start() : end if end >= 0 else len(visible)]
        quote = " ".join(line[:_LONGEST_QUOTE].split())
        # A name says what the text of the page says, only shorter.
        if not any(quote[:_TELLING] in other for other in quotes):
            quotes.append(quote)
    return tuple(quotes)


def reasons_in(text: str) -> tuple[str, ...]:
    """Return the effects of the orders in *text*, each once: "overrides instructions"."""
    visible = _INVISIBLE.sub("", text[:_MOST_CHARACTERS])
    return tuple(dict.fromkeys(reason for reason, _ in _find_orders(visible)))


def may_hold_orders(text: str) -> bool:
    """Return whether *text* has the words of an order, whatever stands around them."""
    return _any_order().search(_INVISIBLE.sub("", text[:_MOST_CHARACTERS])) is not None


def notice_of(quote: str) -> str:
    """Return the sentence that tells of such an order."""
    return f'The page has text that speaks to an assistant; it was not followed: "{quote}"'


def _find_orders(visible: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the orders in *visible*, by what they do; what forbids, or says what others do, is none."""
    if _any_order().search(visible) is None:
        return
    for reason, pattern in _orders().items():
        for match in pattern.finditer(visible):
            before = visible[max(0, match.start() - _BEFORE) : match.start()]
            clause = _pattern("clause_end").split(before)[-1]
            if _pattern("forbids").search(clause) is None and _is_asked(reason, clause):
                yield reason, match


def _is_asked(reason: str, before: str) -> bool:
    """Return whether a verb is an order where it stands: at the beginning of its clause, or behind "please", "must"."""
    behind = before.rpartition(",")[2].split()
    return reason not in locales.words("injection", "imperative", "orders") or not behind or _leads(behind[-1])


def _leads(word: str) -> bool:
    return word.strip("\"'(>").lower() in {"", *locales.words("injection", "imperative", "leads")}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return _compile_pattern(locales.entry("injection", name))


@cache
def _orders() -> dict[str, re.Pattern[str]]:
    parts = {name: locales.entry("injection", name) for name in ("secrets", "assistant", "private")}
    written: dict[str, str] = locales.entry("injection", "orders")
    return {reason: _compile_pattern(_fill_pattern(pattern, parts)) for reason, pattern in written.items()}


@cache
def _any_order() -> re.Pattern[str]:
    return _compile_pattern("|".join(pattern.pattern for pattern in _orders().values()))


def _fill_pattern(pattern: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern


def _compile_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)
