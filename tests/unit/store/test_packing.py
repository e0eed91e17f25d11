from datetime import UTC, datetime

import msgspec

from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.store.row_encoding import pack_page, unpack_page

PAGE = FetchedPage(
    web_url("https://e.org/"), 200, {}, b"<p>hi</p>", datetime(2026, 6, 1, tzinfo=UTC), "stealth", tier="stealth"
)


def test_a_page_keeps_the_tier_it_came_by() -> None:
    assert unpack_page(*pack_page(PAGE)) == PAGE


def test_a_row_from_before_tiers_were_kept_can_be_read() -> None:
    head, body = pack_page(PAGE)
    older = msgspec.json.decode(head)
    del older["tier"]
    assert unpack_page(msgspec.json.encode(older), body).tier == "basic"
