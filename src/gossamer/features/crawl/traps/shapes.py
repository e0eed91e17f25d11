"""Addresses whose shape only endless spaces have."""

from collections import Counter
from datetime import datetime
from typing import Final
from urllib.parse import SplitResult, unquote

from gossamer.features.crawl.traps.calendars import calendar_page, far_off

_MAX_LENGTH: Final = 2000
_MAX_SEGMENTS: Final = 30
_MAX_PARAMETERS: Final = 20
_MAX_OF_ONE_NAME: Final = 8
# A segment four times in a row, or a group of up to so many segments three times in a row.
_SINGLE_REPEATS: Final = 4
_GROUP_REPEATS: Final = 3
_LONGEST_GROUP: Final = 5
# A word that comes back so often comes from a link that is relative by mistake.
_MAX_OF_ONE_SEGMENT: Final = 5
_MAX_NESTED: Final = 2
_DECODINGS: Final = 4


def endless_shape(url: str, parts: SplitResult, *, begun: datetime) -> str | None:
    """Return the sign that *url* is of an endless space, in one sentence, or None.

    *begun* is when the crawl was asked for; years are seen from there.
    """
    if len(url) > _MAX_LENGTH:
        return f"The URL is longer than {_MAX_LENGTH} characters."
    if (why := _endless_path(parts.path)) is not None:
        return why
    if parts.query and (why := _endless_query(parts.path, parts.query)) is not None:
        return why
    page = calendar_page(parts)
    if page is not None and far_off(page, begun):
        return f"It is a page of a calendar for the year {page.year}."
    return None


def _endless_path(path: str) -> str | None:
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _MAX_SEGMENTS:
        return f"The path has more than {_MAX_SEGMENTS} segments."
    if len(segments) < _SINGLE_REPEATS:
        return None
    if _repeats(segments):
        return "The path repeats itself."
    words = Counter(segment for segment in segments if not segment.isdigit()).most_common(1)
    if words and words[0][1] >= _MAX_OF_ONE_SEGMENT:
        return "The path has one segment again and again."
    return None


def _repeats(segments: list[str]) -> bool:
    """Return whether a group of segments stands there several times in a row."""
    for length in range(1, min(_LONGEST_GROUP, len(segments) // 2) + 1):
        needed = length * ((_SINGLE_REPEATS if length == 1 else _GROUP_REPEATS) - 1)
        equal = 0
        for index in range(length, len(segments)):
            equal = equal + 1 if segments[index] == segments[index - length] else 0
            if equal >= needed:
                return True
    return False


def _endless_query(path: str, query: str) -> str | None:
    parameters = query.split("&")
    if len(parameters) > _MAX_PARAMETERS:
        return f"The query has more than {_MAX_PARAMETERS} parameters."
    if len(parameters) > _MAX_OF_ONE_NAME:
        name, times = Counter(parameter.partition("=")[0] for parameter in parameters).most_common(1)[0]
        if times > _MAX_OF_ONE_NAME:
            return f"The query has {name!r} {times} times."
    if len(path) > 1 and _count_nesting(path, query) >= _MAX_NESTED:
        return "The query holds the page's own address several times over."
    return None


def _count_nesting(path: str, query: str) -> int:
    """Return the number of times that an address holds itself, as a login page does with its return address."""
    if "%" not in query and path not in query:
        return 0
    for _ in range(_DECODINGS):
        if "%" not in query:
            break
        query = unquote(query)
    behind = query.split(path)[1:]
    return sum(1 for rest in behind if not rest or rest[0] in "?&#=")
