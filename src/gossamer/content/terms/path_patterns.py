"""Path patterns of robots.txt (RFC 9309, section 2.2.3): `*` stands for anything, `$` at the end for the end."""

import re
import string
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar
from urllib.parse import quote, urlsplit

_T = TypeVar("_T")
_PLAIN: Final = re.compile(r"[\w/.~?=&*-]*", re.ASCII)
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset(f"{string.ascii_letters}{string.digits}-._~")
# Each costs time with every path.
_MOST_WILDCARDS: Final = 20
_SAFE: Final = "%/?#[]@!$&'()*+,;=:~"


def path_of(url: str) -> str:
    """Return the path and the query of *url*, as patterns are compared with it."""
    parts = urlsplit(url)
    return _normalise(f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}")


def is_match(pattern: str, path: str) -> bool:
    """Return whether *pattern* matches *path*, or the beginning of it; one with very many wildcards matches nothing."""
    if pattern.count("*") > _MOST_WILDCARDS:
        return False
    first, rest, is_anchored = split_pattern(pattern)
    if not path.startswith(first):
        return False
    place = len(first)
    if not rest:
        return not is_anchored or place == len(path)
    for part in rest[:-1]:
        place = path.find(part, place)
        if place < 0:
            return False
        place += len(part)
    if is_anchored:
        return len(path) - len(rest[-1]) >= place and path.endswith(rest[-1])
    return path.find(rest[-1], place) >= 0


def select_longest(stated: Iterable[tuple[str, _T]], path: str) -> Sequence[_T]:
    """Return what is *stated* by the pattern of the most octets that matches *path*; an empty one matches all paths."""
    matching = [(len(_normalise(pattern)), item) for pattern, item in stated if is_match(pattern, path)]
    longest = max((length for length, _ in matching), default=0)
    return [item for length, item in matching if length == longest]


@lru_cache(maxsize=20_000)
def split_pattern(pattern: str) -> tuple[str, Sequence[str], bool]:
    """Return the text before the first `*`, the texts behind each `*`, and whether the end is that of the path."""
    first, *rest = _normalise(pattern.removesuffix("$")).split("*")
    return first, rest, pattern.endswith("$")


def _normalise(path: str) -> str:
    if _PLAIN.fullmatch(path):
        return path
    decoded = _ESCAPE.sub(lambda escape: _decode(escape[1]) or escape[0].upper(), path)
    return quote(decoded, safe=_SAFE)


def _decode(digits: str) -> str:
    character = chr(int(digits, 16))
    return character if character in _UNRESERVED else ""
