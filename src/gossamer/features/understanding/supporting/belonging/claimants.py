"""The field that is asked of the page, and whatever else may claim what stands there."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from gossamer.content.text.names import singular, word_set
from gossamer.features.understanding.supporting.asked import SURE, Asked, about, role_terms
from gossamer.features.understanding.supporting.said import Found, Line

_LONG: Final = 4
# What is headed so is of the same kind as the page's own thing, and another one: "More episodes".
_OTHERS: Final = word_set("more other related similar previous past earlier older former")

_ANY_OTHERS: Final = word_set("other related similar more also further recommended")


@dataclass(frozen=True, slots=True)
class Claimants:
    """The field that is asked of the page, and the *others* of its object, whose words may claim what stands there.

    *told* are the words of what a part of the page has to be about when that speaks of something else, *apart*: it may
    be about anything. *is_in_entry*: it is asked of an entry of a list, which has the headings *above* it, the line
    *title* first, its *name* somewhere and these *values*; *many*: it is one of several values, *alone*: of one.
    """

    own: Asked
    others: Sequence[Asked] = ()
    told: frozenset[str] = frozenset()
    is_in_entry: bool = False
    many: bool = False
    alone: bool = False
    apart: bool = False
    above: AbstractSet[str] = frozenset()
    title: Line | None = None
    name: Found | None = None
    values: AbstractSet[str] = frozenset()
    roles: Sequence[Asked] = field(default_factory=role_terms)

    @property
    def rivals(self) -> Sequence[Asked]:
        """Return what else may claim it: for somebody's role all other roles, too."""
        if not self.own.is_role:
            return self.others
        return (*self.others, *(one for one in self.roles if one.words != self.own.words))

    def may_be_apart(self, apart: str) -> bool:
        """Return whether a part of the page that speaks of something else speaks of what is asked for."""
        words = {singular(word.lower()) for word in apart.split()}
        if not _ANY_OTHERS.isdisjoint(words) and not _ANY_OTHERS.isdisjoint(self.told):
            return True
        is_one = not (self.is_in_entry or self.many)
        if is_one and (said := _OTHERS & words) and said.isdisjoint(self.told):
            return self.apart
        long = [word for word in words if len(word) > _LONG]
        # "reviewer" is asked for where there are reviews.
        return self.apart or any(one in words or one.startswith(tuple(long)) for one in self.told)


def is_claimed(found: Found, claimants: Claimants) -> bool:
    """Return whether the page labels what stands there as another field, and as nothing of this one."""
    labels = [
        one.label for one in found.line.outlined.claims if not one.by_author and one.start <= found.start < one.end
    ]
    whole = found.end - found.start >= len(found.line.text) // 2
    if not whole or any(about(claimants.own, label) > 0 for label in labels):
        return False
    return any(about(one, label) >= SURE for one in claimants.others for label in labels)
