import json
from datetime import timedelta
from typing import Any

import pytest

from gossamer.dashboard.forms import Form
from gossamer.dashboard.pages.playground.bodies import FILE_FORMATS, FORMATS, Mode, Unfit, first_form, playing
from gossamer.wire import v2

URL = "https://example.org/"
SHAPES: dict[Mode, Any] = {Mode.SCRAPE: v2.ScrapeRequest, Mode.CRAWL: v2.CrawlRequest, Mode.MAP: v2.MapRequest}


def form(**fields: str | tuple[str, ...]) -> Form:
    given = {"url": URL, "format": "markdown", "main": "on", **fields}
    return Form({name: value if isinstance(value, tuple) else (value,) for name, value in given.items()})


@pytest.mark.parametrize("mode", list(SHAPES))
def test_the_first_form_is_a_request_that_the_api_accepts(mode: Mode) -> None:
    body = playing(mode, first_form(mode, Form({"url": (URL,)}))).body
    assert SHAPES[mode].model_validate(body).spec().url == URL


def test_a_file_is_sent_with_the_options_that_the_api_accepts() -> None:
    chosen = form(format=tuple(FILE_FORMATS), timeout="9000")
    spec = v2.ParseOptions.model_validate(playing(Mode.PARSE, chosen).body).spec()
    assert spec.timeout == timedelta(seconds=9)
    assert {found.name for found in spec.formats} == set(FILE_FORMATS)
    assert playing(Mode.PARSE, form()).body == {"formats": ["markdown"]}


def test_a_scrape_has_what_was_typed_and_nothing_else() -> None:
    assert playing(Mode.SCRAPE, form()).body == {"url": URL, "formats": ["markdown"]}
    typed = form(format=("html", "links", "fullPage"), wait="500", timeout="9000", actions='[{"type": "scrape"}]')
    without_main = Form({name: value for name, value in typed.fields.items() if name != "main"})
    assert playing(Mode.SCRAPE, without_main).body == {
        "url": URL,
        "formats": ["html", "links", {"type": "screenshot", "fullPage": True}],
        "onlyMainContent": False,
        "waitFor": 500,
        "timeout": 9000,
        "actions": [{"type": "scrape"}],
    }


def test_every_format_that_can_be_chosen_is_one_of_the_api() -> None:
    chosen = tuple(name for name in FORMATS if name != "screenshot")
    spec = v2.ScrapeRequest.model_validate(playing(Mode.SCRAPE, form(format=chosen)).body).spec()
    understood = {"summary", "json", "product", "menu", "branding", "audio", "video"}
    assert {found.name for found in spec.formats} - understood == {
        "markdown", "html", "rawHtml", "links", "images", "screenshot",
    }  # fmt: skip
    assert {found.name for found in spec.formats} >= understood


def test_data_are_asked_for_in_words() -> None:
    body = playing(Mode.SCRAPE, form(format=("summary", "json"), data="name and price")).body
    assert body["formats"] == ["summary", {"type": "json", "prompt": "name and price"}]
    assert playing(Mode.SCRAPE, form(format=("json",))).body["formats"] == ["json"]


def test_of_two_screenshots_the_larger_one_is_taken() -> None:
    body = playing(Mode.SCRAPE, form(format=("screenshot", "fullPage"))).body
    assert body["formats"] == [{"type": "screenshot", "fullPage": True}]


def test_a_crawl_has_its_bounds_and_the_options_of_its_pages() -> None:
    typed = form(limit="25", depth="2", include="^/blog/\n\n ^/docs/ ", exclude="^/old/", sitemap="skip", wait="10")
    assert playing(Mode.CRAWL, typed).body == {
        "url": URL,
        "limit": 25,
        "includePaths": ["^/blog/", "^/docs/"],
        "excludePaths": ["^/old/"],
        "maxDiscoveryDepth": 2,
        "sitemap": "skip",
        "scrapeOptions": {"formats": ["markdown"], "waitFor": 10},
    }


def test_a_map_has_its_search_and_leaves_subdomains_out_when_asked_to() -> None:
    typed = Form({"url": (URL,), "search": ("docs",), "limit": ("5000",), "sitemap": ("only",)})
    assert playing(Mode.MAP, typed).body == {
        "url": URL,
        "search": "docs",
        "includeSubdomains": False,
        "sitemap": "only",
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"url": ""}, "url"),
        ({"format": ("nothing",)}, "format"),
        ({"wait": "soon"}, "wait"),
        ({"wait": "-1"}, "wait"),
        ({"timeout": "1.5"}, "timeout"),
        ({"timeout": "9" * 5000}, "timeout"),
        ({"actions": "{"}, "actions"),
        ({"actions": "[" * 100_000}, "actions"),
        ({"actions": "[" * 900 + "]" * 900}, "actions"),
        ({"actions": '[{"type": "write", "text": "\\ud800"}]'}, "actions"),
        ({"actions": '[{"\\udc00": 1}]'}, "actions"),
        ({"actions": json.dumps({"type": "wait"})}, "actions"),
    ],
)
def test_what_cannot_be_used_names_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Unfit) as refused:
        playing(Mode.SCRAPE, form(**changes))
    assert refused.value.field == field


def test_a_search_has_its_query_and_what_differs_from_the_api() -> None:
    body = playing(Mode.SEARCH, Form({"query": ("silk",), "limit": ("10",), "source": ("web",), "recency": ("",)})).body
    assert body == {"query": "silk"}
    typed = Form({"query": ("silk",), "limit": ("3",), "source": ("news",), "recency": ("qdr:w",), "read": ("on",)})
    assert playing(Mode.SEARCH, typed).body == {
        "query": "silk",
        "limit": 3,
        "sources": ["news"],
        "tbs": "qdr:w",
        "scrapeOptions": {"formats": ["markdown"]},
    }
    assert v2.SearchRequest.model_validate(playing(Mode.SEARCH, typed).body).spec().limit == 3


def test_an_extraction_has_its_pages_and_the_shape_of_its_answer() -> None:
    shape = {"type": "object", "properties": {"name": {"type": "string"}}}
    typed = Form({"urls": (f"{URL}\n\n{URL}b",), "schema": (json.dumps(shape),), "web": ("on",)})
    body = playing(Mode.EXTRACT, typed).body
    assert body == {"urls": [URL, f"{URL}b"], "schema": shape, "enableWebSearch": True}


def test_an_interaction_goes_on_with_a_scrape_that_is_named() -> None:
    typed = Form({"url": (URL,), "prompt": ("Click it",), "scrape": ("some-id",)})
    assert playing(Mode.INTERACT, typed).body == {"url": URL, "prompt": "Click it", "scrape": "some-id"}
    assert first_form(Mode.INTERACT, Form({"scrape": ("some-id",)})).one("scrape") == "some-id"
