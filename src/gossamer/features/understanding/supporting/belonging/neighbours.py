# ruff: noqa: E501, RUF001 - words of several languages, kept as tables
"""Whether somebody is only named beside the one who is asked for: a teacher, a deputy, who wrote the novel of a film."""

import re
from typing import Final

from gossamer.content.text.names import word_set, words_of
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import Spot

_BEFORE: Final = 60
# "guest chef", "assistant coach": another one than the chef and the coach.
_LESSER: Final = re.compile(
    r"\b(guest|sous|assistant|deputy|vice|former|acting|associate|junior|pastry|then|ex)[\s-]+(?!is\b|was\b)[^\W\d_]+\s\Z",
    re.IGNORECASE,
)
# "her teacher, Olof Strand", "Ornella Bassi's father".
_KIN: Final = (
    r"(?:teacher|pupil|student|mentor|friend|colleague|father|mother|son|daughter|brother|sister|wife|husband|partner|grand(?:father|mother)|"
    r"uncle|aunt|cousin|predecessor|successor|vater|mutter|sohn|tochter|bruder|schwester|lehrer|père|mère|fils|fille|frère|sœur)"
)
_LED_BY_KIN: Final = re.compile(
    rf"\b(?:her|his|their|its|my|seine?[rm]?|ihre?[rm]?|son|sa)\s(?:\w+\s)?({_KIN}),?\s\Z", re.IGNORECASE
)
_KIN_BEHIND: Final = re.compile(rf"\A[’']s?\s({_KIN})\b", re.IGNORECASE)
# Who does it when the page's own people are away.
_STANDS_IN: Final = re.compile(
    r"\b(?:vertretung|vertreter|locum|stand-in|remplaçante?|in our absence)\b[^!?;]{0,60}\Z", re.IGNORECASE
)
_STANDING_IN: Final = word_set("deputy locum substitute stand vertretung replacement remplacant emergency")
# "Screenplay: Ann Lowe, from the novel by Bo Lind".
_SOURCE: Final = re.compile(
    r"\b(?:from|based on|after|adapted from) (?:the|a|his|her|their) (?:[^\W\d_]+ )?(?:novel|book|play|story|poem|film|memoir)s? by\s\Z",
    re.IGNORECASE,
)
_WRITERS: Final = word_set("author novel novelist book based source original playwright")


def is_beside_somebody(spot: Spot, before: str, behind: str) -> bool:
    """Return whether what stands *before* and *behind* it says that it belongs to somebody beside the one asked for."""
    return (
        _stands_in(spot, before)
        or _is_of_kin(spot, before, behind)
        or _is_of_lesser(spot, before)
        or (_SOURCE.search(before[-_BEFORE:]) is not None and _WRITERS.isdisjoint(words_of(spot.own.name)))
    )


def _stands_in(spot: Spot, before: str) -> bool:
    return _STANDS_IN.search(before) is not None and _STANDING_IN.isdisjoint(words_of(spot.own.name))


def _is_of_kin(spot: Spot, before: str, behind: str) -> bool:
    told = _LED_BY_KIN.search(before[-_BEFORE:]) or _KIN_BEHIND.match(behind)
    return told is not None and told.group(1).lower() not in words_of(spot.own.name)


def _is_of_lesser(spot: Spot, before: str) -> bool:
    told = _LESSER.search(before[-_BEFORE:]) if sort_of(spot.own) in {Sort.PERSON, Sort.USER} else None
    return told is not None and told.group(1).lower() not in words_of(spot.own.name)
