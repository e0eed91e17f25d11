"""Histories: versions of pages, each content stored once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select

from gossamer.core.changes import ChangeStatus, HistoryKey, NewVersion, PageVersion, VersionContent
from gossamer.core.comparison_rules import VolatileBlock
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl
from gossamer.store.database import Database
from gossamer.store.history import HistoryStore
from gossamer.store.schema import page_contents

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
KEY = HistoryKey(new_id(), "https://example.org/page")
LONG = "".join(f"<p>Paragraph {number} of a page that is long enough to share something.</p>" for number in range(200))


def version(content: int | None, text: str = "", *, at: datetime = NOON, key: HistoryKey = KEY) -> NewVersion:
    page = FetchedPage(WebUrl(key.url), 200, {"etag": '"a"'}, text.encode(), at, "http")
    status = ChangeStatus.REMOVED if content is None else ChangeStatus.CHANGED
    return NewVersion(key, PageVersion(new_id(), at, content, status), VersionContent(page) if text else None)


async def stored_bodies(database: Database) -> Sequence[int]:
    query = select(func.length(page_contents.c.body)).order_by(page_contents.c.number)
    return await database.read(lambda connection: list(connection.execute(query).scalars()))


async def test_a_version_is_read_again_as_it_was_written(database: Database) -> None:
    store = HistoryStore(database)
    new = version(7, "<p>text</p>")
    await store.record([new])
    assert await store.latest(KEY) == new.version
    assert await store.get(KEY, new.version.version_id) == new.version
    content = await store.content(KEY, 7)
    assert content is not None
    assert content.page.body == b"<p>text</p>"
    assert content.page.headers == {"etag": '"a"'}


async def test_a_version_whose_content_is_known_costs_a_row_and_no_copy(database: Database) -> None:
    store = HistoryStore(database)
    await store.record([version(7, LONG)])
    await store.record([version(7, LONG, at=NOON + HOUR), version(7, at=NOON + 2 * HOUR)])
    assert len(await stored_bodies(database)) == 1
    assert len(await store.versions(KEY, limit=9)) == 3


async def test_a_content_that_differs_in_a_sentence_takes_little(database: Database) -> None:
    store = HistoryStore(database)
    await store.record([version(1, LONG)])
    await store.record([version(2, LONG.replace("Paragraph 100", "Section 100"), at=NOON + HOUR)])
    whole, difference = await stored_bodies(database)
    assert difference < whole / 4
    content = await store.content(KEY, 2)
    assert content is not None
    assert content.page.body.decode() == LONG.replace("Paragraph 100", "Section 100")


async def test_a_version_that_is_recorded_twice_is_there_once(database: Database) -> None:
    store = HistoryStore(database)
    new = version(7, "text")
    await store.record([new, new])
    await store.record([new])
    assert await store.versions(KEY, limit=9) == [new.version]


async def test_addresses_of_one_page_share_a_history_and_tags_and_teams_do_not(database: Database) -> None:
    store = HistoryStore(database)
    await store.record([version(7, "text")])
    assert await store.latest(replace(KEY, url="https://EXAMPLE.org/page#top".lower())) is not None
    assert await store.latest(replace(KEY, tag="hourly")) is None
    assert await store.latest(replace(KEY, team_id=new_id())) is None
    assert await store.latest(replace(KEY, url="https://example.org/other")) is None


async def test_the_version_of_a_time_is_the_last_one_before_it(database: Database) -> None:
    store = HistoryStore(database)
    first, second = version(1, "one"), version(2, "two", at=NOON + HOUR)
    await store.record([first, second])
    assert await store.latest(KEY, not_after=NOON - HOUR) is None
    assert await store.latest(KEY, not_after=NOON + timedelta(minutes=59)) == first.version
    assert await store.latest(KEY, not_after=NOON + HOUR) == second.version


async def test_a_page_that_was_removed_still_has_what_it_was(database: Database) -> None:
    store = HistoryStore(database)
    first, gone = version(1, "one"), version(None, at=NOON + HOUR)
    await store.record([first, gone])
    assert await store.latest(KEY) == gone.version
    assert await store.latest(KEY, removed=False) == first.version


async def test_versions_are_listed_youngest_first_and_changes_alone(database: Database) -> None:
    store = HistoryStore(database)
    first, same, last = version(1, "one"), version(1, at=NOON + HOUR), version(2, "two", at=NOON + 2 * HOUR)
    same = replace(same, version=replace(same.version, status=ChangeStatus.SAME))
    await store.record([first, same, last])
    assert await store.versions(KEY, limit=2) == [last.version, same.version]
    assert await store.versions(KEY, limit=9, before=NOON + HOUR) == [first.version]
    assert await store.versions(KEY, limit=9, changes_only=True) == [last.version, first.version]


async def test_old_versions_expire_with_their_contents_and_the_last_one_stays(database: Database) -> None:
    store = HistoryStore(database)
    first, second, last = (version(n, LONG + str(n), at=NOON + n * HOUR) for n in range(3))
    await store.record([first, second, last])
    assert await store.expire_versions(before=NOON + 9 * HOUR, limit=5) == 1
    assert await store.versions(KEY, limit=9) == [last.version]
    assert await store.content(KEY, 1) is None
    content = await store.content(KEY, 2)
    assert content is not None
    assert content.page.body.decode() == LONG + "2"
    assert await store.expire_versions(before=NOON + 9 * HOUR, limit=5) == 0


async def test_what_is_volatile_is_kept_with_the_history(database: Database) -> None:
    store = HistoryStore(database)
    assert await store.volatile(KEY) == ()
    await store.record([version(7, "text")])
    await store.set_volatile(KEY, [VolatileBlock("* people", above="Offers")])
    assert await store.volatile(KEY) == (VolatileBlock("* people", above="Offers"),)


async def test_histories_of_a_team_are_listed_by_address_and_forgotten(database: Database) -> None:
    store = HistoryStore(database)
    other = replace(KEY, url="https://example.org/other", tag="daily")
    await store.record([version(7, "text"), version(8, "text", key=other)])
    assert await store.histories(KEY.team_id, limit=9) == [other, KEY]
    assert await store.histories(KEY.team_id, prefix="https://example.org/p", limit=9) == [KEY]
    await store.forget(KEY)
    assert await store.histories(KEY.team_id, limit=9) == [other]
    assert await store.content(KEY, 7) is None
