"""Postings in PostgreSQL: a `tsvector` in each document, written by us and not by a text search configuration.

PostgreSQL's own ranks know nothing of how rare a word is, so each word is ranked apart and weighed here. Fields have
its four weights: A the title, B headings and address, C the description, D the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, text

from gossamer.core.folding import is_letter_of_unspaced
from gossamer.store.index.documents import Fields
from gossamer.store.index.planning import Asked, Piece

# Positions end here; what is behind is found all the same, but not as part of a phrase.
_LAST_POSITION: Final = 16_383
_MOST_POSITIONS: Final = 250
# So far apart that no phrase goes from one field to the next.
_GAP: Final = 50
# The mark of the team is one of the words; asked for the team's column too, PostgreSQL would read every document.
_COUNT: Final = text(
    "SELECT count(*) FROM (SELECT 1 FROM index_documents WHERE postings @@ CAST(:match AS tsquery) LIMIT :most) AS had"
)
# Of the text, the description, headings and the address, the title.
_WEIGHTS: Final = "'{0.3, 0.4, 0.6, 0.7}'"
_FIND: Final = (
    "SELECT d.id AS id, ({score}) / (0.7 + 0.3 * least(d.words / 700.0, 4.0)) AS score FROM index_documents AS d"
    " WHERE d.team_id = :team AND d.postings @@ CAST(:match AS tsquery){conditions} ORDER BY {order} LIMIT :most"
)


class TsVector:
    """Words of documents in PostgreSQL."""

    def cell(self, fields: Fields) -> str | None:
        """Return what a document's own row has of its words."""
        return _vector(fields)

    def add(self, connection: Connection, rows: Sequence[tuple[int, Fields]]) -> None:
        """Do nothing: words come with their documents."""

    def remove(self, connection: Connection, rows: Sequence[tuple[int, Fields]]) -> None:
        """Do nothing: words go with their document, and are replaced with it."""

    def empty(self, connection: Connection) -> None:
        """Do nothing: words go with their documents."""

    def count(self, connection: Connection, asked: Asked, piece: Piece, *, most: int) -> int:
        """Return how many of the team's pages have *piece*, *most* for more."""
        match = f"'{asked.team}' & {_phrase(piece)}"
        return int(connection.execute(_COUNT, {"match": match, "most": most}).scalar_one())

    def find(
        self,
        connection: Connection,
        asked: Asked,
        pieces: Sequence[Piece],
        weights: Sequence[float],
        *,
        every: bool,
        conditions: str,
        order: str,
        given: dict[str, Any],
        most: int,
    ) -> Sequence[Any]:
        """Return rows of id and score of up to *most* pages with *every*, or any, of *pieces*.

        *weights* say how much each of what is told in *asked* counts. *conditions* and *order* are SQL on the
        documents ("d"), with *given* values.
        """
        ranked = {f"piece{number}": _phrase(piece) for number, piece in enumerate(asked.told)}
        score = " + ".join(
            f"{weight:.4f} * ts_rank({_WEIGHTS}, d.postings, CAST(:{name} AS tsquery))"
            for name, weight in zip(ranked, weights, strict=True)
        )
        query = _FIND.format(score=score or "0.0", conditions=conditions, order=order)
        match = _expression(asked, pieces, every=every)
        return connection.execute(text(query), {"match": match, "most": most} | ranked | given).all()


def _vector(fields: Fields) -> str:
    """Return the words of a page as PostgreSQL reads a tsvector."""
    places: dict[str, list[str]] = {mark: [] for mark in fields.scope.split()}
    at = 0
    for weight, words in (
        ("A", fields.title), ("B", fields.headings), ("B", fields.url), ("C", fields.description), ("", fields.body),
    ):  # fmt: skip
        for word in words.split():
            at += 1
            known = places.setdefault(word, [])
            if len(known) < _MOST_POSITIONS and at <= _LAST_POSITION:
                known.append(f"{at}{weight}")
        at += _GAP
    return " ".join(f"'{word}':{','.join(known)}" if known else f"'{word}'" for word, known in places.items())


def _expression(asked: Asked, pieces: Sequence[Piece], *, every: bool) -> str:
    return " & ".join(_conditions(asked, pieces, every=every))


def _conditions(asked: Asked, pieces: Sequence[Piece], *, every: bool) -> Iterator[str]:
    yield f"'{asked.team}'"
    for group in asked.scopes:
        yield f"({_any(group)})"
    if pieces:
        yield "(" + (" & " if every else " | ").join(map(_phrase, pieces)) + ")"
    for needed in asked.needed:
        yield "(" + " | ".join(map(_phrase, needed)) + ")"
    yield from (_phrase(piece, "A") for piece in asked.in_title)
    # Headings have the same weight: who ranks looks at the address again.
    yield from (_phrase(piece, "B") for piece in asked.in_url)
    if asked.outside:
        yield f"!({_any(asked.outside)})"
    for piece in asked.excluded:
        yield f"!({_phrase(piece)})"


def _any(marks: Iterable[str]) -> str:
    return " | ".join(f"'{mark}'" for mark in marks)


def _phrase(piece: Piece, weight: str = "") -> str:
    # Folded words are letters, digits and marks: nothing of them ends a string.
    flags = weight + ("*" if len(piece) == 1 and is_letter_of_unspaced(piece[0]) else "")
    ending = f":{flags}" if flags else ""
    return "(" + " <-> ".join(f"'{word}'{ending}" for word in piece) + ")"
