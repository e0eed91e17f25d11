"""Whether the pages of one site speak of one thing, as those of a firm, of an event or of a product often do.

They do unless their names or titles name different things, or two of them contradict each other: by an identifying
number, by another value of what each of many things has (a price) or of where somebody is reached. A page that is
called "Contact" or "Specifications" is a page about the thing, and that is not a name.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, pairwise
from typing import Final

from gossamer.content.locales import words as word_list
from gossamer.core import field_names as fields
from gossamer.core.word_folding import words
from gossamer.features.extract.merging.claim_values import ClaimValues

_PAGE_WORDS: Final = frozenset(word for text in word_list("sites", "pages") for word in words(text))


@lru_cache(maxsize=4096)
def _is_of_a_page(name: str) -> bool:
    """Return whether *name* says only which page of a site it is."""
    return _PAGE_WORDS.issuperset(words(name))


def has_name(values: ClaimValues) -> bool:
    """Return whether the page names a thing, and not only itself."""
    return any(not _is_of_a_page(name.whole) for name in values.names.values())


def read_as_one(claimed: Sequence[ClaimValues]) -> tuple[list[ClaimValues], bool]:
    """Return the claims of the pages of a site about its one thing, and whether all of them name it.

    Names of pages are taken out. Nothing is returned where the pages may speak of several things.
    """
    named = [_without_names_of_pages(values) for values in claimed]
    field = min((name for values in named for name in values.names), key=fields.name_rank, default="")
    subject = next((values.names[field].whole for values in named if field in values.names), "")
    unnamed = [values for values in named if field not in values.names]
    is_named = bool(subject) and all(subject in values.title_parts for values in unnamed)
    if _differ_in_names(named) or not (is_named or _have_one_topic(named, unnamed, subject)):
        return [], False
    return ([], False) if _contradict(named, is_named=is_named) else (named, is_named)


def _without_names_of_pages(values: ClaimValues) -> ClaimValues:
    claim = values.claim
    for name, called in values.names.items():
        if _is_of_a_page(called.whole):
            claim = claim.without(name)
    return values if claim is values.claim else ClaimValues.by(claim)


def _have_one_topic(pages: Sequence[ClaimValues], unnamed: Sequence[ClaimValues], subject: str) -> bool:
    """Return whether the titles of *unnamed* pages name no other thing than *subject*, or than each other.

    Parts of titles that all *pages* have name the site. Without a title, what each of many things has tells nothing.
    """
    if any(values.is_particular and not values.title_parts for values in unnamed):
        return False
    of_site = reduce(frozenset.intersection, (values.title_parts for values in pages))
    topics = [topic for values in unnamed if (topic := _read_topic(values, of_site))]
    candidates = [frozenset(words(subject))] if subject else list(chain.from_iterable(topics))
    return not topics or any(all(_is_about(topic, name) for topic in topics) for name in candidates)


def _read_topic(values: ClaimValues, of_site: frozenset[str]) -> list[frozenset[str]]:
    """Return the words of each part of a page's title that names neither the site nor the page itself."""
    return [frozenset(words(part)) for part in values.title_parts - of_site if not _is_of_a_page(part)]


def _is_about(topic: Sequence[frozenset[str]], name: frozenset[str]) -> bool:
    return any(part <= name or name <= part for part in topic)


def _differ_in_names(claimed: Sequence[ClaimValues]) -> bool:
    """Return whether two pages have different names in one field of the most telling ones."""
    called: dict[str, set[str]] = defaultdict(set)
    for values in claimed:
        for name, page_name in values.names.items():
            called[name].add(page_name.whole)
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
        entries.isdisjoint(other)
        for name in {name for values in claimed for name in values.lists if fields.is_particular(name)}
        for entries, other in pairwise([values.lists[name] for values in claimed if name in values.lists])
    )


def _telling(values: ClaimValues) -> Iterator[tuple[str, object]]:
    """Yield the values that only one thing has, by name, without addresses on its own site."""
    for name, value in values.keys.items():
        if not str(value).startswith(values.host.removeprefix("www.")):
            yield name, value
    for name, value in values.plain.items():
        if fields.is_particular(name) or fields.is_contact(name):
            yield name, value
