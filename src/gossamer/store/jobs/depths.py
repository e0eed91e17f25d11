"""Depths of pages in a job that has a greatest depth. Called with the job locked.

The depth of a page is the least at which it was met, under any of its addresses. Pages come in any order, so it may
fall after the page was visited; what the page links to is then one link nearer to the start as well. The links are
kept for that, of pages alone whose depth can still fall.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import BigInteger, Connection, Integer, SmallInteger, Text, select

from gossamer.core.crawls import EntryKind, Reason
from gossamer.ports.frontier import Chunk, PageDone
from gossamer.store.jobs.arrays import Arrays, pack_values
from gossamer.store.jobs.job_queries import AnyRow
from gossamer.store.jobs.owners import Owner, Owners
from gossamer.store.jobs.states import KINDS, State
from gossamer.store.jobs.tally import Tally
from gossamer.store.schema import frontier, frontier_links

_prints = msgspec.json.Decoder(list[int])
_PAGE = KINDS.index(EntryKind.PAGE)
# Where the order in which they are taken may still change.
_UNTRIED = {State.QUEUED, State.WAITING}


class Depths:
    """Lowers depths, in one dialect."""

    def __init__(self, arrays: Arrays, owners: Owners) -> None:
        self._owners = owners
        entry, links = frontier.c, frontier_links.c
        entry_columns = (entry.position, entry.fingerprint, entry.kind, entry.state, entry.code)
        self._entries = select(
            arrays.pick(entry.position, "positions", *entry_columns, entry.depth, entry.rank, entry.tries, entry.at)
        )
        self._links = select(arrays.pick(links.position, "positions", links.position, links.prints))
        self._keep = arrays.add(frontier_links, arrays.rows("kept", position=Integer(), prints=Text()))
        lowered = arrays.rows(
            "lowered",
            position=Integer(),
            depth=Integer(),
            rank=Integer(),
            state=SmallInteger(),
            code=Text(),
            at=BigInteger(),
        )
        columns = ("depth", "rank", "state", "code", "at")
        self._lower = arrays.change(frontier, lowered, lambda new: {name: new[name] for name in columns})

    def settle(
        self, connection: Connection, tally: Tally, chunk: Chunk, pages: Sequence[PageDone], nearer: Mapping[int, int]
    ) -> None:
        """Lower what is nearer to the start than was known, with all that is below it.

        *pages* are the new pages of the job. *nearer* has depths by position: of pages that were found to be others
        too, and of pages whose depth fell while they were fetched.
        """
        if chunk.deepest is None:
            return
        self._keep_links(connection, tally, pages)
        met: dict[int, int] = {}
        for discovery in chunk.discovered:
            if discovery.refusal is None and discovery.kind is EntryKind.PAGE:
                _lessen(met, discovery.fingerprint, discovery.depth)
        # The links of a page in flight were told at the depth it had before: they are looked at even if it has its own.
        in_flight = set(nearer)
        depths = dict(nearer)
        for position, depth in self._positions(connection, tally, met).items():
            _lessen(depths, position, depth)
        while depths:
            rows = self._rows(connection, tally, depths)
            fallen = {row.position: row for row in rows if row.depth > depths[row.position]}
            self._write(connection, tally, fallen.values(), depths, chunk.deepest)
            spreading = {
                row.position: depths[row.position]
                for row in rows
                if row.state == State.DONE and (row.position in fallen or row.position in in_flight)
            }
            in_flight = set()
            depths = self._below(connection, tally, spreading, chunk.deepest)

    def _keep_links(self, connection: Connection, tally: Tally, pages: Sequence[PageDone]) -> None:
        rows = [(page.entry.position, pack_values(list(page.links))) for page in pages if page.links]
        if rows:
            connection.execute(self._keep, {"of": tally.number, "kept": pack_values(rows)})

    def _positions(self, connection: Connection, tally: Tally, depths: Mapping[int, int]) -> dict[int, int]:
        """Return *depths*, which are by fingerprint, by the positions of the entries that have these pages."""
        by_position: dict[int, int] = {}
        if depths:
            for fingerprint, owner in self._owners.of(connection, tally, depths).items():
                # One that is only counted has no entry, and is queued when it is met again.
                if owner.position:
                    _lessen(by_position, owner.position, depths[fingerprint])
        return by_position

    def _rows(self, connection: Connection, tally: Tally, positions: Iterable[int]) -> Sequence[AnyRow]:
        parameters = {"of": tally.number, "positions": pack_values(list(positions))}
        return [row for row in connection.execute(self._entries, parameters).all() if row.kind == _PAGE]

    def _write(
        self, connection: Connection, tally: Tally, rows: Iterable[AnyRow], depths: Mapping[int, int], deepest: int
    ) -> None:
        written: list[tuple[int, int, int, int, str | None, int | None]] = []
        queued: dict[int, Owner] = {}
        for row in rows:
            depth = depths[row.position]
            rank = min(row.rank, max(depth, 1)) if row.state in _UNTRIED and not row.tries else row.rank
            if row.state == State.REFUSED and row.code == Reason.DEPTH.value and depth <= deepest:
                queued[row.fingerprint] = Owner(row.position)
                written.append((row.position, depth, depth, State.QUEUED, None, None))
            else:
                written.append((row.position, depth, rank, row.state, row.code, row.at))
        if written:
            connection.execute(self._lower, {"of": tally.number, "lowered": pack_values(written)})
        self._owners.give(connection, tally, queued)
        tally.refused -= len(queued)
        tally.queued += len(queued)
        tally.ready += len(queued)

    def _below(self, connection: Connection, tally: Tally, depths: Mapping[int, int], deepest: int) -> dict[int, int]:
        """Return the depths that links from the pages in *depths* give to others; both are by position."""
        above = {position: depth for position, depth in depths.items() if depth < deepest}
        if not above:
            return {}
        linked: dict[int, int] = {}
        parameters = {"of": tally.number, "positions": pack_values(list(above))}
        for position, prints in connection.execute(self._links, parameters).all():
            for fingerprint in _prints.decode(prints):
                _lessen(linked, fingerprint, above[position] + 1)
        return self._positions(connection, tally, linked)


def _lessen(depths: dict[int, int], key: int, depth: int) -> None:
    depths[key] = min(depth, depths.get(key, depth))
