"""URLs that a job meets: each becomes one entry of its frontier. Called with the job locked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, SmallInteger, Text

from gossamer.core.crawls import Discovered, EntryKind, Reason
from gossamer.store.jobs.arrays import Arrays, pack_values, storable
from gossamer.store.jobs.owners import Owner, Owners
from gossamer.store.jobs.states import KINDS, State
from gossamer.store.jobs.tally import Tally
from gossamer.store.row_encoding import millis
from gossamer.store.schema import frontier

# A job lists this many of the URLs that it refused when it met them; further ones it only counts.
REFUSED_LISTED = 200_000
# Far below what a column holds.
_REFUSED_COUNTED = 10**9
_UNLISTED = (
    f"More than {REFUSED_LISTED:,} URLs were refused; the others are not listed, and counted as often as they are met."
)


@dataclass(frozen=True, slots=True)
class Added:
    """New URLs that will be fetched; *warning* is about the limit of the list."""

    queued: tuple[Discovered, ...] = ()
    warning: str | None = None


@dataclass(slots=True)
class _News:
    """Entries to add, entries to queue after all, and who owns which fingerprint."""

    added: list[tuple[int, Discovered]] = field(default_factory=list)
    nearer: list[tuple[int, Discovered]] = field(default_factory=list)
    owners: dict[int, Owner] = field(default_factory=dict)


class Discovery:
    """Adds to frontiers, in one dialect."""

    def __init__(self, arrays: Arrays, owners: Owners) -> None:
        self._owners = owners
        added = arrays.rows(
            "added",
            position=Integer(),
            fingerprint=BigInteger(),
            url=Text(),
            depth=Integer(),
            rank=Integer(),
            kind=SmallInteger(),
            state=SmallInteger(),
            tries=SmallInteger(),
            code=Text(),
            reason=Text(),
            at=BigInteger(),
            written=Text(),
        )
        self._add = arrays.add(frontier, added)
        nearer = arrays.rows("nearer", position=Integer(), url=Text(), depth=Integer(), rank=Integer())
        self._queue = arrays.change(frontier, nearer, _queue_again)

    def add(self, connection: Connection, tally: Tally, discovered: Sequence[Discovered], *, now: datetime) -> Added:
        """Add URLs that the job has not met.

        One that was refused for its depth is queued when it is met again and not refused.
        """
        if not discovered:
            return Added()
        met = _each_once(discovered)
        unlisted = tally.unlisted
        news = _news(tally, met, self._owners.unsettled(connection, tally, met))
        if news.added:
            rows = [_row(position, discovery, now) for position, discovery in news.added]
            connection.execute(self._add, {"of": tally.number, "added": pack_values(rows)})
        if news.nearer:
            again = [(position, discovery.url, discovery.depth, discovery.rank) for position, discovery in news.nearer]
            connection.execute(self._queue, {"of": tally.number, "nearer": pack_values(again)})
        self._owners.give(connection, tally, news.owners)
        queued = tuple(discovery for _, discovery in (*news.added, *news.nearer) if discovery.refusal is None)
        return Added(queued, _UNLISTED if tally.unlisted > unlisted else None)


def _queue_again(new: Any) -> dict[str, Any]:
    values = {name: new[name] for name in ("url", "depth", "rank")}
    return values | {"state": int(State.QUEUED), "code": None, "reason": None, "at": None}


def _each_once(discovered: Sequence[Discovered]) -> dict[int, Discovered]:
    """Return them by fingerprint, in order; of equal ones the first that is not refused."""
    met: dict[int, Discovered] = {}
    for discovery in discovered:
        first = met.setdefault(discovery.fingerprint, discovery)
        if first.refusal is not None and discovery.refusal is None:
            met[discovery.fingerprint] = discovery
    return met


def _news(tally: Tally, met: Mapping[int, Discovered], unsettled: Mapping[int, Owner | None]) -> _News:
    news = _News()
    # In order of discovery, which the answer of the database is not.
    for discovery in [met[fingerprint] for fingerprint in met if fingerprint in unsettled]:
        owner = unsettled[discovery.fingerprint]
        if owner is None:
            _meet(tally, news, discovery)
        elif discovery.refusal is None and discovery.kind is EntryKind.PAGE:
            _meet_again(tally, news, discovery, owner)
    return news


def _meet(tally: Tally, news: _News, discovery: Discovered) -> None:
    is_page = discovery.kind is EntryKind.PAGE
    too_deep = is_page and discovery.refusal is not None and discovery.refusal.reason is Reason.DEPTH
    if is_page and discovery.refusal is not None and tally.refused - tally.unlisted >= REFUSED_LISTED:
        _count_unlisted(tally, news, discovery.fingerprint, too_deep=too_deep)
        return
    tally.entries += 1
    news.added.append((tally.entries, discovery))
    news.owners[discovery.fingerprint] = Owner(tally.entries, too_deep)
    if discovery.refusal is None:
        _count_queued(tally, discovery.kind)
    else:
        tally.refused += is_page


def _count_unlisted(tally: Tally, news: _News, fingerprint: int, *, too_deep: bool) -> None:
    """Count a URL without remembering it: a hostile site has them without end, and each would be a row.

    One that was too deep is remembered, because it counts no longer when it is met nearer to the start.
    """
    if too_deep:
        news.owners[fingerprint] = Owner(0, too_deep)
    elif tally.refused >= _REFUSED_COUNTED:
        return
    tally.unlisted += 1
    tally.refused += 1


def _meet_again(tally: Tally, news: _News, discovery: Discovered, owner: Owner) -> None:
    position = owner.position
    tally.refused -= 1
    _count_queued(tally, discovery.kind)
    if position:
        news.nearer.append((position, discovery))
    else:
        tally.unlisted -= 1
        tally.entries += 1
        position = tally.entries
        news.added.append((position, discovery))
    news.owners[discovery.fingerprint] = Owner(position)


def _count_queued(tally: Tally, kind: EntryKind) -> None:
    tally.ready += 1
    if kind is EntryKind.PAGE:
        tally.queued += 1
    else:
        tally.sitemaps += 1


def _row(position: int, discovery: Discovered, now: datetime) -> tuple[Any, ...]:
    """Return the columns of an entry but the first, in their order."""
    refusal = discovery.refusal
    if refusal is None:
        values: tuple[Any, ...] = (State.QUEUED, 0, None, None, None)
    else:
        values = (State.REFUSED, 0, refusal.reason.value, storable(refusal.detail), millis(now))
    written = storable(discovery.written) if discovery.written and discovery.written != discovery.url else None
    return (
        position,
        discovery.fingerprint,
        discovery.url,
        discovery.depth,
        discovery.rank,
        KINDS.index(discovery.kind),
        *values,
        written,
    )
