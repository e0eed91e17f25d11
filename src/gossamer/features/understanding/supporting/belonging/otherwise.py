# ruff: noqa: E501, RUF001 - words of several languages, kept as tables
"""What a sentence says of the past, or of something else than the page is about: "up from 40 the year before"."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.content.text.names import word_set, words_of
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.neighbours import is_beside_somebody
from gossamer.features.understanding.supporting.belonging.opposites import is_of_the_opposite
from gossamer.features.understanding.supporting.belonging.spot import Spot
from gossamer.features.understanding.supporting.said import Line

_BEFORE: Final = 60
_BEHIND: Final = 80
_LED_BY_PAST: Final = re.compile(
    r"\b(?:previously|formerly|former|ex-|vorher|zuvor|ehemals|ehemalige[rsn]?|früher(?:e[rsn]?)?|bisher(?:ige[rsn]?)?|anciennement|auparavant|anteriormente|"
    r"drops|dropped|drops support for|no longer (?:supports?|needs?|requires?)|"
    r"(?:up|down|rose|risen|fell|fallen|grew|grown|increased|decreased|cut|reduced|lowered|raised|changed) from|compared (?:with|to)|"
    r"(?:followed|succeeded|replaced|replaces|succeeds|took over from|in succession to)|would have (?:cost|taken|had|been)|"
    r"joined\b[^.!?;]{0,30}\bfrom|finished \w+ in (?:19|20)\d\d\S{0,3} with|"
    r"last (?:year|season|summer|winter|month)[’']s [^\W\d_]+,|(?:except|außer|sauf|excepto|behalve)(?: on| am)?|"
    r"potential(?! to\b)|(?:short-?listed|nominated|longlisted) for|the last one (?:was|cost|took|had))[\s(“\"'„«][^\d.!?;]{0,20}\Z",
    re.IGNORECASE,
)
_PUBLISHED_BEFORE: Final = re.compile(r"\b(?:previously|first|originally) published\b[^.!?;]{0,60}\Z", re.IGNORECASE)
_PAST_BEHIND: Final = re.compile(
    r"\A[^.!?;,]{0,16}(?:\bthe (?:year|month|season|week) before\b|\ba year (?:earlier|before|ago)\b|\blast (?:year|season)\b|\bthe previous \w+|"
    r"\bim Vorjahr\b|\bl'année précédente\b|\bel año anterior\b)",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(r"\A[^.!?;,]{0,3}\sinstead\b")
_REPLACES: Final = word_set("replacement alternative instead successor recommended new")
_OF_THE_WHOLE: Final = re.compile(
    r"\A(?:\s?(?:m|k|bn|million|billion|thousand))?\sof (?:the|its|their|this|that) (?:cost|price|total|budget|sum|amount|bill)\b"
)
_CITED: Final = re.compile(r"\A, (?:19|20)\d\d\)")
_PRINTS: Final = word_set("publisher press published imprint source")
_SOMEBODY_BEFORE: Final = re.compile(
    r"\A[^.!?;\d]{0,40}\b(?:until|till|bis|jusqu'en|hasta|tot)\s(?:19|20)\d\d|\A[^.!?;]{0,4}\s(?:retired|resigned|stepped down|died|was succeeded|left (?:in|us|the))\b",
    re.IGNORECASE,
)
# "We bought Optivane, a maker of meters with 45 employees".
_OF_A_FIRM_BOUGHT: Final = re.compile(
    r"\b(?:bought|acquired|took over|übernahm|racheté|compró)\b[^.!?;]{0,80}(?:,|\b(?:which|with|whose)\b)[^.!?;]{0,80}\Z",
    re.IGNORECASE,
)
_BUYING: Final = word_set(
    "acquired acquisition acquire bought takeover target purchase deal stake subsidiary seller buyer merger merged price sold"
)
_ASKS_FOR_PAST: Final = word_set("previous former old original before last past earlier predecessor history first")
_ALSO: Final = re.compile(r"\b(?:also (?:available )?(?:in|as|at|from)|auch in|aussi en|también en)\s\Z", re.IGNORECASE)
_ANOTHER: Final = re.compile(
    r"\A\W{0,3}(?:(?:a|another) (?:similar|comparable)|another|(?:other|further) (?:site|branch|location|office|address|house|shop)s?\b|autres? \w+|weiter[er][nrs]? (?:standort|filial|haus|häuser)\w*|unlike|compared (?:with|to)|our (?:second|other|third|new) (?:house|place|shop|branch|location)|last (?:year|season|time|summer|winter)\b|(?:a|an|the) (?:first|earlier|previous|original) (?:plan|design|version|model|edition)|originally|initially|(?:it|this one) replaces|our [\w’'-]+ (?:branch|shop|store|office|studio|hotel|restaurant|site)|elsewhere|by comparison|in comparison|nearby|(?:our |the |unsere? |notre )?(?:sister|partner|schwester) ?\w+|eine? (?:ähnliche[rs]?|vergleichbare[rs]?)|un[e]? (?:autre|similaire)|otr[oa])\b",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_YEAR_BEHIND: Final = re.compile(r"\A,?\s(?:in\s)?((?:19|20)\d\d)\b")
_HEADQUARTERS: Final = re.compile(
    r"\b(?:head ?quarter(?:s|ed)?|head office|headoffice|hauptsitz|zentrale|siège(?: social)?|sede(?: central)?|hoofdkantoor)\b[^.!?;,]{0,24}\Z",
    re.IGNORECASE,
)
_BRANCHES: Final = re.compile(
    r"\b(?:smaller|other|further|additional|regional|branch|local)\s(?:teams?|offices?|branches|sites)\b|\b(?:began|started) in\b",
    re.IGNORECASE,
)
_OF_HEADQUARTERS: Final = word_set("headquarter head office hq company firm employer organization seat registered")


def is_of_the_past(spot: Spot) -> bool:
    """Return whether the words around it say that it was so before, and the field does not ask for that."""
    if not _ASKS_FOR_PAST.isdisjoint(words_of(spot.own.name)) or spot.own.is_old_price:
        return False
    text = spot.line.text
    before = spot.sentence_before[-_BEFORE:]
    behind = text[spot.found.end : spot.found.end + _BEHIND]
    if (
        _LED_BY_PAST.search(before)
        or _PUBLISHED_BEFORE.search(before)
        or _PAST_BEHIND.match(behind)
        or _is_of_an_earlier_year(spot, behind)
    ):
        return True
    return sort_of(spot.own) in {Sort.PERSON, Sort.USER} and _SOMEBODY_BEFORE.match(behind) is not None


def is_of_another(spot: Spot) -> bool:
    """Return whether its sentence begins with words for something else, and the page's own thing is asked for."""
    if spot.claimants.is_in_entry or spot.claimants.many:
        return False
    if is_of_the_opposite(spot) or spot.is_led_by(_ALSO) or _is_of_headquarters(spot) or _is_beside_the_one(spot):
        return True
    return _ANOTHER.match(spot.sentence_before) is not None


def _is_beside_the_one(spot: Spot) -> bool:
    """Return whether the words around it say that it stands for, is a part of, or comes under the one asked for."""
    before, behind = spot.line.text[: spot.found.start], spot.line.text[spot.found.end : spot.found.end + _BEHIND]
    if _INSTEAD.match(behind) and _REPLACES.isdisjoint(spot.own.words):
        return True
    if _OF_A_FIRM_BOUGHT.search(before) and _BUYING.isdisjoint(words_of(spot.own.name)):
        return True
    if spot.is_number:
        return _OF_THE_WHOLE.match(behind) is not None
    if is_beside_somebody(spot, before, behind):
        return True
    return before.endswith("(") and _CITED.match(behind) is not None and _PRINTS.isdisjoint(spot.own.words)


def _is_of_headquarters(spot: Spot) -> bool:
    """Return whether it is where those who run it have their seat, and the field asks where the thing is; or a branch."""
    if sort_of(spot.own) is not Sort.PLACE:
        return False
    if "headquarter" in spot.own.words:
        return _BRANCHES.search(spot.sentence_before) is not None
    return _OF_HEADQUARTERS.isdisjoint(spot.own.words) and spot.is_led_by(_HEADQUARTERS)


def _is_of_an_earlier_year(spot: Spot, behind: str) -> bool:
    """Return whether it is where, or what, something was in a year before the one that the page is titled with."""
    newest = spot.said.once("titled years", _newest_in_titles)
    if not newest or spot.is_number or spot.claimants.many or spot.claimants.is_in_entry:
        return False
    where = _YEAR_BEHIND.match(behind) if sort_of(spot.own) is Sort.PLACE else None
    if where is not None and where.group(1) < newest:
        return True
    years = _YEAR.findall(spot.value)
    is_old = len(years) == 1 and years[0] < newest and years[0] != spot.value
    return is_old and _YEAR.sub(newest, spot.value).casefold() in spot.said.once("titles", _in_titles)


def _newest_in_titles(lines: Sequence[Line]) -> str:
    return max(_YEAR.findall(_in_titles(lines)), default="")


def _in_titles(lines: Sequence[Line]) -> str:
    """Return what stands in the title of the page and in its highest headings."""
    return "\n".join(line.text.casefold() for line in lines if line.outlined.level == 1)
