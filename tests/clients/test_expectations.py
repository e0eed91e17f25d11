"""What programs written for Firecrawl rely on, as the Python client and bare requests see it."""

from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl

from gossamer.testing.site import Site
from tests.clients.mcp import McpClient
from tests.clients.service import Service


@pytest.fixture
def post(service: Service) -> Any:
    """Post a body with the key; returns the answer."""

    def call(path: str, **body: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {service.key}"}
        return httpx.post(service.url + path, json=body, headers=headers, timeout=60)

    return call


def sources(documents: list[Any]) -> list[str]:
    return sorted(document.metadata.source_url for document in documents)


class TestSourceUrl:
    """`metadata.sourceURL` is what the caller sent, `url` the final address."""

    def test_of_a_scrape(self, python: Firecrawl, site: Site) -> None:
        bare = site.url("").rstrip("/")
        metadata = python.scrape(bare, formats=["markdown"]).metadata
        assert (metadata.source_url, metadata.url) == (bare, f"{bare}/")
        written = site.url("/docs#Install it")
        assert python.scrape(written, formats=["markdown"]).metadata.source_url == written

    def test_of_a_stored_copy(self, python: Firecrawl, site: Site) -> None:
        python.scrape(site.url("/links"), formats=["markdown"])
        again = python.scrape(site.url("/links#a"), formats=["markdown"], max_age=600_000).metadata
        assert (again.cache_state, again.source_url) == ("hit", site.url("/links#a"))

    def test_of_a_batch_and_a_crawl(self, python: Firecrawl, site: Site) -> None:
        bare = site.url("").rstrip("/")
        written = sorted([bare, site.url("/docs#install")])
        job = python.batch_scrape(written, formats=["markdown"], poll_interval=1, wait_timeout=60)
        assert sources(job.data) == written
        crawl = python.crawl(bare, limit=1, sitemap="skip", poll_interval=1, timeout=60)
        assert sources(crawl.data) == [bare]

    def test_of_a_version_1_scrape(self, post: Any, site: Site) -> None:
        bare = site.url("").rstrip("/")
        assert post("/v1/scrape", url=bare).json()["data"]["metadata"]["sourceURL"] == bare
        assert post("/v0/scrape", url=bare).json()["data"]["metadata"]["sourceURL"] == bare


class TestBatches:
    """A batch answers for every line of its list."""

    def test_duplicates_are_scraped_as_often_as_they_are_listed(self, python: Firecrawl, site: Site) -> None:
        urls = [site.url("/docs"), site.url("/article"), site.url("/docs")]
        job = python.batch_scrape(urls, formats=["markdown"], poll_interval=1, wait_timeout=60)
        assert (job.total, sources(job.data)) == (3, sorted(urls))

    def test_duplicates_are_left_out_when_asked(self, post: Any, python: Firecrawl, site: Site) -> None:
        started = post("/v2/batch/scrape", urls=[site.url("/docs")] * 3, deduplicateURLs=True).json()
        job = python.get_batch_scrape_status(started["id"])
        assert job.total == 1


class TestCrawls:
    """The caller's own rules hold for the start page, too."""

    @pytest.mark.parametrize("rules", [{"include_paths": ["/article"]}, {"exclude_paths": ["^/$"]}])
    def test_a_start_page_that_is_ruled_out_leads_on_and_is_no_result(
        self, python: Firecrawl, site: Site, rules: dict[str, Any]
    ) -> None:
        job = python.crawl(site.url("/"), limit=1, sitemap="skip", poll_interval=1, timeout=60, **rules)
        found = sources(job.data)
        assert len(found) == 1
        assert site.url("/") not in found

    def test_a_site_without_a_sitemap_gives_its_start_page(self, python: Firecrawl, site: Site) -> None:
        job = python.crawl(site.url("/docs"), sitemap="only", poll_interval=1, timeout=60)
        assert (job.status, sources(job.data)) == ("completed", [site.url("/docs")])


class TestCaching:
    """Stored copies answer where they can, and say so."""

    def test_a_screenshot_is_answered_from_the_store(self, python: Firecrawl, site: Site) -> None:
        def shot(**changes: Any) -> Any:
            return python.scrape(site.url("/gallery"), formats=["markdown", "screenshot"], **changes)

        first, second = shot(max_age=0), shot(max_age=600_000)
        assert (first.metadata.cache_state, second.metadata.cache_state) == (None, "hit")
        assert httpx.get(first.screenshot).content == httpx.get(second.screenshot).content
        full = [{"type": "screenshot", "fullPage": True}]
        assert python.scrape(site.url("/gallery"), formats=full, max_age=600_000).metadata.cache_state == "miss"

    def test_there_is_no_state_without_a_copy_to_look_for(self, post: Any, site: Site) -> None:
        data = post("/v1/scrape", url=site.url("/docs"), headers={"X-Own": "1"}).json()["data"]
        assert "cacheState" not in data["metadata"]

    def test_the_order_of_languages_makes_no_other_copy(self, python: Firecrawl, site: Site) -> None:
        for languages, state in ((["de", "en"], "miss"), (["en", "de"], "hit")):
            place = {"country": "DE", "languages": languages}
            document = python.scrape(site.url("/product"), formats=["markdown"], location=place, max_age=600_000)
            assert document.metadata.cache_state == state


class TestSearch:
    """What the newest clients send by default is understood."""

    def test_a_marketplace_beside_the_web(self, post: Any, site: Site) -> None:
        answer = post(
            "/v2/search", query="spiders", sources=["web", "alexandria"], domainTools=True, toolDetail="compact"
        )
        assert (answer.status_code, answer.json()["success"]) == (200, True)
        assert "alexandria" not in answer.json().get("warning", "")

    def test_a_marketplace_alone(self, post: Any) -> None:
        answer = post("/v2/search", query="spiders", sources=[{"type": "alexandria"}, "exchange"]).json()
        assert (answer["success"], answer["data"], answer["creditsUsed"]) == (True, {}, 0)
        assert "`alexandria` has no results" in answer["warning"]

    def test_a_catalogue_of_tools_is_empty(self, python: Firecrawl) -> None:
        tools = python.find_tools(level="tools")
        assert (tools.items, tools.total, tools.level) == ([], 0, "tools")

    def test_tools_of_a_marketplace_are_refused(self, post: Any, site: Site) -> None:
        call = {"provider": "sec", "capability": "filings"}
        refused = post("/v2/scrape", alexandria=[call])
        assert (refused.status_code, refused.json()["code"]) == (403, "exchange_not_enabled")
        both = post("/v2/scrape", url=site.url("/article"), alexandria=call)
        assert (both.status_code, both.json()["error"]) == (400, "`alexandria` cannot be combined with `url`.")


@pytest.mark.filterwarnings("ignore:The extract endpoint is in maintenance mode")
class TestExtract:
    """A prompt finds its own pages."""

    def test_a_prompt_without_urls_reads_the_page_that_it_names(self, python: Firecrawl, site: Site) -> None:
        prompt = f"What is the title of {site.url('/article')}?"
        schema = {"type": "object", "properties": {"title": {"type": "string"}}}
        found = python.extract(prompt=prompt, schema=schema, poll_interval=1, timeout=60)
        assert (found.status, found.data) == ("completed", {"title": "How spiders weave"})


class TestLeniency:
    """Bodies that the upstream service accepts are accepted."""

    @pytest.mark.parametrize(
        "body",
        [
            {"auditMetadata": {"username": "ada"}},
            {"onlyCleanContent": True},
            {"location": {"country": ""}},
            {"timeout": 30_000.5},
            {"waitFor": 1, "timeout": 100_000, "actions": [{"type": "wait", "milliseconds": 1}]},
        ],
    )
    @pytest.mark.parametrize("version", ["v1", "v2"])
    def test_a_scrape(self, post: Any, site: Site, version: str, body: dict[str, Any]) -> None:
        answer = post(f"/{version}/scrape", url=site.url("/docs"), **body)
        assert answer.status_code == 200, answer.text

    def test_events_that_a_job_cannot_have(self, post: Any, site: Site) -> None:
        webhook = {"url": "https://example.com/hook", "events": ["agent.action", "page"]}
        assert post("/v2/batch/scrape", urls=[site.url("/docs")], webhook=webhook).status_code == 200

    @pytest.mark.parametrize("path", ["/v1/scrape", "/v2/scrape", "/v2/crawl", "/v2/map"])
    def test_a_bare_word_is_no_address(self, post: Any, path: str) -> None:
        answer = post(path, url="asparagus")
        assert (answer.status_code, answer.json()["success"]) == (400, False)


@pytest.mark.parametrize("version", ["v0", "v1", "v2"])
def test_a_crawl_of_a_private_address_is_refused_at_once(post: Any, version: str) -> None:
    answer = post(f"/{version}/crawl", url="http://10.0.0.1/")
    assert (answer.status_code, answer.json()["code"]) == (403, "unsafe_domain_blocked")


class TestCertificates:
    """A page whose certificate is not valid comes, and says so."""

    def test_where_nothing_is_said(self, post: Any, untrusted_site: Site) -> None:
        url = untrusted_site.url("/article")
        for version in ("v0", "v1", "v2"):
            data = post(f"/{version}/scrape", url=url).json()["data"]
            assert data["metadata"]["tlsVerified"] is False
            assert "spiders" in data["markdown"]

    @pytest.mark.parametrize("more", [{"headers": {"Cookie": "secret=1"}}, {"skipTlsVerification": False}])
    def test_where_secrets_are_sent_or_the_caller_wants_it(
        self, post: Any, untrusted_site: Site, more: dict[str, Any]
    ) -> None:
        answer = post("/v2/scrape", url=untrusted_site.url("/article"), **more).json()
        assert (answer["success"], answer["code"]) == (False, "SCRAPE_SSL_ERROR")


@pytest.mark.node
class TestTools:
    """The official MCP server, which calls a tool of a marketplace by default."""

    @pytest.mark.parametrize("mcp", ["firecrawl-mcp"], indirect=True)
    def test_it_finds_no_tools(self, mcp: McpClient) -> None:
        answer = mcp.call("firecrawl_find_tools", level="tools")
        assert (answer["success"], answer["data"]["alexandria"][0]["data"]["items"]) == (True, [])

    @pytest.mark.parametrize("mcp", ["firecrawl-mcp"], indirect=True)
    def test_it_hears_what_to_do_next(self, mcp: McpClient, site: Site) -> None:
        answer = mcp.call("firecrawl_scrape", url=site.url("/missing"), formats=["markdown"])
        assert "firecrawl_search" in answer["agent_hints"][0]
