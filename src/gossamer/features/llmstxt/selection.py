"""The choice of pages for an llms.txt: which are worth a place, and which can be left out where there is little room.

Only addresses are looked at, because pages are chosen before they are fetched.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import inf
from typing import Final
from urllib.parse import unquote, urlsplit

from gossamer.content.locales import words

_VERSION: Final = re.compile(r"v\d{1,3}(?:\.(?:\d{1,4}|x))*|\d{1,3}(?:\.(?:\d{1,4}|x))+")
_NUMBER: Final = re.compile(r"\d+")
_WORDS: Final = re.compile(r"[-_.+]")
_LONGEST_NAME: Final = 3


def worth_listing(urls: Iterable[str]) -> list[str]:
    """Return addresses that are worth a place, in their order, those that can be left out at the end."""
    listed = [url for url in urls if not _is_left_out(_segments(url))]
    minor = optional_of(listed)
    return sorted(listed, key=minor.__contains__)


def optional_of(urls: Sequence[str]) -> frozenset[str]:
    """Return the addresses that can be left out: what lawyers ask for, and versions that are not the current one."""
    return frozenset({url for url in urls if any(map(_is_legal, _segments(url)))} | _other_versions(urls))


def _is_legal(segment: str) -> bool:
    """Return whether *segment* is called as such pages are: "privacy-policy", not "how-we-lost-our-privacy"."""
    parts = _WORDS.split(segment)
    return len(parts) <= _LONGEST_NAME and not {segment, *parts}.isdisjoint(words("llmstxt", "optional", "words"))


def _other_versions(urls: Sequence[str]) -> set[str]:
    by_place: dict[tuple[str, ...], dict[tuple[float, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    paths = {tuple(_segments(url)) for url in urls}
    other: set[str] = set()
    for url in urls:
        segments = _segments(url)
        at = next((at for at, part in enumerate(segments) if _rank(part) is not None), None)
        if at is not None and (rank := _rank(segments[at])) is not None:
            by_place[(urlsplit(url).netloc, *segments[:at])][rank].append(url)
            # The same page without a version is that of the current one.
            other |= {url} if (*segments[:at], *segments[at + 1 :]) in paths and len(segments) > at + 1 else set()
    for versions in by_place.values():
        for rank in sorted(versions)[:-1]:
            other.update(versions[rank])
    return other


def _rank(segment: str) -> tuple[float, ...] | None:
    """Return the rank of the version that *segment* names, None for none."""
    if segment in words("llmstxt", "optional", "current"):
        return (inf,)
    if segment in words("llmstxt", "optional", "unreleased"):
        return (-1,)
    return tuple(map(int, _NUMBER.findall(segment))) if _VERSION.fullmatch(segment) else None


def _is_left_out(segments: Sequence[str]) -> bool:
    is_number = len(segments) > 1 and segments[-2] == "page" and segments[-1].isdecimal()
    return is_number or not words("llmstxt", "left_out", "segments").isdisjoint(segments)


def _segments(url: str) -> list[str]:
    return [unquote(part).lower() for part in urlsplit(url).path.split("/") if part]
