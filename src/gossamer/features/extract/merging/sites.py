"""Whether the pages of one site speak of one thing, as those of a firm, of an event or of a product often do.

They do unless two of them contradict each other: by an identifying number, by another value of what each of many things
has (a price) or of where somebody is reached, or by names of which none stands in all titles. A page that is called
"Specifications" and has the name of the thing in its title is a part of it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Final

from gossamer.core import field_names as fields
from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.likeness import Name

_BETWEEN_PARTS: Final = re.compile(r"\s+[|·•»/\-–—]+\s+|:\s+")  # noqa: RUF001 - as titles have them
# The start page of a shop and one of its products look like a thing and its part; two parts that agree do not.
_FEWEST_PARTS: Final = 2


@dataclass(frozen=True, slots=True)
class _SitePage:
    """A page of a site: its claims, its name in the field of the most telling names ("": none), its title in parts."""

    values: ClaimValues
    called: str
    parts: frozenset[str]

    @classmethod
    def of(cls, values: ClaimValues, field: str) -> "_SitePage":
        """Return the page of *values*, whose name is in *field*."""
        called = values.names[field].whole if field in values.names else ""
        return cls(values, called, title_parts(values))

    @property
    def known(self) -> frozenset[str]:
        """Return the names of things that the page has, as its own or in its title."""
        return self.parts | {self.called}


def title_parts(values: ClaimValues) -> frozenset[str]:
    """Return the parts of a page's title, as names are compared."""
    written_parts = _BETWEEN_PARTS.split(values.claim.page.title)
    return frozenset(Name.of(part).whole for part in written_parts if part.strip())


def read_as_one(claimed: Sequence[ClaimValues]) -> tuple[list[ClaimValues], bool]:
    """Return the claims of the pages of a site about its one thing, and whether all of them name it.

    Names of parts are taken out. Nothing is returned where the pages may speak of several things.
    """
    field = min((name for values in claimed for name in values.names), key=fields.name_rank, default="")
    pages = [_SitePage.of(values, field) for values in claimed]
    subject = _choose_subject([page for page in pages if page.called])
    named = [_take_out_part(page, field, subject) for page in pages]
    if not _may_have_parts(pages, subject) or _differ_in_names(named):
        return [], False
    is_named = bool(subject) and all(subject in page.known for page in pages)
    return ([], False) if _contradict(named, is_named=is_named) else (named, is_named)


def _take_out_part(page: _SitePage, field: str, subject: str) -> ClaimValues:
    """Return the claims of *page*, without the name of a part of *subject*."""
    is_part = subject and page.called not in {"", subject}
    return ClaimValues.by(page.values.claim.without(field)) if is_part else page.values


def _choose_subject(named: Sequence[_SitePage]) -> str:
    """Return the name that all *named* pages have, as their own or in their title; empty when there is none."""
    if not named:
        return ""
    called = [page.called for page in named]
    subjects = reduce(frozenset.intersection, (page.known for page in named)) & frozenset(called)
    return max(subjects, key=lambda subject: (called.count(subject), subject), default="")


def _may_have_parts(pages: Sequence[_SitePage], subject: str) -> bool:
    """Return whether pages with names of their own may be about parts of *subject*; true where there are none."""
    parts = sum(page.called not in {"", subject} for page in pages)
    return not 0 < parts < _FEWEST_PARTS or any(page.values.says_more for page in pages if page.called == subject)


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
    """Yield the values that only one thing has, by name, without addresses on its own site."""
    for name, value in values.keys.items():
        if not str(value).startswith(values.host.removeprefix("www.")):
            yield name, value
    for name, value in values.plain.items():
        if fields.is_particular(name) or fields.is_contact(name):
            yield name, value
