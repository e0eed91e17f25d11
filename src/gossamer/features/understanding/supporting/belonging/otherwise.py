# ruff: noqa: E501, RUF001 - words of several languages, kept as tables
"""What a sentence says of the past, or of something else than the page is about: "up from 40 the year before"."""

import re
from typing import Final

from gossamer.content.extraction.naming import word_set, words_of
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import Spot

_BEFORE: Final = 60
_BEHIND: Final = 80
_ENDS: Final = re.compile(r"[.!?;]\s|\s[·|]\s")
_LED_BY_PAST: Final = re.compile(
    r"\b(?:previously|formerly|former|ex-|vorher|zuvor|ehemals|ehemalige[rsn]?|früher(?:e[rsn]?)?|bisher(?:ige[rsn]?)?|anciennement|auparavant|anteriormente|"
    r"drops|dropped|drops support for|no longer (?:supports?|needs?|requires?)|"
    r"(?:up|down|rose|risen|fell|fallen|grew|grown|increased|decreased|cut|reduced|lowered|raised|changed) from|compared (?:with|to)|"
    r"the last one (?:was|cost|took|had))[\s(“\"'„«][^\d.!?;]{0,20}\Z",
    re.IGNORECASE,
)
_PAST_BEHIND: Final = re.compile(
    r"\A[^.!?;,]{0,16}(?:\bthe (?:year|month|season|week) before\b|\ba year (?:earlier|before|ago)\b|\blast (?:year|season)\b|\bthe previous \w+|"
    r"\bim Vorjahr\b|\bl'année précédente\b|\bel año anterior\b)",
    re.IGNORECASE,
)
_SOMEBODY_BEFORE: Final = re.compile(
    r"\A[^.!?;\d]{0,40}\b(?:until|till|bis|jusqu'en|hasta|tot)\s(?:19|20)\d\d|\A[^.!?;]{0,4}\s(?:retired|resigned|stepped down|died|was succeeded|left (?:in|us|the))\b",
    re.IGNORECASE,
)
_ASKS_FOR_PAST: Final = word_set("previous former old original before last past earlier predecessor history first")
_ALSO: Final = re.compile(r"\b(?:also (?:available )?(?:in|as|at|from)|auch in|aussi en|también en)\s\Z", re.IGNORECASE)
_ANOTHER: Final = re.compile(
    r"\A\W{0,3}(?:(?:a|another) (?:similar|comparable)|another|unlike|compared (?:with|to)|our [\w’'-]+ (?:branch|shop|store|office|studio|hotel|restaurant|site)|elsewhere|by comparison|in comparison|nearby|(?:our |the |unsere? |notre )?(?:sister|partner|schwester) ?\w+|eine? (?:ähnliche[rs]?|vergleichbare[rs]?)|un[e]? (?:autre|similaire)|otr[oa])\b",
    re.IGNORECASE,
)


def is_of_the_past(spot: Spot) -> bool:
    """Return whether the words around it say that it was so before, and the field does not ask for that."""
    if not _ASKS_FOR_PAST.isdisjoint(words_of(spot.own.name)) or spot.own.is_old_price:
        return False
    text = spot.line.text
    before = _ENDS.split(text[max(0, spot.found.start - _BEFORE) : spot.found.start])[-1]
    behind = text[spot.found.end : spot.found.end + _BEHIND]
    if _LED_BY_PAST.search(before) or _PAST_BEHIND.match(behind):
        return True
    return sort_of(spot.own) in {Sort.PERSON, Sort.USER} and _SOMEBODY_BEFORE.match(behind) is not None


def is_of_another(spot: Spot) -> bool:
    """Return whether its sentence begins with words for something else, and the page's own thing is asked for."""
    if spot.claimants.is_in_entry or spot.claimants.many:
        return False
    if spot.is_led_by(_ALSO):
        return True
    sentence = _ENDS.split(spot.line.text[: spot.found.start])[-1]
    return _ANOTHER.match(sentence) is not None
