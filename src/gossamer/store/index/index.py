"""The index: filled from stored pages, and searched as any provider is."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, select

from gossamer.core.canonical import fingerprint64
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.searches import Hit, SearchQuery, Source
from gossamer.core.snippets import snippet
from gossamer.core.word_folding import normal, words
from gossamer.ports.clock import Clock
from gossamer.ports.index import IndexedRead, Unindexed
from gossamer.ports.search import ProviderFailed, SearchAnswer
from gossamer.store.database import Database
from gossamer.store.index import index_queue
from gossamer.store.index.conditions import Conditions, conditions_of
from gossamer.store.index.documents import IndexFields, fields_of, row_of, unpack_body
from gossamer.store.index.fts5 import Fts5
from gossamer.store.index.query_plan import IndexQuery, Piece, plan_of
from gossamer.store.index.ranking import RankedPage, fits, rank_candidates
from gossamer.store.index.tsvector import TsVector
from gossamer.store.row_encoding import millis, moment, unpack_page
from gossamer.store.schema import index_documents

NAME: Final = "index"
# Writing a batch, and looking through the words of a large index, may take a while under load.
_WRITE_PATIENCE: Final = timedelta(seconds=30)
_CANDIDATES: Final = 120
_CANDIDATES_A_HIT: Final = 3
# Of a word that more pages have it need not be known how many.
_COUNTED: Final = 4_000
# If fewer pages have all words, those that have some of them are looked at too.
_ENOUGH: Final = 30
# Only the rarest words bring pages of their own, and those that every page has none at all.
_RARE_WORDS: Final = 4
# Of pages in memory with all their words.
_FORGOTTEN_AT_ONCE: Final = 200
_document = index_documents.c
_SHOWN: Final = (
    _document.id,
    _document.url,
    _document.site,
    _document.title,
    _document.description,
    _document.image,
    _document.published_at,
    _document.fetched_at,
)
_ROWS: Final = select(*_SHOWN).where(_document.id.in_(bindparam("ids", expanding=True)))
_BODIES: Final = select(_document.id, _document.body).where(_document.id.in_(bindparam("ids", expanding=True)))
_KNOWN: Final = select(index_documents).where(_document.team_id == bindparam("team"), _document.page == bindparam("of"))
_FORGET: Final = delete(index_documents).where(_document.id == bindparam("of"))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A candidate that will be shown, and its text."""

    row: Any
    text: str


class SearchIndex:
    """One entry for each page of a team, by the canonical form of its address: that of the youngest copy.

    Stored pages are queued in the transaction that stores them, so none is lost and none is in the index
    that was not stored. Pages that are taken and not written by *until* are left to others, three times each.

    It is the SearchProvider "index", too, which needs no key and finds what the team has fetched itself.
    """

    def __init__(self, database: Database, clock: Clock, *, function_words: Collection[str] = ()) -> None:
        # News are pages that say when they were published, images those that stand for pages.
        self.name, self.sources = NAME, frozenset(Source)
        self._database = database
        self._clock = clock
        self._function_words = frozenset(word for text in function_words for word in words(normal(text)))
        self._postings = _postings_of(database.engine.dialect.name)
        self._insert = database.insert(index_documents).returning(_document.id)

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        """Return up to `query.limit` of the team's own pages; raise ProviderFailed, and TimedOut."""
        deadline.check()
        plan = plan_of(query, team_id)
        if plan.is_empty:
            return SearchAnswer()
        patience = timedelta(seconds=deadline.remaining())
        try:
            shown = await self._database.read(lambda c: self._find_pages(c, query, plan, team_id), patience=patience)
        except DatabaseUnavailable as error:
            deadline.check()
            raise ProviderFailed(f"{NAME}: {error.message}") from error
        return SearchAnswer(tuple(_hit(page, query, plan) for page in shown))

    async def take(self, limit: int, *, now: datetime, until: datetime) -> Sequence[Unindexed]:
        """Take up to *limit* pages that wait, oldest first, each by one taker."""
        rows = await self._database.write(lambda c: index_queue.take(c, limit, now=now, until=until))
        return [
            Unindexed(
                row.team_id,
                row.fingerprint,
                moment(row.fetched_at),
                None if row.head is None else unpack_page(row.head, row.body),
            )
            for row in rows
        ]

    async def youngest_waiting(self) -> datetime | None:
        """Return when the youngest page that waits was fetched; None when none waits."""
        youngest = await self._database.read(index_queue.youngest)
        return None if youngest is None else moment(youngest)

    async def write(self, pages: Sequence[IndexedRead]) -> None:
        """Put pages into the index, or take out what has no entry; durable, and harmless to repeat."""
        # A millisecond of work for each page, beside those who wait for the loop.
        entered = await asyncio.to_thread(_youngest, pages)

        def put(connection: Connection) -> None:
            self._replace(connection, entered)
            index_queue.take_out_of_queue(
                connection, [(p.of.team_id, p.of.fingerprint, millis(p.of.fetched_at)) for p in pages]
            )

        await self._database.write(put, patience=_WRITE_PATIENCE)

    async def expire_entries(self, *, fetched_before: datetime, limit: int) -> int:
        """Take up to *limit* pages out that were fetched before that moment; return how many."""
        before = millis(fetched_before)
        await self._database.write(lambda connection: index_queue.forget(connection, fetched_before=before))
        return await self._forget_all(select(index_documents).where(_document.fetched_at < before).limit(limit))

    async def shrink(self, *, most: int, limit: int) -> int:
        """Take up to *limit* of the oldest pages of a team out that has more than *most*; return how many."""
        counted = (
            select(_document.team_id, func.count().label("pages"))
            .group_by(_document.team_id)
            .having(func.count() > most)
            .limit(1)
        )
        team = await self._database.read(lambda connection: connection.execute(counted).first())
        if team is None:
            return 0
        oldest = (
            select(index_documents)
            .where(_document.team_id == team.team_id)
            .order_by(_document.fetched_at)
            .limit(min(limit, team.pages - most))
        )
        return await self._forget_all(oldest)

    async def forget_team(self, team_id: str, *, limit: int) -> int:
        """Take up to *limit* pages of a team out; return how many."""
        return await self._forget_all(select(index_documents).where(_document.team_id == team_id).limit(limit))

    async def rebuild(self) -> int:
        """Empty the index and queue all stored pages; return how many."""

        def again(connection: Connection) -> int:
            self._postings.empty(connection)
            connection.execute(delete(index_documents))
            return index_queue.queue_all(connection)

        return await self._database.write(again, patience=_WRITE_PATIENCE)

    async def _forget_all(self, query: Any) -> int:
        def forget(connection: Connection) -> int:
            rows = connection.execute(query).all()
            _forget(self._postings, connection, rows)
            return len(rows)

        return await self._database.write(forget, patience=_WRITE_PATIENCE)

    def _replace(self, connection: Connection, pages: Sequence[tuple[dict[str, Any], IndexFields | None]]) -> None:
        """Write rows with their words, each in the place of what was known of its page; only that goes without."""
        new: list[tuple[int, IndexFields]] = []
        previous = [connection.execute(_KNOWN, {"team": row["team_id"], "of": row["page"]}).first() for row, _ in pages]
        older = [
            (row, fields, was)
            for (row, fields), was in zip(pages, previous, strict=True)
            if was is None or was.fetched_at <= row["fetched_at"]
        ]
        _forget(self._postings, connection, [was for _, _, was in older if was is not None])
        # A search meanwhile has the id of a page from one statement and its row from a later one. Pages that keep
        # theirs come first: SQLite gives the highest id, where that was taken out, to the next new page.
        for row, fields, was in sorted(older, key=lambda item: item[2] is None):
            if fields is not None:
                same = {} if was is None else {"id": was.id}
                values = row | same | {"postings": self._postings.cell(fields)}
                new.append((connection.execute(self._insert, values).scalar_one(), fields))
        if new:
            self._postings.add(connection, new)

    def _find_pages(self, connection: Connection, query: SearchQuery, plan: IndexQuery, team_id: str) -> list[_Shown]:
        with self._postings.looking(connection):
            return self._select_pages(connection, query, plan, team_id)

    def _select_pages(self, connection: Connection, query: SearchQuery, plan: IndexQuery, team_id: str) -> list[_Shown]:
        looking = _Lookup(self._postings, connection, plan, conditions_of(query, team_id), self._function_words)
        most = max(_CANDIDATES, _CANDIDATES_A_HIT * query.limit)
        by_all_words, by_some_words = looking.scores(most)
        if not by_all_words and not by_some_words:
            return []
        rows = connection.execute(_ROWS, {"ids": list(by_all_words | by_some_words)}).all()
        scores = by_some_words | by_all_words
        fitting = [RankedPage(row, scores[row.id], whole=row.id in by_all_words) for row in rows if fits(row, plan)]
        ordered = self._order_candidates(fitting, query, looking)
        chosen = ordered[: query.limit]
        bodies = {
            row.id: row.body for row in connection.execute(_BODIES, {"ids": [candidate.row.id for candidate in chosen]})
        }
        # One that was taken out between two statements is not shown.
        return [
            _Shown(candidate.row, unpack_body(bodies[candidate.row.id]).text)
            for candidate in chosen
            if candidate.row.id in bodies
        ]

    def _order_candidates(
        self, candidates: Sequence[RankedPage], query: SearchQuery, looking: "_Lookup"
    ) -> list[RankedPage]:
        if query.freshness.by_date:
            return sorted(
                candidates,
                key=lambda candidate: (-(candidate.row.published_at or candidate.row.fetched_at), candidate.row.url),
            )
        one_site = bool(query.terms.sites or query.include_domains)
        return rank_candidates(candidates, looking.plan, looking.weights, now=self._clock.now(), one_site=one_site)


def forget_pages(connection: Connection, team_id: str) -> None:
    """Take all pages of a team out, in the transaction of *connection*."""
    postings = _postings_of(connection.dialect.name)
    some = select(index_documents).where(_document.team_id == team_id).limit(_FORGOTTEN_AT_ONCE)
    while rows := connection.execute(some).all():
        _forget(postings, connection, rows)


def _postings_of(dialect: str) -> Fts5 | TsVector:
    return Fts5() if dialect == "sqlite" else TsVector()


def _forget(postings: Fts5 | TsVector, connection: Connection, rows: Sequence[Any]) -> None:
    if not rows:
        return
    postings.remove(connection, [(row.id, fields_of(_values(row), unpack_body(row.body))) for row in rows])
    connection.execute(_FORGET, [{"of": row.id} for row in rows])


class _Lookup:
    """Candidates for one query: those that have all words, and where they are few those that have some."""

    def __init__(
        self,
        postings: Fts5 | TsVector,
        connection: Connection,
        plan: IndexQuery,
        conditions: Conditions,
        function_words: frozenset[str],
    ) -> None:
        self.plan = plan
        # A page that has "in" and "the" of a query, and nothing else of it, is about something else.
        named = [piece for piece in plan.wanted if not function_words.issuperset(piece)]
        self._telling = named or plan.wanted
        self._postings = postings
        self._connection = connection
        self._conditions = conditions
        self._counts = postings.counts(connection, plan, most=_COUNTED)
        self.weights = {piece: _rarity(count) for piece, count in self._counts.items()}

    def scores(self, most: int) -> tuple[dict[int, float], dict[int, float]]:
        """Return scores by document, of those that have all words and of those that have some."""
        by_all_words = self._find(self.plan.wanted, most, every=True)
        if len(by_all_words) >= _ENOUGH or len(self.plan.wanted) < 2:  # noqa: PLR2004 - one word is all words
            return by_all_words, {}
        indexed_pieces = [piece for piece in self._telling if self._counts[piece]]
        telling = [piece for piece in indexed_pieces if self._counts[piece] < _COUNTED] or indexed_pieces
        rare = sorted(telling, key=self._counts.__getitem__)[:_RARE_WORDS]
        return by_all_words, self._find(rare, most, every=False) if rare else {}

    def _find(self, pieces: Sequence[Piece], most: int, *, every: bool) -> dict[int, float]:
        rows = self._postings.find(
            self._connection,
            self.plan,
            pieces,
            self.weights,
            self._conditions,
            every=every,
            most=most,
        )
        return {row.id: float(row.score) for row in rows}


def _rarity(pages: int) -> float:
    """Return the weight of a word that so many pages have: 1 for the commonest, some 9 for one that is nowhere."""
    return 1.0 + log((_COUNTED + 1) / (pages + 1))


def _youngest(pages: Iterable[IndexedRead]) -> list[tuple[dict[str, Any], IndexFields | None]]:
    """Return rows and words, of each page of a team those of its youngest copy, in one order."""
    newest: dict[tuple[str, int], tuple[dict[str, Any], IndexFields | None]] = {}
    for page in pages:
        for row, fields in _rows(page):
            key = (row["team_id"], row["page"])
            if key not in newest or newest[key][0]["fetched_at"] <= row["fetched_at"]:
                newest[key] = (row, fields)
    return [newest[key] for key in sorted(newest)]


def _rows(page: IndexedRead) -> Iterable[tuple[dict[str, Any], IndexFields | None]]:
    if page.entry is not None:
        yield row_of(page.of, page.entry)
    elif page.of.page is not None:
        yield (
            {
                "team_id": page.of.team_id,
                "page": fingerprint64(page.of.page.url),
                "fetched_at": millis(page.of.fetched_at),
            },
            None,
        )


def _values(row: Any) -> dict[str, Any]:
    """Return of a document's row what its words are made of, beside its body."""
    return {name: getattr(row, name) for name in ("team_id", "url", "title", "description")}


def _hit(shown: _Shown, query: SearchQuery, plan: IndexQuery) -> Hit:
    row = shown.row
    return Hit(
        url=row.url,
        title=row.title or row.url,
        description=snippet(shown.text, plan.scored) or row.description,
        published=None if row.published_at is None else moment(row.published_at),
        image_url=row.image if query.source is not Source.WEB else None,
        providers=(NAME,),
    )
