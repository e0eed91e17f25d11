"""Postings in PostgreSQL: a `tsvector` in each document, written by us and not by a text search configuration.

PostgreSQL's own ranks know nothing of how rare a word is, and what they look at has to be read from beside the table
and unpacked. So candidates are chosen by what its index alone can tell: which words a page has, and which of them
prominently. Only of these the vectors are read, for the same rank as SQLite's: BM25 of all fields together.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, text

from gossamer.store.index import tsquery
from gossamer.store.index.conditions import DATED, Conditions
from gossamer.store.index.documents import IndexFields
from gossamer.store.index.query_plan import IndexQuery, Piece

# Positions end here; what is behind is found all the same, but not as part of a phrase.
_LAST_POSITION: Final = 16_383
_MOST_POSITIONS: Final = 250
# So far apart that no phrase goes from one field to the next.
_GAP: Final = 50
# The planner takes looking for a word in a vector for cheap, and would rather read all documents than use the index;
# with both ways barred only the bitmaps of the index are left.
_BY_INDEX: Final = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off"
# Weights of a word in the text, description and address, headings, title, in units of the last: PostgreSQL takes
# nothing above 1. The rank `ts_rank_cd` of one word is the sum of these over its places.
_WEIGHTS: Final = "'{0.4, 0.6, 1.0, 1.0}'"
_OF_TEXT: Final = 0.4
# BM25: how soon more of a word is no better (k1), how much long pages are held back (b), and what an ordinary one has.
_SATURATION: Final = 1.2
_LENGTH: Final = 0.75
_ORDINARY_WORDS: Final = 700
# How much more of its weight a word has among the candidates of whom only the index was asked, where it is prominent.
_PROMINENCE: Final = 1.0
# Of a word, or of words together, that more pages have, so many are looked at, beside those that have it prominently.
_MOST_PAGES: Final = 4_000
# The mark of the team is one of the words, and who reads the vectors asks for the team's column too. Each table is
# materialized because otherwise the planner, which hopes to find enough soon, would read documents one by one.
_PAGES: Final = (
    "{name} AS MATERIALIZED"
    " (SELECT d.id FROM index_documents AS d WHERE d.postings @@ CAST(:{name} AS tsquery){conditions})"
)
_COUNTED: Final = "(SELECT count(*) FROM (SELECT 1 FROM {name} LIMIT :most) AS had)"
_WEIGHED: Final = "(SELECT id, CAST({weight:.4f} AS float8) AS weight FROM {name} LIMIT {most})"
_CHOOSE: Final = "WITH {pages} SELECT id FROM ({weighed}) AS had GROUP BY id ORDER BY sum(weight) DESC, id LIMIT :most"
_NEWEST: Final = (
    "SELECT d.id AS id, 0.0 AS score FROM index_documents AS d"
    " WHERE d.team_id = :team AND d.postings @@ CAST(:match AS tsquery){conditions} ORDER BY {dated} DESC LIMIT :most"
)
_RANK: Final = (
    "SELECT id, {score} AS score FROM (SELECT d.id, CAST(:flat + :steep * d.words AS float8) AS length{places}"
    " FROM index_documents AS d WHERE d.id = ANY(:ids) AND d.team_id = :team OFFSET 0) AS ranked"
)


class TsVector:
    """Words of documents in PostgreSQL."""

    def cell(self, fields: IndexFields) -> str | None:
        """Return the vector of a document's words, for its own row."""
        return _vector(fields)

    def add(self, connection: Connection, rows: Sequence[tuple[int, IndexFields]]) -> None:
        """Do nothing: words come with their documents."""

    def remove(self, connection: Connection, rows: Sequence[tuple[int, IndexFields]]) -> None:
        """Do nothing: words go with their document, and are replaced with it."""

    def empty(self, connection: Connection) -> None:
        """Do nothing: words go with their documents."""

    @contextmanager
    def looking(self, connection: Connection) -> Iterator[None]:
        """Look for words through the index alone in this block, which is one transaction."""
        driver: Any = connection.connection.driver_connection
        with driver.transaction():
            connection.exec_driver_sql(_BY_INDEX)
            yield

    def counts(self, connection: Connection, plan: IndexQuery, *, most: int) -> dict[Piece, int]:
        """Return for each scored piece how many of the team's pages have it, at most *most*."""
        if not plan.scored:
            return {}
        matches = (tsquery.all_of((f"'{plan.team}'", tsquery.phrase(piece))) for piece in plan.scored)
        named = {f"piece{number}": match for number, match in enumerate(matches)}
        query = f"WITH {_pages(named, '')} SELECT {', '.join(_COUNTED.format(name=name) for name in named)}"
        counted = connection.execute(text(query), named | {"most": most}).one()
        return dict(zip(plan.scored, map(int, counted), strict=True))

    def find(
        self,
        connection: Connection,
        plan: IndexQuery,
        pieces: Sequence[Piece],
        weights: Mapping[Piece, float],
        conditions: Conditions,
        *,
        every: bool,
        most: int,
    ) -> Sequence[Any]:
        """Return rows of id and score of up to *most* pages with *every*, or any, of *pieces*.

        *weights* say is how much each scored piece of *plan* counts.
        """
        if conditions.by_date:
            phrases = (
                (tsquery.any_of(map(tsquery.phrase, pieces)),) if pieces and not every else map(tsquery.phrase, pieces)
            )
            query = _NEWEST.format(conditions=conditions.sql, dated=DATED)
            match = tsquery.all_of((*tsquery.write_conditions(plan), *phrases))
            return connection.execute(text(query), conditions.given | {"match": match, "most": most}).all()
        weighed = list(_together(plan, pieces, weights) if every else _apart(plan, pieces, weights))
        ids = _choose_pages(connection, weighed, conditions, most)
        return _rank_pages(connection, ids, weights, conditions) if ids else []


def _together(plan: IndexQuery, pieces: Sequence[Piece], weights: Mapping[Piece, float]) -> Iterator[tuple[str, float]]:
    """Yield queries for pages with all of *pieces*, and what pages that answer each have the more."""
    every = (*tsquery.write_conditions(plan), *map(tsquery.phrase, pieces))
    yield tsquery.all_of(every), 0.0
    for piece in plan.scored:
        yield tsquery.all_of((*every, tsquery.prominently(piece))), _PROMINENCE * weights[piece]


def _apart(plan: IndexQuery, pieces: Sequence[Piece], weights: Mapping[Piece, float]) -> Iterator[tuple[str, float]]:
    """Yield queries for pages with any of *pieces*, and what pages that answer each have the more.

    Whichever of the words it is, a page that has it prominently is one to look at.
    """
    always = tuple(tsquery.write_conditions(plan))
    for piece in pieces:
        yield tsquery.all_of((*always, tsquery.phrase(piece))), weights[piece]
    for piece in plan.wanted:
        yield tsquery.all_of((*always, tsquery.prominently(piece))), _PROMINENCE * weights[piece]


def _choose_pages(
    connection: Connection, weighed: Sequence[tuple[str, float]], conditions: Conditions, most: int
) -> list[int]:
    """Return ids of up to *most* pages that answer the heaviest queries."""
    named = {f"pages{number}": query for number, (query, _) in enumerate(weighed)}
    counting = (
        _WEIGHED.format(name=name, weight=weight, most=_MOST_PAGES)
        for name, (_, weight) in zip(named, weighed, strict=True)
    )
    query = _CHOOSE.format(pages=_pages(named, conditions.sql), weighed=" UNION ALL ".join(counting))
    return [row.id for row in connection.execute(text(query), conditions.given | named | {"most": most})]


def _rank_pages(
    connection: Connection, ids: Sequence[int], weights: Mapping[Piece, float], conditions: Conditions
) -> Sequence[Any]:
    """Return rows of id and score (BM25) of the documents with these *ids*."""
    named = {f"piece{number}": tsquery.phrase(piece) for number, piece in enumerate(weights)}
    places = "".join(
        f", ts_rank_cd({_WEIGHTS}, d.postings, CAST(:{name} AS tsquery)) / {_OF_TEXT} AS {name}" for name in named
    )
    score = " + ".join(
        f"{weight:.4f} * {name} / ({name} + length)" for name, weight in zip(named, weights.values(), strict=True)
    )
    bounds = {
        "flat": _SATURATION * (1 - _LENGTH),
        "steep": _SATURATION * _LENGTH / _ORDINARY_WORDS,
        "ids": list(ids),
        "team": conditions.given["team"],
    }
    return connection.execute(text(_RANK.format(score=score or "0.0", places=places)), named | bounds).all()


def _pages(named: Mapping[str, str], conditions: str) -> str:
    """Return tables of the pages that answer each of the *named* queries."""
    return ", ".join(_PAGES.format(name=name, conditions=conditions) for name in named)


def _vector(fields: IndexFields) -> str:
    """Return the words of a page as PostgreSQL reads a tsvector."""
    places: dict[str, list[str]] = {mark: [] for mark in fields.scope.split()}
    for words in (fields.title, fields.headings, fields.url):
        places.update({tsquery.prominent(word): [] for word in words.split()})
    at = 0
    for weight, words in (
        (tsquery.TITLE, fields.title),
        (tsquery.HEADINGS, fields.headings),
        (tsquery.ADDRESS, fields.url),
        (tsquery.DESCRIPTION, fields.description),
        ("", fields.body),
    ):
        for word in words.split():
            at += 1
            positions = places.setdefault(word, [])
            if len(positions) < _MOST_POSITIONS and at <= _LAST_POSITION:
                positions.append(f"{at}{weight}")
        at += _GAP
    return " ".join(
        f"'{word}':{','.join(positions)}" if positions else f"'{word}'" for word, positions in places.items()
    )
