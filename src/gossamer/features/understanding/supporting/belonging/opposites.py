# ruff: noqa: E501 - words of several languages, kept as tables
"""What speaks of the other of two, or of another of four: of women's records, of winter, of the least where most are asked for."""

import re
from typing import Final

from gossamer.content.text.names import word_set, words_of
from gossamer.features.understanding.supporting.belonging.spot import Spot

_SEXES: Final = (
    (
        word_set("men man male mens herren"),
        re.compile(r"\b(?:women|ladies|girls|female|frauen|damen|femmes|mujeres)", re.IGNORECASE),
    ),
    (
        word_set("women woman female lady ladies womens frauen damen"),
        re.compile(r"\b(?:men|gentlemen|boys|male|männer|herren|hommes|hombres)\b", re.IGNORECASE),
    ),
)
_SEASONS: Final = (
    (
        word_set("summer sommer été verano estate zomer"),
        re.compile(r"\b(?:summer|sommer|été|verano|estate|zomer)", re.IGNORECASE),
    ),
    (word_set("winter hiver invierno inverno"), re.compile(r"\b(?:winter|hiver|invierno|inverno)", re.IGNORECASE)),
    (
        word_set("spring frühling frühjahr printemps primavera"),
        re.compile(r"\b(?:spring|frühling|frühjahr|printemps|primavera)", re.IGNORECASE),
    ),
    (
        word_set("autumn fall herbst automne otoño autunno"),
        re.compile(r"\b(?:autumn|herbst|automne|otoño|autunno)", re.IGNORECASE),
    ),
)
_ENDS: Final = (
    (
        word_set("max maximum maximal most highest largest"),
        re.compile(
            r"\b(?:min|minimum|at least|no fewer than|mindestens|minimal|au moins|al menos|como mínimo|almeno|minstens|tenminste)\.?:?\s\W?\Z",
            re.IGNORECASE,
        ),
    ),
    (
        word_set("min minimum minimal least lowest smallest fewest"),
        re.compile(
            r"\b(?:max|maximum|at most|up to|no more than|höchstens|maximal|bis zu|au plus|jusqu'à|como máximo|hasta|al massimo|hoogstens)\.?:?\s\W?\Z",
            re.IGNORECASE,
        ),
    ),
)


def is_of_the_opposite(spot: Spot) -> bool:
    """Return whether its sentence, or the heading above it, speaks of the other sex or of another season than is asked for.

    Or whether it is the least of something, and the most is asked for.
    """
    return _is_of_the_other_sex(spot) or _is_of_another_season(spot) or _is_of_the_other_end(spot)


def _is_of_the_other_end(spot: Spot) -> bool:
    """Return whether "at least", say, stands right before it, and the most is asked for."""
    words = frozenset(words_of(spot.own.name))
    return any(not words.isdisjoint(asked) and spot.is_led_by(others) for asked, others in _ENDS)


def _is_of_the_other_sex(spot: Spot) -> bool:
    """Return whether its sentence speaks of women's records, say, and men's are asked for."""
    words = {*words_of(spot.own.name), *spot.own.words}
    before = spot.sentence_before
    return any(not words.isdisjoint(asked) and others.search(before) is not None for asked, others in _SEXES)


def _is_of_another_season(spot: Spot) -> bool:
    """Return whether its heading or its sentence speaks of winter, say, alone, and summer is asked for."""
    words = words_of(spot.own.name)
    asked = [at for at, (names, _) in enumerate(_SEASONS) if not names.isdisjoint(words)]
    if not asked:
        return False
    for text in (spot.sentence_before, spot.line.heading):
        told = [at for at, (_, season) in enumerate(_SEASONS) if season.search(text)]
        if told:
            return not any(at in asked for at in told)
    return False
