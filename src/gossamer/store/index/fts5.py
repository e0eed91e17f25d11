"""Postings in SQLite's FTS5: a table without content of its own, whose rows have the documents' ids.

A row is taken out by telling all its words again, because the table does not keep them apart by row.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from sqlalchemy import Connection, text

from gossamer.core.word_folding import is_letter_of_unspaced
from gossamer.store.index.conditions import DATED, Conditions
from gossamer.store.index.documents import IndexFields
from gossamer.store.index.query_plan import IndexQuery, Piece

_NAMES: Final = ("scope", "title", "headings", "url", "description", "body")
_COLUMNS: Final = ", ".join(_NAMES)
_VALUES: Final = ", ".join(f":{name}" for name in _NAMES)
_ADD: Final = text(f"INSERT INTO index_postings(rowid, {_COLUMNS}) VALUES (:id, {_VALUES})")  # noqa: S608
_REMOVE: Final = text(
    f"INSERT INTO index_postings(index_postings, rowid, {_COLUMNS}) VALUES ('delete', :id, {_VALUES})"  # noqa: S608
)
_EMPTY: Final = text("INSERT INTO index_postings(index_postings) VALUES ('delete-all')")
# The weight of a word in each field, in the order of the columns (BM25 of all fields together); measured by
# `bench/search.py`. Titles have more weight where the candidates are put in order.
_WEIGHTS: Final = "0.0, 2.5, 2.5, 1.5, 1.5, 1.0"
_FIND: Final = (
    "SELECT p.rowid AS id, -bm25(index_postings, {weights}) AS score FROM index_postings AS p"
    " JOIN index_documents AS d ON d.id = p.rowid"
    " WHERE index_postings MATCH :match AND d.team_id = :team{conditions} ORDER BY {order} LIMIT :most"
)
_COUNT: Final = text(
    "SELECT count(*) FROM (SELECT 1 FROM index_postings WHERE index_postings MATCH :match LIMIT :most)"
)


class Fts5:
    """Words of documents in SQLite."""

    def cell(self, fields: IndexFields) -> str | None:  # noqa: ARG002 - words have a table of their own
        """Return None: the words of a document are not in its own row."""
        return None

    def add(self, connection: Connection, rows: Sequence[tuple[int, IndexFields]]) -> None:
        """Write the words of documents, by their ids."""
        connection.execute(_ADD, [{"id": number} | fields.by_name() for number, fields in rows])

    def remove(self, connection: Connection, rows: Sequence[tuple[int, IndexFields]]) -> None:
        """Take the words of documents out; they must be those that were written."""
        connection.execute(_REMOVE, [{"id": number} | fields.by_name() for number, fields in rows])

    def empty(self, connection: Connection) -> None:
        """Take all words out."""
        connection.execute(_EMPTY)

    def looking(self, connection: Connection) -> AbstractContextManager[None]:  # noqa: ARG002 - nothing to prepare
        """Look for words in this block."""
        return nullcontext()

    def counts(self, connection: Connection, plan: IndexQuery, *, most: int) -> dict[Piece, int]:
        """Return for each scored piece how many of the team's pages have it, at most *most*."""
        matches = {piece: f"{_scope(plan)} AND {_phrase(piece)}" for piece in plan.scored}
        return {
            piece: int(connection.execute(_COUNT, {"match": match, "most": most}).scalar_one())
            for piece, match in matches.items()
        }

    def find(
        self,
        connection: Connection,
        plan: IndexQuery,
        pieces: Sequence[Piece],
        weights: Mapping[Piece, float],  # noqa: ARG002 - FTS5 knows how rare words are
        conditions: Conditions,
        *,
        every: bool,
        most: int,
    ) -> Sequence[Any]:
        """Return rows of id and score of up to *most* pages with *every*, or any, of *pieces*."""
        order = f"{DATED} DESC" if conditions.by_date else "score DESC"
        query = _FIND.format(weights=_WEIGHTS, conditions=conditions.sql, order=order)
        match = _expression(plan, pieces, every=every)
        return connection.execute(text(query), {"match": match, "most": most} | conditions.given).all()


def _expression(plan: IndexQuery, pieces: Sequence[Piece], *, every: bool) -> str:
    parts = [_scope(plan), *(f"scope : ({_any(group)})" for group in plan.scopes)]
    if pieces:
        parts.append("(" + (" AND " if every else " OR ").join(map(_phrase, pieces)) + ")")
    parts += ["(" + " OR ".join(map(_phrase, group)) + ")" for group in plan.needed]
    parts += [f"title : {_phrase(piece)}" for piece in plan.in_title]
    parts += [f"url : {_phrase(piece)}" for piece in plan.in_url]
    expression = " AND ".join(parts)
    if plan.outside:
        expression = f"({expression}) NOT scope : ({_any(plan.outside)})"
    if plan.excluded:
        unwanted = " OR ".join(map(_phrase, plan.excluded))
        expression = f"({expression}) NOT ({unwanted})"
    return expression


def _scope(plan: IndexQuery) -> str:
    return f'scope : "{plan.team}"'


def _any(marks: Iterable[str]) -> str:
    return " OR ".join(f'"{mark}"' for mark in marks)


def _phrase(piece: Piece) -> str:
    # Folded words are letters, digits and marks: nothing of them ends a string.
    prefix = "*" if len(piece) == 1 and is_letter_of_unspaced(piece[0]) else ""
    return f'"{" ".join(piece)}"{prefix}'
