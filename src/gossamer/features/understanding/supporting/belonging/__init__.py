"""Whether what stands at a place of the page is said of a field: by its label, its heading, the words around it.

A label that people see decides: it is about the field or about something else. Where none is there, words of the field
nearby speak for it, words of another field that are nearer against it, and so does what a number counts or measures.
Where nothing tells, the page says it of the field if it is of the kind that the field asks for, is a whole phrase, and
stands where such a thing stands.
"""

from gossamer.features.understanding.supporting.belonging.claimants import Claimants, is_claimed
from gossamer.features.understanding.supporting.belonging.evident import is_of_the_page, names_a_page
from gossamer.features.understanding.supporting.belonging.kinds import (
    ADDRESS_LIKE,
    CLOCK,
    is_money_kind,
    is_named_kind,
    is_person_kind,
    is_place_kind,
    is_title_kind,
    may_be_amount,
)
from gossamer.features.understanding.supporting.belonging.weighing import LABELLED, SPOKEN, UNCLAIMED, weight

__all__ = [
    "ADDRESS_LIKE",
    "CLOCK",
    "LABELLED",
    "SPOKEN",
    "UNCLAIMED",
    "Claimants",
    "is_claimed",
    "is_money_kind",
    "is_named_kind",
    "is_of_the_page",
    "is_person_kind",
    "is_place_kind",
    "is_title_kind",
    "may_be_amount",
    "names_a_page",
    "weight",
]
