"""The caller's own choice of elements."""

import re
from collections.abc import Iterable
from typing import Final

import turbohtml

_WORD: Final = re.compile(r"\*([^*\"\\]+)\*")
_KEPT: Final = "data-gossamer-kept"


def select(document: turbohtml.Document, *, include: Iterable[str], exclude: Iterable[str]) -> tuple[str, ...]:
    """Keep only what *include* matches, if it names anything, less what *exclude* matches.

    A selector that cannot be read is ignored; the sentences returned say which.
    """
    notices: list[str] = []
    included = _readable(document, include, "includeTags", notices)
    for selector in _readable(document, exclude, "excludeTags", notices):
        document.remove(f"body {selector}" if selector == "*" else selector)
    if included:
        _keep(document, ",".join(included))
    return tuple(notices)


def _readable(document: turbohtml.Document, selectors: Iterable[str], option: str, notices: list[str]) -> list[str]:
    readable = []
    for written in selectors:
        selector = written.strip()
        if not selector:
            continue
        word = _WORD.fullmatch(selector)
        if word:
            selector = f'[class*="{word.group(1)}" i],[id*="{word.group(1)}" i]'
        try:
            document.select_one(selector)
        except ValueError:
            notices.append(f"{option}: the selector {written!r} cannot be read and was ignored.")
        else:
            readable.append(selector)
    return readable


def _keep(document: turbohtml.Document, selector: str) -> None:
    """Make the body hold the matching elements only; one inside another stays there."""
    body = document.select_one("body")
    if body is None or body.matches(selector):
        return
    matches = body.select(selector)
    for element in matches:
        element.attrs[_KEPT] = ""
    outermost = [e for e in matches if (parent := e.parent) is not None and _outside(parent)]
    for element in matches:
        del element.attrs[_KEPT]
    for element in outermost:
        element.extract()
    body.clear()
    body.extend(outermost)


def _outside(parent: turbohtml.Node) -> bool:
    return isinstance(parent, turbohtml.Element) and parent.closest(f"[{_KEPT}]") is None
