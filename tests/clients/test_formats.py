"""Look, menu, recordings, redaction, safety and zero retention, through the Python and JavaScript clients."""

from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v2.types import ScrapeOptions

from gossamer.testing.site import Site
from tests.asking import ask_until, is_ended
from tests.clients.conftest import Javascript
from tests.clients.service import Service


@pytest.fixture(scope="module")
def http(service: Service) -> Any:
    with httpx.Client(base_url=service.url, headers={"Authorization": f"Bearer {service.key}"}, timeout=60) as client:
        yield client


@pytest.mark.browser
def test_the_look_of_a_page(python: Firecrawl, javascript: Javascript, site: Site) -> None:
    found = python.scrape(site.url("/showroom"), formats=["branding"])
    look = found.branding
    assert (look.brand_name, look.colors["primary"], look.colors["background"]) == ("The Fox", "#7f1a2b", "#fffaf5")
    assert look.typography["fontFamilies"]["primary"] == "Georgia"
    assert look.components["buttonPrimary"]["borderRadius"] == "8px"
    assert look.logo == site.url("/img/fox.svg")
    assert found.metadata.credits_used == 1
    # The second one answers from the stored copy, with the styles that the first one read.
    again = javascript(site.url("/showroom"), formats=["branding"], maxAge=600_000)["document"]
    assert (again["branding"]["colors"], again["metadata"]["cacheState"]) == (look.colors, "hit")


def test_a_menu(python: Firecrawl, javascript: Javascript, site: Site) -> None:
    found = python.scrape(site.url("/showroom"), formats=["menu"]).menu
    dishes = [(section.name, [(item.name, item.price.amount) for item in section.items]) for section in found.sections]
    assert dishes == [("Starters", [("Soup", 5.5), ("Olives", 4)]), ("Mains", [("Pie", 14), ("Risotto (V)", 13)])]
    assert (found.is_menu, found.currency, found.merchant.name) == (True, "GBP", "The Fox")
    none = javascript(site.url("/article"), formats=["menu"])["document"]
    assert "menu" not in none
    assert "No menu found" in none["warning"]


def test_recordings(python: Firecrawl, javascript: Javascript, site: Site) -> None:
    found = python.scrape(site.url("/showroom"), formats=["audio", "video"])
    assert (found.audio, found.video) == (site.url("/media/chef.mp3"), "https://media.example.org/fox.mp4")
    assert found.metadata.credits_used == 1 + 4 + 4
    again = javascript(site.url("/showroom"), formats=["video"])["document"]
    assert [video["source"] for video in again["videos"]] == ["meta og:video"]


def test_deterministic_data_and_clean_content(python: Firecrawl, http: httpx.Client, site: Site) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    wanted = {"type": "deterministicJson", "schema": schema}
    body = {"url": site.url("/product"), "formats": [wanted, "markdown"], "onlyCleanContent": True}
    [first, second] = (http.post("/v2/scrape", json=body).json()["data"] for _ in range(2))
    assert first["json"] == second["json"] == {"name": "Blue kettle", "price": 24.5}
    assert first["metadata"]["creditsUsed"] == 3
    assert "warning" not in first


def test_personal_data_are_taken_out_and_not_kept(
    python: Firecrawl, javascript: Javascript, http: httpx.Client, site: Site
) -> None:
    options = ScrapeOptions(formats=["markdown", "links", "html"], redact_pii=True)
    [found] = python.crawl(site.url("/contact"), limit=1, scrape_options=options, poll_interval=1).data
    assert "Ask [PERSON]: [[EMAIL]](mailto:[EMAIL]), [PHONE]." in found.markdown
    assert "Pay into [FINANCIAL]." in found.markdown
    assert "ada@example.org" not in found.model_dump_json()
    assert found.metadata.credits_used == 1 + 4
    kept = http.get(f"/v2/scrape/{found.metadata.scrape_id}").json()["data"]
    assert kept["markdown"] == found.markdown
    masked = javascript(
        site.url("/contact"), formats=["markdown"], redactPII={"entities": ["EMAIL"], "replaceStyle": "mask"}
    )
    assert "Ask Ada King: [***************]" in masked["document"]["markdown"]


def test_a_page_that_gives_orders_to_models_is_refused_with_the_place(
    python: Firecrawl, javascript: Javascript, http: httpx.Client, site: Site
) -> None:
    body = {"url": site.url("/injected"), "checkPromptInjection": True}
    answer = http.post("/v2/scrape", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "SCRAPE_PROMPT_INJECTION_DETECTED")
    [finding] = answer.json()["details"]
    assert (finding["reason"], finding["hidden"]) == ("overrides instructions", "display: none")
    assert finding["selector"].endswith("p:nth-of-type(2)")
    fine = http.post("/v2/scrape", json={**body, "url": site.url("/article"), "safeMode": True}).json()["data"]
    assert fine["metadata"]["promptInjection"] == {"detected": False, "findings": []}
    assert fine["metadata"]["creditsUsed"] == 1 + 4


class TestZeroRetention:
    """Results of jobs live until they were read."""

    def test_a_batch_and_a_crawl(self, python: Firecrawl, http: httpx.Client, site: Site) -> None:
        urls = [site.url("/article"), site.url("/docs")]
        batch = python.batch_scrape(urls, formats=["markdown"], zero_data_retention=True, poll_interval=1)
        assert len(batch.data) == 2
        assert batch.credits_used == 2 * 2
        crawl = python.crawl(
            site.url("/docs"), limit=1, zero_data_retention=True, poll_interval=1,
            scrape_options=ScrapeOptions(formats=["markdown"]),
        )  # fmt: skip
        assert len(crawl.data) == 1
        [scrape] = [page.metadata.scrape_id for page in crawl.data]
        assert http.get(f"/v2/scrape/{scrape}").status_code == 404

    def test_what_was_read_is_gone(self, python: Firecrawl, http: httpx.Client, site: Site) -> None:
        started = http.post("/v2/batch/scrape", json={"urls": [site.url("/article")], "zeroDataRetention": True}).json()
        path = f"/v2/batch/scrape/{started['id']}"
        first = _ended(http, path)
        assert len(first["data"]) == 1
        again = http.get(path).json()
        assert (again["status"], again["completed"], again["data"]) == ("completed", 1, [])
        assert "next" not in again
        assert "zero data retention" in again["warning"]

    def test_an_extraction(self, http: httpx.Client, site: Site) -> None:
        schema = {"type": "object", "properties": {"name": {"type": "string"}}}
        body = {"urls": [site.url("/product")], "schema": schema, "zeroDataRetention": True}
        started = http.post("/v2/extract", json=body).json()
        path = f"/v2/extract/{started['id']}"
        assert _ended(http, path)["data"] == {"name": "Blue kettle"}
        again = http.get(path).json()
        assert again.get("data") is None
        assert "zero data retention" in again["warning"]

    def test_an_agent_leaves_no_trace(self, http: httpx.Client, site: Site) -> None:
        schema = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
        body = {
            "prompt": "Name and price of the kettle", "schema": schema, "urls": [site.url("/product")],
            "strictConstrainToURLs": True, "zeroDataRetention": True,
        }  # fmt: skip
        started = http.post("/v2/agent", json=body).json()
        path = f"/v2/agent/{started['id']}"
        assert _ended(http, path)["data"] == {"name": "Blue kettle", "price": 24.5}
        assert "24.5" not in http.get(path).text
        assert "kettle" not in http.get(f"{path}/trace").text.lower()


def _ended(http: httpx.Client, path: str) -> Any:
    return ask_until(is_ended, lambda: http.get(path).json())
