# ruff: noqa: RUF001 - signs that pages use
"""Whether the title of a page, or what stands right at it, says what something is called instead."""

import re
from typing import Final

from gossamer.features.understanding.supporting.belonging import (
    ADDRESS_LIKE,
    LABELLED,
    SPOKEN,
    is_named_kind,
    is_place_kind,
    is_title_kind,
    names_a_page,
)
from gossamer.features.understanding.supporting.contrasting.contest import Contest, comparable, text_of
from gossamer.features.understanding.supporting.said import Found, Line

_EVIDENT: Final = 1.2
_UNDER: Final = 2
_LONG: Final = 80
_CALLED: Final = re.compile(
    r"[A-ZÀ-Þ0-9][\w’'.-]*(?:\s(?:(?:de|van|von|der|del|di|da|la|of|am|an|the|&)\s)?[A-ZÀ-Þ0-9][\w’'.-]*){0,4}"
)
_SITE: Final = re.compile(r"\s[|·•–—-]\s")
_PART: Final = re.compile(r"[^\s,;|·•–—][^,;|·•–—]*[^\s,;|·•–—]")


def is_called_otherwise(contest: Contest) -> bool:
    """Return whether the title of the page, or what stands right at it, says another name, firm, person or place."""
    if contest.seen.weight < LABELLED and _is_no_title(contest):
        return True
    # At its foot a page names who runs the site.
    least = SPOKEN if contest.part == "footer" else _EVIDENT
    return contest.seen.weight < least and _is_titled_otherwise(contest)


def _is_no_title(contest: Contest) -> bool:
    """Return whether the field asks for what the page's thing is called, and its title says something else."""
    title = contest.title
    if title is None or not is_title_kind(contest.field) or title.text.casefold() in contest.taken:
        return False
    told = comparable(text_of(contest.own))
    if any(told in comparable(_without_site(line)) for line in contest.said.titles):
        return False
    return contest.weighed(Found(title, 0, len(title.text))) is not None


def _without_site(line: Line) -> str:
    """Return a title; one for the browser without the name of the site behind that of the page's thing."""
    first = _SITE.split(line.text)[0]
    return line.text if line.place != "title" or names_a_page(first) else first


def _is_titled_otherwise(contest: Contest) -> bool:
    """Return whether right at the title of the page stands what can be called so, and the value is far behind it.

    What stands in a letterhead, or in the page's title for the browser, is no less than that.
    """
    own, title = contest.own, contest.title
    is_head = not own.start and ADDRESS_LIKE.search(own.line.text[own.end :]) is not None
    is_behind = _SITE.search(own.line.text[: own.start]) is not None
    if title is None or is_head or not is_named_kind(contest.field):
        return False
    is_site = contest.part == "header" or (own.line.place == "title" and is_behind)
    if own.line.place == "title" and not is_site:
        return False
    if own.line.number <= title.number + _UNDER and not is_site:
        return False
    told = (
        Found(line, part.start(), part.end())
        for line in contest.said.lines[title.number + is_site : title.number + _UNDER + 1]
        if not line.outlined.apart and len(line.text) <= _LONG
        for part in _PART.finditer(line.text)
        if (line is title and not is_place_kind(contest.field)) or _CALLED.fullmatch(part.group())
    )
    return any(not contest.is_taken(found) and contest.weighed(found) is not None for found in told)
