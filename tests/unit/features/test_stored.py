from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gossamer.core.formats import Screenshot
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import CachePolicy, Location, ProxyTier, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape.stored import key_of, may_keep, validators_of

SPEC = ScrapeSpec(web_url("https://e.org/"))
PAGE = FetchedPage(SPEC.url, 200, {}, b"<p>hi</p>", datetime(2026, 6, 1, tzinfo=UTC), "http")


def test_an_ordinary_page_is_kept() -> None:
    assert may_keep(SPEC, PAGE)


@pytest.mark.parametrize(
    "page",
    [
        replace(PAGE, complete=False),
        replace(PAGE, status=503),
        replace(PAGE, status=403),
        replace(PAGE, body=b"x" * 11_000_000),
        replace(PAGE, verified=False),
    ],
    ids=["cut short", "server error", "refusal", "too large", "not verified"],
)
def test_what_is_not_the_whole_page_is_not_kept(page: FetchedPage) -> None:
    assert not may_keep(SPEC, page)


@pytest.mark.parametrize(
    "changes",
    [{"headers": {"x-own": "1"}}, {"zero_data_retention": True}, {"fast": True}, {"cache": CachePolicy(store=False)}],
)
def test_what_others_may_not_get_is_not_kept(changes: dict[str, Any]) -> None:
    assert not may_keep(replace(SPEC, **changes), PAGE)


@pytest.mark.parametrize(
    "changes",
    [
        {"skip_tls_verification": True},
        {"location": Location("DE", ("en", "de"))},
        {"timeout": timedelta(seconds=5)},
        {"proxy": ProxyTier.STEALTH},
        {"main_only": False},
        {"formats": (Screenshot(),)},
    ],
)
def test_what_does_not_change_the_page_has_the_same_copy(changes: dict[str, Any]) -> None:
    plain = replace(SPEC, location=Location("DE", ("de", "en"))) if "location" in changes else SPEC
    assert key_of(replace(SPEC, **changes), "team") == key_of(plain, "team")


def test_formats_share_a_copy_and_teams_do_not() -> None:
    assert key_of(replace(SPEC, formats=()), "team") == key_of(SPEC, "team")
    assert key_of(SPEC, "other") != key_of(SPEC, "team")


def test_routes_of_a_script_have_copies_of_their_own_and_places_on_a_page_do_not() -> None:
    def key(url: str) -> object:
        return key_of(replace(SPEC, url=web_url(url)), "team")

    assert key("http://a.example/#/one") != key("http://a.example/#/two")
    assert key("http://a.example/#!one") != key("http://a.example/")
    assert key("http://a.example/#top") == key("http://a.example/")


def test_a_site_is_asked_about_a_copy_by_what_it_said_of_it() -> None:
    signed = replace(PAGE, headers={"etag": 'W/"7"', "last-modified": "Mon, 01 Jun 2026 00:00:00 GMT"})
    asked = {"if-none-match": 'W/"7"', "if-modified-since": "Mon, 01 Jun 2026 00:00:00 GMT"}
    assert validators_of(signed) == asked
    assert validators_of(PAGE) == validators_of(None) == {}
    assert validators_of(replace(signed, rendered=True)) == {}
