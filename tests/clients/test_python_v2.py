"""The unified Python client, version 2."""

import re
import urllib.request

import pytest
from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import Location, PDFParser, ScreenshotFormat
from firecrawl.v2.utils.error_handler import (
    BadRequestError,
    DNSResolutionError,
    FirecrawlError,
    InternalServerError,
    RequestTimeoutError,
    TLSError,
    UnauthorizedError,
    WebsiteNotSupportedError,
)

from gossamer.testing.site import Site
from tests.clients.service import Service

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"


def fetched(url: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.headers["content-type"], answer.read()


def test_a_page_becomes_markdown(python: Firecrawl, site: Site) -> None:
    document = python.scrape(site.url("/article"))
    assert document.markdown.startswith("# How spiders weave")
    assert "**bridge thread**" in document.markdown
    assert "never in the text" not in document.markdown
    assert "Subscribe to our letter" not in document.markdown


def test_every_static_format_is_there_and_no_other(python: Firecrawl, site: Site) -> None:
    document = python.scrape(
        site.url("/article"), formats=["markdown", "html", "rawHtml", "links", "images"], max_age=0
    )
    assert "<h1>How spiders weave</h1>" in document.html.replace("\n", "")
    assert "<script>" not in document.html
    assert "window.secret" in document.raw_html
    assert site.url("/docs?page=2#top") in document.links
    assert {site.url("/img/web.png"), site.url("/img/og.png")} <= set(document.images)
    assert document.screenshot is None
    assert document.actions is None


def test_metadata_names_what_the_page_says_and_how_it_came(python: Firecrawl, site: Site) -> None:
    url = site.url("/article")
    found = python.scrape(url, formats=["markdown"], max_age=0).metadata
    assert (found.title, found.description, found.language) == (
        "How spiders weave",
        "An account of orb webs.",
        "en-GB",
    )
    assert (found.og_title, found.og_site_name) == ("Orb webs", "Loopback Gazette")
    assert (found.source_url, found.url, found.status_code) == (url, url, 200)
    assert found.content_type.startswith("text/html")
    assert found.proxy_used == "basic"
    assert found.credits_used == 1
    assert re.fullmatch(r"[0-9a-f-]{36}", found.scrape_id)
    assert found.published_time == "2024-05-01T08:00:00Z"
    assert found.favicon == site.url("/img/favicon.png")


def test_attributes_of_selected_elements(service: Service, site: Site) -> None:
    # The client's model drops this field, so the answer is read as it came.
    python = Firecrawl(api_key=service.key, api_url=service.url)
    answer = python.v2._client.http_client.post(
        "/v2/scrape",
        {
            "url": site.url("/product"),
            "formats": [{"type": "attributes", "selectors": [{"selector": ".card", "attribute": "data-sku"}]}],
        },
    )
    [found] = answer.json()["data"]["attributes"]
    assert found == {"selector": ".card", "attribute": "data-sku", "values": ["K-1", "K-2"]}


def test_tags_choose_what_is_kept(python: Firecrawl, site: Site) -> None:
    url = site.url("/article")
    whole = python.scrape(url, formats=["markdown"], only_main_content=False, max_age=0).markdown
    assert "Copyright of the gazette" in whole
    only = python.scrape(url, formats=["markdown"], include_tags=["blockquote"], max_age=0).markdown
    assert "question put to the wind" in only
    assert "bridge thread" not in only
    less = python.scrape(url, formats=["markdown"], exclude_tags=["blockquote"], max_age=0).markdown
    assert "question put to the wind" not in less


def test_images_inside_the_page_are_dropped_unless_wanted(python: Firecrawl, site: Site) -> None:
    url = site.url("/article")
    assert "base64,R0lGOD" not in python.scrape(url, formats=["markdown"], max_age=0).markdown
    kept = python.scrape(url, formats=["markdown"], remove_base64_images=False, max_age=0).markdown
    assert "base64,R0lGOD" in kept


def test_headers_location_and_mobile_reach_the_site(python: Firecrawl, site: Site) -> None:
    python.scrape(
        site.url("/headers"),
        formats=["markdown"],
        headers={"X-Thread": "silk", "Cookie": "warp=weft"},
        location=Location(country="AT", languages=["de-AT"]),
        mobile=True,
    )
    seen = site.visits_of("/headers")[-1].headers
    assert (seen["x-thread"], seen["cookie"]) == ("silk", "warp=weft")
    assert seen["accept-language"].startswith("de-AT")
    assert "Mobile" in seen["user-agent"]


def test_a_stored_copy_answers_while_it_is_young_enough(python: Firecrawl, site: Site) -> None:
    url = site.url("/docs?copy=1")
    first = python.scrape(url, formats=["markdown"], max_age=60_000)
    second = python.scrape(url, formats=["markdown"], max_age=60_000)
    fresh = python.scrape(url, formats=["markdown"], max_age=0)
    assert (first.metadata.cache_state, second.metadata.cache_state) == ("miss", "hit")
    assert second.metadata.cached_at.endswith("Z")
    assert fresh.metadata.cache_state in (None, "miss")
    assert second.markdown == first.markdown


def test_a_page_that_may_not_be_stored_is_fetched_again(python: Firecrawl, site: Site) -> None:
    url = site.url("/docs?copy=2")
    python.scrape(url, formats=["markdown"], max_age=60_000, store_in_cache=False)
    assert python.scrape(url, formats=["markdown"], max_age=60_000).metadata.cache_state == "miss"


@pytest.mark.parametrize(
    "options",
    [
        {"fast_mode": True},
        {"block_ads": False},
        {"proxy": "basic"},
        {"proxy": "auto"},
        {"use_mock": "none"},
        {"integration": "_e2e-test"},
        {"domain_tools": True, "tool_detail": "full"},
        {"timeout": 30_000, "wait_for": 0},
    ],
)
def test_options_that_change_little_are_accepted(python: Firecrawl, site: Site, options: dict[str, object]) -> None:
    document = python.scrape(site.url("/docs"), formats=["markdown"], max_age=0, **options)
    assert document.markdown.startswith("# Install")


def test_lockdown_never_fetches(python: Firecrawl, site: Site) -> None:
    path = "/docs?lockdown=1"
    before = len(site.visits)
    with pytest.raises(FirecrawlError) as caught:
        python.scrape(site.url(path), formats=["markdown"], lockdown=True)
    assert (caught.value.status_code, caught.value.code) == (404, "SCRAPE_LOCKDOWN_CACHE_MISS")
    assert len(site.visits) == before


def test_a_pdf_is_read_as_text(python: Firecrawl, site: Site) -> None:
    document = python.scrape(site.url("/file.pdf"), formats=["markdown"])
    assert "Silk report, page one." in document.markdown
    assert "Silk report, page two." in document.markdown
    assert document.metadata.num_pages == 2
    assert document.metadata.credits_used == 2
    first = python.scrape(site.url("/file.pdf"), formats=["markdown"], parsers=[PDFParser(max_pages=1)])
    assert "page two" not in first.markdown


@pytest.mark.parametrize("code", [404, 500, 403])
def test_a_page_that_says_no_is_still_a_page(python: Firecrawl, site: Site, code: int) -> None:
    document = python.scrape(site.url(f"/status/{code}"), formats=["markdown"], proxy="basic")
    assert document.metadata.status_code == code
    assert document.metadata.error
    assert "The page says so itself." in document.markdown


def test_redirects_are_followed_and_told(python: Firecrawl, site: Site) -> None:
    found = python.scrape(site.url("/redirect?to=/docs"), formats=["markdown"]).metadata
    assert (found.source_url, found.url) == (site.url("/redirect?to=/docs"), site.url("/docs"))


@pytest.mark.parametrize("where", ["", "?meta=1"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("iso-8859-1", "Grüße à la carte"),
        ("windows-1251", "Привет, мир"),
        ("shift_jis", "こんにちは世界"),
        ("gb18030", "你好世界"),
        ("euc-kr", "안녕하세요"),
    ],
)
def test_every_charset_is_read(python: Firecrawl, site: Site, name: str, text: str, where: str) -> None:
    assert text in python.scrape(site.url(f"/charset/{name}{where}"), formats=["markdown"]).markdown


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_every_content_encoding_is_read(python: Firecrawl, site: Site, encoding: str) -> None:
    assert "packed words" in python.scrape(site.url(f"/compressed/{encoding}"), formats=["markdown"]).markdown


def test_the_base_of_a_page_counts(python: Firecrawl, site: Site) -> None:
    document = python.scrape(site.url("/base"), formats=["links", "images"])
    assert document.links == [site.url("/other/place/page")]
    assert site.url("/other/place/pic.png") in document.images


@pytest.mark.browser
class TestRendered:
    """Pages that need a browser."""

    def test_text_that_a_script_wrote_is_there(self, python: Firecrawl, site: Site) -> None:
        assert "Text that a timer wrote" in python.scrape(site.url("/rendered/timer"), wait_for=400).markdown
        fetched_list = python.scrape(site.url("/rendered/fetch"), formats=["markdown"]).markdown
        assert "Items from the server" in fetched_list
        assert "shuttle" in fetched_list

    def test_frames_and_shadow_roots_are_part_of_the_page(self, python: Firecrawl, site: Site) -> None:
        frames = python.scrape(site.url("/frames"), formats=["markdown"], wait_for=100, only_main_content=False)
        assert "Words inside the frame." in frames.markdown
        shadow = python.scrape(site.url("/shadow"), formats=["markdown"], wait_for=100, only_main_content=False)
        assert "Words in the shadow." in shadow.markdown

    def test_a_screenshot_is_a_picture_at_an_address_of_the_service(
        self, python: Firecrawl, service: Service, site: Site
    ) -> None:
        url = site.url("/form")
        plain = python.scrape(url, formats=["screenshot"]).screenshot
        full = python.scrape(url, formats=[ScreenshotFormat(full_page=True)]).screenshot
        small = python.scrape(
            url, formats=[ScreenshotFormat(quality=50, viewport={"width": 400, "height": 300})]
        ).screenshot
        assert plain.startswith(service.url)
        (_, png), (_, tall), (kind, jpeg) = fetched(plain), fetched(full), fetched(small)
        assert png.startswith(PNG)
        assert int.from_bytes(tall[20:24]) >= 3000 > int.from_bytes(png[20:24])
        assert (kind, jpeg[:3]) == ("image/jpeg", JPEG)

    def test_a_form_is_filled_in_and_what_it_shows_is_read(self, python: Firecrawl, site: Site) -> None:
        document = python.scrape(
            site.url("/form"),
            formats=["markdown"],
            actions=[
                {"type": "click", "selector": "#name"},
                {"type": "write", "text": "Arachne"},
                {"type": "press", "key": "Tab"},
                {"type": "click", "selector": "#go"},
                {"type": "wait", "selector": "#greeting"},
                {"type": "wait", "milliseconds": 50},
                {"type": "scroll", "direction": "down"},
                {"type": "executeJavascript", "script": "document.getElementById('greeting').textContent"},
                {"type": "scrape"},
                {"type": "screenshot", "full_page": True},
                {"type": "pdf", "format": "A4"},
            ],
        )
        assert "Hello, Arachne!" in document.markdown
        assert document.actions["javascriptReturns"] == [{"type": "string", "value": "Hello, Arachne!"}]
        [snapshot] = document.actions["scrapes"]
        assert snapshot["url"] == site.url("/form")
        assert "Hello, Arachne!" in snapshot["html"]
        assert fetched(document.actions["screenshots"][0])[1].startswith(PNG)
        assert fetched(document.actions["pdfs"][0])[1].startswith(b"%PDF")

    def test_a_failing_action_is_named_by_its_index(self, python: Firecrawl, site: Site) -> None:
        with pytest.raises(InternalServerError) as caught:
            python.scrape(
                site.url("/form"),
                formats=["markdown"],
                timeout=8000,
                actions=[{"type": "scroll", "direction": "up"}, {"type": "click", "selector": "#nowhere"}],
            )
        assert caught.value.code == "SCRAPE_ACTION_ERROR"
        assert "Action 1 (click)" in str(caught.value)


class TestErrors:
    """Failures reach the caller as the client's own exceptions."""

    def test_an_unknown_key(self, service: Service, site: Site) -> None:
        with pytest.raises(UnauthorizedError, match="Unauthorized: Invalid token"):
            Firecrawl(api_key="fc-wrong", api_url=service.url).scrape(site.url("/"))

    def test_a_name_that_does_not_resolve(self, python: Firecrawl) -> None:
        with pytest.raises(DNSResolutionError) as caught:
            python.scrape("http://no-such-host.invalid/", formats=["markdown"], timeout=20_000)
        assert caught.value.status_code == 200

    def test_an_address_that_may_not_be_reached(self, python: Firecrawl) -> None:
        with pytest.raises(WebsiteNotSupportedError) as caught:
            python.scrape("http://127.0.0.1:1/", formats=["markdown"])
        assert caught.value.code == "unsafe_domain_blocked"

    def test_a_certificate_nobody_knows(self, python: Firecrawl, untrusted_site: Site) -> None:
        url = untrusted_site.url("/docs")
        with pytest.raises(TLSError) as caught:
            python.scrape(url, formats=["markdown"], skip_tls_verification=False)
        assert caught.value.code == "SCRAPE_SSL_ERROR"
        document = python.scrape(url, formats=["markdown"])
        assert "Install" in document.markdown
        assert document.metadata_dict["tlsVerified"] is False

    def test_a_page_that_takes_too_long(self, python: Firecrawl, site: Site) -> None:
        with pytest.raises(RequestTimeoutError) as caught:
            python.scrape(site.url("/slow?ms=8000"), formats=["markdown"], timeout=1000)
        assert caught.value.code == "SCRAPE_TIMEOUT"

    def test_a_redirect_without_end(self, python: Firecrawl, site: Site) -> None:
        with pytest.raises(InternalServerError) as caught:
            python.scrape(site.url("/redirect/loop"), formats=["markdown"], timeout=10_000)
        assert caught.value.code in ("SCRAPE_SITE_ERROR", "SCRAPE_ALL_ENGINES_FAILED")

    @pytest.mark.parametrize(
        "wrong",
        [
            {"url": "not a url"},
            {"url": "ftp://example.org"},
            {"url": "http://example.org", "timeout": 5},
            {"url": "http://example.org", "integration": "unheard-of"},
            {"url": "http://example.org", "headers": {"a": "b\r\nc: d"}},
        ],
    )
    def test_a_request_that_cannot_be_honoured(self, python: Firecrawl, wrong: dict[str, object]) -> None:
        with pytest.raises(BadRequestError):
            python.scrape(**{"formats": ["markdown"], **wrong})

    @pytest.mark.parametrize(
        "options",
        [
            {"formats": [{"type": "json", "prompt": "p", "checkPromptInjection": True}]},
            {"formats": ["markdown"], "check_prompt_injection": True},
        ],
    )
    def test_a_page_aimed_at_models_is_refused(self, python: Firecrawl, site: Site, options: dict[str, object]) -> None:
        with pytest.raises(FirecrawlError) as caught:
            python.scrape(site.url("/injected"), **options)
        assert caught.value.code == "SCRAPE_PROMPT_INJECTION_DETECTED"


async def test_the_asynchronous_client_scrapes_too(service: Service, site: Site) -> None:
    python = AsyncFirecrawl(api_key=service.key, api_url=service.url)
    document = await python.scrape(site.url("/docs"), formats=["markdown", "links"])
    assert "```bash" in document.markdown
    assert "| depth" in document.markdown
    with pytest.raises(UnauthorizedError):
        await AsyncFirecrawl(api_key="fc-wrong", api_url=service.url).scrape(site.url("/docs"), formats=["markdown"])


def test_a_scrape_can_be_read_again_by_its_id(service: Service, python: Firecrawl, site: Site) -> None:
    scraped = python.scrape(site.url("/docs"), formats=["markdown"])
    again = python.v2._client.http_client.get(f"/v2/scrape/{scraped.metadata.scrape_id}")
    assert again.status_code == 200
    assert again.json()["data"]["markdown"] == scraped.markdown


def test_the_log_holds_no_key(service: Service) -> None:
    # The banner shows the operator a line to try; everything after it is the log.
    banner, _, log = service.log.read_text("utf-8").partition('-d \'{"url": "https://example.com"}\'')
    assert "Base URL" in banner
    assert service.key not in log
