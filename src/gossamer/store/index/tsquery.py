"""Queries in PostgreSQL's `tsquery` language.

Words of the title, the headings and the address are in the vector twice: with their positions, and under a mark that
PostgreSQL's index answers alone. A condition on a field's weight would have every vector read.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from gossamer.core.word_folding import is_letter_of_unspaced
from gossamer.store.index.query_plan import IndexQuery, Piece

# No word begins with it: words are letters, digits and their marks.
_PROMINENT: Final = "="
TITLE: Final = "A"
HEADINGS: Final = "B"
# Shared with the description: a search in addresses looks at the address itself afterwards.
ADDRESS: Final = "C"
DESCRIPTION: Final = "C"


def prominent(word: str) -> str:
    """Return the mark of a page that has *word* in its title, headings or address."""
    return _PROMINENT + word


def all_of(conditions: Iterable[str]) -> str:
    """Return the query that asks for all of *conditions*."""
    return " & ".join(conditions)


def any_of(conditions: Iterable[str]) -> str:
    """Return the query that asks for one of *conditions*."""
    return "(" + " | ".join(conditions) + ")"


def write_conditions(plan: IndexQuery) -> Iterator[str]:
    """Yield the conditions for a page, whichever of the wanted words it has."""
    yield f"'{plan.team}'"
    for group in plan.scopes:
        yield any_of(map(_mark, group))
    for needed in plan.needed:
        yield any_of(map(phrase, needed))
    for piece in plan.in_title:
        yield prominently(piece)
        yield phrase(piece, TITLE)
    for piece in plan.in_url:
        yield prominently(piece)
        yield phrase(piece, ADDRESS)
    if plan.outside:
        yield f"!{any_of(map(_mark, plan.outside))}"
    for piece in plan.excluded:
        yield f"!{phrase(piece)}"


def phrase(piece: Piece, weight: str = "") -> str:
    """Return the query for the words of *piece* in their order, in fields of that *weight* if one is given."""
    ending = _ending(piece, weight)
    return "(" + " <-> ".join(f"'{word}'{ending}" for word in piece) + ")"


def prominently(piece: Piece) -> str:
    """Return the query for pages that have all words of *piece* in title, headings or address, in any order."""
    ending = _ending(piece)
    return "(" + " & ".join(f"'{prominent(word)}'{ending}" for word in piece) + ")"


def _ending(piece: Piece, weight: str = "") -> str:
    flags = weight + ("*" if len(piece) == 1 and is_letter_of_unspaced(piece[0]) else "")
    return f":{flags}" if flags else ""


def _mark(mark: str) -> str:
    return f"'{mark}'"
