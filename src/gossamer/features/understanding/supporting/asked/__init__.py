"""What a field of an answer asks for, and whether the words of a page are about it.

The names that pages use are those of the rules' own vocabulary; here are added what a field's name shares with a label
("bedrooms" and "Beds"), words for what nobody marks up (a chief executive), and units.
"""

from gossamer.features.understanding.supporting.asked.field import ISO_DAY, Asked, asked, role_terms
from gossamer.features.understanding.supporting.asked.labels import (
    SURE,
    about,
    are_kin,
    counts_people,
    is_cognate,
    is_named_by,
    is_short_for,
    is_staff,
    is_term,
    is_unknown,
    may_be_named_by,
)
from gossamer.features.understanding.supporting.asked.measures import dimension, is_way, time_of
from gossamer.features.understanding.supporting.asked.words import canonical, is_like, spelled

__all__ = [
    "ISO_DAY",
    "SURE",
    "Asked",
    "about",
    "are_kin",
    "asked",
    "canonical",
    "counts_people",
    "dimension",
    "is_cognate",
    "is_like",
    "is_named_by",
    "is_short_for",
    "is_staff",
    "is_term",
    "is_unknown",
    "is_way",
    "may_be_named_by",
    "role_terms",
    "spelled",
    "time_of",
]
