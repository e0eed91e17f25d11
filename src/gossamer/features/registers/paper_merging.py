"""Papers of several registers as one list: each paper once, by reciprocal rank fusion.

Two records are one paper when they share an identifier, or a long title and the first author's family name: a preprint
and its published version have different DOIs, and not every register knows both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from gossamer.content.text.terms import folded
from gossamer.core.papers import Paper, PaperId, PaperQuery

_DAMPING: Final = 60
_LEAST_TITLE_WORDS: Final = 4
_Key: TypeAlias = PaperId | tuple[str, ...]


@dataclass(slots=True)
class MergedPaper:
    """A paper, and its place in each list that has it, by the number of the list."""

    paper: Paper
    places: dict[int, int] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """Return the sum of what its places are worth."""
        return sum(1 / (_DAMPING + place) for place in self.places.values())


def merge_papers(lists: Sequence[Sequence[Paper]]) -> list[MergedPaper]:
    """Return all papers of *lists*, best first; the earlier list is shown where two differ."""
    owners: dict[_Key, MergedPaper] = {}
    for number, papers in enumerate(lists):
        for place, paper in enumerate(papers, start=1):
            owning = {id(owners[key]): owners[key] for key in _keys(paper) if key in owners}
            # The one that was met first: identifiers have no order.
            earlier_papers = sorted(owning.values(), key=lambda candidate: min(candidate.places.items()))
            merged_paper = earlier_papers[0] if earlier_papers else MergedPaper(paper)
            for other in earlier_papers[1:]:
                merged_paper.paper = unite_papers(merged_paper.paper, other.paper)
                merged_paper.places = {**other.places, **merged_paper.places}
            merged_paper.paper = unite_papers(merged_paper.paper, paper)
            merged_paper.places.setdefault(number, place)
            owners.update(dict.fromkeys((*_keys(merged_paper.paper), *_keys(paper)), merged_paper))
    unique_papers = {id(owner): owner for owner in owners.values()}.values()
    return sorted(unique_papers, key=lambda candidate: (-candidate.value, min(candidate.places.items())))


def unite_papers(known: Paper, other: Paper) -> Paper:
    """Return *known* with what only *other* has."""
    return replace(
        known,
        ids=known.ids | other.ids,
        title=known.title or other.title,
        abstract=max(known.abstract, other.abstract, key=len),
        authors=known.authors or other.authors,
        categories=tuple(dict.fromkeys((*known.categories, *other.categories))),
        created=known.created or other.created,
        updated=known.updated or other.updated,
        documents=tuple(dict.fromkeys((*known.documents, *other.documents))),
        sources=tuple(dict.fromkeys((*known.sources, *other.sources))),
    )


def fits(paper: Paper, query: PaperQuery) -> bool:
    """Return whether *paper* has all authors and categories of *query* and a date in its time."""
    authors = [folded(name) for name in paper.authors]
    categories = {folded(name) for name in paper.categories}
    return (
        all(any(_is_named(author, name) for name in authors) for author in query.authors)
        and all(folded(category) in categories for category in query.categories)
        and _is_in_time(paper, query)
    )


def _is_named(wanted_name: str, name: str) -> bool:
    """Return whether *wanted_name* is part of *name*, or all its words are, in any order."""
    words = folded(wanted_name).replace(",", " ").split()
    return folded(wanted_name) in name or all(word in name.replace(",", " ").split() for word in words)


def _is_in_time(paper: Paper, query: PaperQuery) -> bool:
    if query.since is None and query.until is None:
        return True
    days = [day for day in (paper.created, paper.updated) if day is not None]
    return any(
        (query.since is None or day >= query.since) and (query.until is None or day <= query.until) for day in days
    )


def _keys(paper: Paper) -> Iterator[_Key]:
    yield from paper.ids
    words = tuple("".join(sign if sign.isalnum() else " " for sign in folded(paper.title)).split())
    if len(words) >= _LEAST_TITLE_WORDS and paper.authors:
        yield ("title", *words, _family_name(paper.authors[0]))


def _family_name(author: str) -> str:
    """Return the longest word of a name: "Vaswani A" and "Ashish Vaswani" are written by different registers."""
    return max(folded(author).replace(",", " ").replace(".", " ").split(), key=len, default="")
