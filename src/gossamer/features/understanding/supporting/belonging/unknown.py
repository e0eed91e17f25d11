"""Labels that tell nothing of a field: heads of columns in any words, and words of other languages."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.content.text.names import words_of
from gossamer.features.understanding.supporting.asked import is_unknown
from gossamer.features.understanding.supporting.belonging import amounts, texts
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import FAR, NUMBER, Spot

_SEVERAL: Final = 2
_SIGN: Final = 2
_UNIT_ALONE: Final = re.compile(r"\s?[^\W\d_]{0,12}[²³%]?(?:/[^\W\d_]{1,6})?")


def is_headed_by_its_kind(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether the label of an entry's value is what the field's name ends with: "Date" for "decisionDate"."""
    words = words_of(spot.own.name)
    if not spot.claimants.is_in_entry or len(words) < _SEVERAL:
        return False
    return any(words_of(f"{label} ")[-1:] == words[-1:] for label in labels) and _is_of_its_kind(spot)


def is_in_column(spot: Spot) -> bool:
    """Return whether it fills a cell of an entry's row, or is all that its label has: "Sailing"."""
    if not spot.claimants.is_in_entry or not _is_all_that_is_said(spot):
        return False
    return _is_of_its_kind(spot) and (spot.is_number or not spot.own.is_name or NUMBER.search(spot.value) is None)


def is_in_another_tongue(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether it is all that a label has which nobody knows, on a page that is not in English.

    Names of fields are English mostly; who reads "Wirkstoff" and is asked for an active ingredient knows more.
    """
    language = spot.said.language.casefold()
    if spot.is_number or sort_of(spot.own) not in {Sort.OTHER, Sort.CODE}:
        # Of several people, or figures, each has such a label.
        return False
    if not language or language.startswith("en") or spot.claimants.many or not all(map(is_unknown, labels)):
        return False
    return _is_all_that_is_said(spot) and _is_of_its_kind(spot)


def _is_of_its_kind(spot: Spot) -> bool:
    return amounts.may_be(spot, FAR) if spot.is_number else texts.may_be(spot, FAR)


def _is_all_that_is_said(spot: Spot) -> bool:
    """Return whether it fills its cell, or what stands behind its label, but for the unit of an amount."""
    found, line = spot.found, spot.line
    is_cell = line.outlined.cell is not None and line.outlined.cell[1] >= 0
    if is_cell and spot.is_whole_line:
        return True
    claims = [(one.start, one.end) for one in line.outlined.claims if not one.by_author]
    behind = line.text[found.end :]
    return any(
        0 <= found.start - first <= _SIGN
        and (
            last - found.end <= 1 or (spot.is_number and _UNIT_ALONE.fullmatch(behind[: last - found.end]) is not None)
        )
        for first, last in ([(0, len(line.text))] if is_cell else claims)
    )
