"""Whether the pages of one site speak of one thing, as those of a firm, of an event or of a product often do.

They do unless two of them contradict each other: by an identifying number, by another value of what each of many things
has (a price) or of where somebody is reached, or by names of which none stands in all titles. A page that is called
"Specifications" and has the name of the thing in its title is a part of it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Final

from gossamer.core import field_names as fields
from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.likeness import Name

_BETWEEN_PARTS: Final = re.compile(r"\s+[|·•»/\-–—]+\s+|:\s+")  # noqa: RUF001 - as titles have them
# The start page of a shop and one of its products look like a thing and its part; two parts that agree do not.
_FEWEST_PARTS: Final = 2


def read_as_one(claimed: Sequence[ClaimValues]) -> tuple[list[ClaimValues], bool]:
    """Return what the pages of a site claim of its one thing, and whether all of them name it.

    Names of parts are taken out. Nothing is returned where the pages may speak of several things.
    """
    titles = [_parts_of(values.claim.page.title) for values in claimed]
    name, subject = _subject_of(claimed, titles)
    named = [_without_name_of_part(values, name, subject) for values in claimed]
    parts = [values for values, own in zip(claimed, named, strict=True) if own is not values]
    says_more = any(own is values and own.says_more for values, own in zip(claimed, named, strict=True) if values.names)
    if parts and not says_more and len(parts) < _FEWEST_PARTS:
        return [], False
    is_named = bool(subject) and all(
        subject in parts_of_title or (name in values.names and values.names[name].whole == subject)
        for values, parts_of_title in zip(named, titles, strict=True)
    )
    return ([], False) if _differ_in_names(named) or _contradict(named, is_named=is_named) else (named, is_named)


def _subject_of(claimed: Sequence[ClaimValues], titles: Sequence[frozenset[str]]) -> tuple[str, str]:
    """Return the field with the most telling names, and the one of them that each page has, as name or in its title.

    A page without a name of its own need not have it. The name is empty where there is none.
    """
    name = min((name for values in claimed for name in values.names), key=fields.name_rank, default="")
    called = [values.names[name].whole if name in values.names else "" for values in claimed]
    known = [parts | {own} for own, parts in zip(called, titles, strict=True) if own]
    subjects = reduce(frozenset.intersection, known) & frozenset(called) if known else frozenset()
    return name, max(subjects, key=lambda subject: (called.count(subject), subject), default="")


def _without_name_of_part(values: ClaimValues, name: str, subject: str) -> ClaimValues:
    if not subject or name not in values.claim.value or name not in values.names:
        return values
    return values if values.names[name].whole == subject else ClaimValues.by(values.claim.without(name))


def _differ_in_names(claimed: Sequence[ClaimValues]) -> bool:
    """Return whether two pages have different names in one field of the most telling ones."""
    called: dict[str, set[str]] = defaultdict(set)
    for values in claimed:
        for name, own in values.names.items():
            called[name].add(own.whole)
    rank = min(map(fields.name_rank, called), default=0)
    return any(len(names) > 1 and fields.name_rank(name) == rank for name, names in called.items())


def _contradict(claimed: Sequence[ClaimValues], *, is_named: bool) -> bool:
    """Return whether two pages give different values of what one thing has once.

    Pages that all name the thing may give several numbers by which it is reached.
    """
    values_by_field: dict[str, object] = {}
    return any(
        values_by_field.setdefault(name, value) != value
        for values in claimed
        for name, value in _telling(values)
        if not (is_named and fields.is_contact(name))
    ) or any(
        one.isdisjoint(other)
        for name in {name for values in claimed for name in values.lists if fields.is_particular(name)}
        for one, other in pairwise([values.lists[name] for values in claimed if name in values.lists])
    )


def _telling(values: ClaimValues) -> Iterator[tuple[str, object]]:
    """Yield what only one thing has, but for addresses on its own site."""
    for name, value in values.keys.items():
        if not str(value).startswith(values.host.removeprefix("www.")):
            yield name, value
    for name, value in values.plain.items():
        if fields.is_particular(name) or fields.is_contact(name):
            yield name, value


def _parts_of(title: str) -> frozenset[str]:
    return frozenset(Name.of(part).whole for part in _BETWEEN_PARTS.split(title) if part.strip())
