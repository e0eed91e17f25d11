"""Histories of pages in SQL.

A content is stored once in its history. Its body is compressed against another body of the same history, its base,
which stands alone: so a version of which a sentence changed takes some hundred bytes, and reading any version takes
at most two rows.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from gossamer.core.canonical import canonical
from gossamer.core.changes import ChangeStatus, HistoryKey, NewVersion, PageVersion, VersionContent, Visibility
from gossamer.core.comparison_rules import VolatileBlock
from gossamer.core.urls import WebUrl, without_credentials
from gossamer.store.database import Database
from gossamer.store.row_encoding import (
    compressed,
    decompressed,
    encoded,
    from_row,
    millis,
    pack_head,
    to_row,
    with_body,
)
from gossamer.store.schema import histories, page_contents, page_versions

# By position, as rows have them: only ever add at the end.
_STATUSES: Final = (ChangeStatus.NEW, ChangeStatus.SAME, ChangeStatus.CHANGED, ChangeStatus.REMOVED)
_VISIBILITIES: Final = (Visibility.VISIBLE, Visibility.HIDDEN)
# A body of which a base leaves more than this stands alone and is the base of what follows.
_LEFT: Final = 0.5
# A page that is new all the time has many bases; the last ones are tried.
_TRIED: Final = 2
# After this long a history of which only the last version is left is looked at again.
_LOOK_AGAIN: Final = timedelta(days=1)
_volatile = msgspec.json.Decoder(tuple[VolatileBlock, ...])


def history_id(key: HistoryKey) -> bytes:
    """Return the id of the history of *key*: equal for addresses of the same page."""
    parts = (key.team_id, canonical(WebUrl(key.url), similar=False), key.tag)
    return blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=16).digest()


class HistoryStore:
    """Histories of pages. A version whose content is known costs a row, not a copy.

    `record` keeps each version once: recording an id again changes nothing. `versions` are youngest first. The content
    of a version is there as long as the version is.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows = VersionRows(database)

    async def record(self, versions: Sequence[NewVersion]) -> None:
        """Make *versions* durable, in one transaction."""
        await self._database.write(lambda connection: self._rows.write(connection, versions))

    async def latest(
        self,
        key: HistoryKey,
        *,
        not_after: datetime | None = None,
        removed: bool = True,
        other_than: PageVersion | None = None,
    ) -> PageVersion | None:
        """Return the youngest version at or before *not_after*, or None; without *removed* only one with content.

        With *other_than* it is the youngest one before that version with another content.
        """
        query = select(page_versions).where(page_versions.c.history == history_id(key))
        if not_after is not None:
            query = query.where(page_versions.c.at <= millis(not_after))
        if other_than is not None:
            query = query.where(page_versions.c.at < millis(other_than.at))
            query = query.where(page_versions.c.content.is_distinct_from(other_than.content))
        if not removed:
            query = query.where(page_versions.c.content.is_not(None))
        return await self._one(query.order_by(page_versions.c.at.desc(), page_versions.c.id.desc()).limit(1))

    async def get(self, key: HistoryKey, version_id: str) -> PageVersion | None:
        """Return the version of that id, None when this history has none."""
        identifier = _id_bytes(version_id)
        if identifier is None:
            return None
        is_it = and_(page_versions.c.history == history_id(key), page_versions.c.id == identifier)
        return await self._one(select(page_versions).where(is_it))

    async def versions(
        self, key: HistoryKey, *, limit: int, before: datetime | None = None, changes_only: bool = False
    ) -> Sequence[PageVersion]:
        """Return up to *limit* versions older than *before*; with *changes_only* those that are not `same`."""
        query = select(page_versions).where(page_versions.c.history == history_id(key))
        if before is not None:
            query = query.where(page_versions.c.at < millis(before))
        if changes_only:
            query = query.where(page_versions.c.status != _STATUSES.index(ChangeStatus.SAME))
        query = query.order_by(page_versions.c.at.desc(), page_versions.c.id.desc()).limit(limit)
        return await self._database.read(lambda connection: [_version(row) for row in connection.execute(query)])

    async def content(self, key: HistoryKey, content: int) -> VersionContent | None:
        """Return the content of that number, or None."""
        history = history_id(key)
        return await self._database.read(lambda connection: _content(connection, history, content))

    async def histories(self, team_id: str, *, prefix: str = "", limit: int) -> Sequence[HistoryKey]:
        """Return the histories of a team whose address begins with *prefix*, in order of their addresses."""
        query = select(histories.c.team_id, histories.c.url, histories.c.tag).where(histories.c.team_id == team_id)
        query = query.where(*_under(prefix)).order_by(histories.c.url, histories.c.tag).limit(limit)
        return await self._database.read(lambda connection: [HistoryKey(*row) for row in connection.execute(query)])

    async def pages(self, team_id: str, tag: str, *, prefix: str, limit: int) -> Sequence[str]:
        """Return addresses of a team's pages with versions under *tag* that begin with *prefix* and are not removed."""
        last = (
            select(page_versions.c.content)
            .where(page_versions.c.history == histories.c.id)
            .order_by(page_versions.c.at.desc(), page_versions.c.id.desc())
            .limit(1)
            .correlate(histories)
            .scalar_subquery()
        )
        query = (
            select(histories.c.url)
            .where(histories.c.team_id == team_id, histories.c.tag == tag, *_under(prefix), last.is_not(None))
            .order_by(histories.c.url)
            .limit(limit)
        )
        return await self._database.read(lambda connection: connection.execute(query).scalars().all())

    async def volatile(self, key: HistoryKey) -> tuple[VolatileBlock, ...]:
        """Return the blocks of this page that are known to be volatile."""
        query = select(histories.c.volatile).where(histories.c.id == history_id(key))
        packed = await self._database.read(lambda connection: connection.execute(query).scalar())
        return _volatile.decode(packed) if packed else ()

    async def set_volatile(self, key: HistoryKey, blocks: Sequence[VolatileBlock]) -> None:
        """Replace what is known to be volatile."""
        change = update(histories).where(histories.c.id == history_id(key)).values(volatile=encoded(tuple(blocks)))
        await self._database.write(lambda connection: connection.execute(change))

    async def forget(self, key: HistoryKey) -> None:
        """Delete the whole history."""
        history = history_id(key)

        def forget(connection: Connection) -> None:
            connection.execute(delete(page_versions).where(page_versions.c.history == history))
            connection.execute(delete(page_contents).where(page_contents.c.history == history))
            connection.execute(delete(histories).where(histories.c.id == history))

        await self._database.write(forget)

    async def trim(self, key: HistoryKey, *, before: datetime) -> None:
        """Delete versions of one history that are older than *before*.

        The youngest version with content stays, so that there is something to compare with.
        """
        history = history_id(key)
        await self._database.write(lambda connection: _trim(connection, history, before))

    async def expire_versions(self, *, before: datetime, limit: int) -> int:
        """Trim up to *limit* histories that have versions older than *before*; return how many were looked at."""
        return await self._database.write(lambda connection: _expire(connection, before, limit))

    async def _one(self, query: Any) -> PageVersion | None:
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else _version(row)


class VersionRows:
    """Writes versions within a transaction of somebody else: that of their scrapes."""

    def __init__(self, database: Database) -> None:
        self._insert_history = database.insert(histories).on_conflict_do_nothing()
        self._insert_version = database.insert(page_versions).on_conflict_do_nothing()
        self._insert_content = database.insert(page_contents).on_conflict_do_nothing()

    def write(self, connection: Connection, versions: Sequence[NewVersion]) -> None:
        """Write *versions*, each of them once."""
        # In one order, so that two who write the same histories do not wait for one another.
        ordered = sorted(((history_id(new.key), new) for new in versions), key=lambda pair: pair[0])
        connection.execute(self._insert_history, [_history_row(history, new) for history, new in ordered])
        for history, new in ordered:
            if new.content is not None:
                self._write_content(connection, history, new.version, new.content)
        connection.execute(self._insert_version, [_version_row(history, new.version) for history, new in ordered])

    def _write_content(
        self, connection: Connection, history: bytes, version: PageVersion, content: VersionContent
    ) -> None:
        if version.content is None or _has_content(connection, history, version.content):
            return
        base, body = _pack_body(connection, history, content.page.body)
        row = {
            "history": history,
            "number": version.content,
            "base": base,
            "at": millis(version.at),
            "head": pack_head(content.page),
            "body": body,
            "data": encoded(content.data) if content.data else None,
        }
        connection.execute(self._insert_content, row)


def _under(prefix: str) -> list[ColumnElement[bool]]:
    """Return the condition that an address begins with *prefix*."""
    return [histories.c.url.startswith(prefix, autoescape=True)] if prefix else []


def _history_row(history: bytes, new: NewVersion) -> dict[str, Any]:
    url = without_credentials(WebUrl(new.key.url))
    return to_row(histories, new.key, id=history, url=url, oldest=new.version.at)


def _version_row(history: bytes, version: PageVersion) -> dict[str, Any]:
    return to_row(
        page_versions,
        version,
        history=history,
        id=UUID(version.version_id).bytes,
        status=_STATUSES.index(version.status),
        visibility=_VISIBILITIES.index(version.visibility),
    )


def _version(row: Any) -> PageVersion:
    return from_row(
        PageVersion,
        row,
        version_id=str(UUID(bytes=row.id)),
        status=_STATUSES[row.status],
        visibility=_VISIBILITIES[row.visibility],
    )


def _id_bytes(version_id: str) -> bytes | None:
    try:
        return UUID(version_id).bytes
    except ValueError:
        return None


def _is(history: bytes, number: int) -> ColumnElement[bool]:
    return and_(page_contents.c.history == history, page_contents.c.number == number)


def _has_content(connection: Connection, history: bytes, number: int) -> bool:
    return connection.execute(select(page_contents.c.number).where(_is(history, number))).first() is not None


def _pack_body(connection: Connection, history: bytes, body: bytes) -> tuple[int | None, bytes]:
    """Return the base of *body* and what is stored of it; without a base all of it."""
    alone = compressed(body)
    standing = (
        select(page_contents.c.number, page_contents.c.body)
        .where(page_contents.c.history == history, page_contents.c.base.is_(None))
        .order_by(page_contents.c.at.desc())
        .limit(_TRIED)
    )
    bases = [(row.number, decompressed(row.body)) for row in connection.execute(standing)]
    deltas = [(number, compressed(body, base)) for number, base in bases if base]
    best = min(deltas, key=lambda delta: len(delta[1]), default=None)
    return best if best is not None and len(best[1]) < _LEFT * len(alone) else (None, alone)


def _content(connection: Connection, history: bytes, number: int) -> VersionContent | None:
    row = connection.execute(select(page_contents).where(_is(history, number))).first()
    if row is None:
        return None
    base = None
    if row.base is not None:
        packed = connection.execute(select(page_contents.c.body).where(_is(history, row.base))).scalar_one()
        base = decompressed(packed)
    data = msgspec.json.decode(row.data) if row.data else {}
    return VersionContent(with_body(row.head, decompressed(row.body, base)), data)


def _expire(connection: Connection, before: datetime, limit: int) -> int:
    due = select(histories.c.id).where(histories.c.oldest < millis(before)).order_by(histories.c.oldest).limit(limit)
    history_ids = connection.execute(due).scalars().all()
    for history in history_ids:
        _trim(connection, history, before)
    return len(history_ids)


def _trim(connection: Connection, history: bytes, before: datetime) -> None:
    """Delete old versions of one history, but for the last one with content, and contents that none has any more."""
    at, of_history = page_versions.c.at, page_versions.c.history == history
    last = connection.execute(select(func.max(at)).where(of_history, page_versions.c.content.is_not(None))).scalar()
    connection.execute(
        delete(page_versions).where(of_history, at < millis(before), at != (-1 if last is None else last))
    )
    following = connection.execute(select(func.min(at)).where(of_history, at >= millis(before))).scalar()
    oldest = millis(before + _LOOK_AGAIN) if following is None else following
    connection.execute(update(histories).where(histories.c.id == history).values(oldest=oldest))
    _forget_contents(connection, history)


def _forget_contents(connection: Connection, history: bytes) -> None:
    """Delete contents of no version, unless others are compressed against them."""
    number, of_history = page_contents.c.number, page_contents.c.history == history
    used = select(page_versions.c.content).where(
        page_versions.c.history == history, page_versions.c.content.is_not(None)
    )
    unused = and_(of_history, number.not_in(used))
    connection.execute(delete(page_contents).where(unused, page_contents.c.base.is_not(None)))
    bases = select(page_contents.c.base).where(of_history, page_contents.c.base.is_not(None))
    connection.execute(delete(page_contents).where(unused, number.not_in(bases)))
