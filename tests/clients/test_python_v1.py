"""The Python client of version 1, alone and inside the unified client."""

import base64

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp, V1LocationConfig, V1ScreenshotAction, V1WaitAction, V1WriteAction

from gossamer.testing.site import Site
from tests.clients.service import Service

# The client itself uses what pydantic has retired.
pytestmark = pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")


@pytest.fixture(scope="module")
def python_v1(service: Service) -> V1FirecrawlApp:
    return V1FirecrawlApp(api_key=service.key, api_url=service.url)


def test_every_format_of_version_1(python_v1: V1FirecrawlApp, site: Site) -> None:
    found = python_v1.scrape_url(site.url("/article"), formats=["markdown", "html", "rawHtml", "links"])
    assert found.markdown.startswith("# How spiders weave")
    assert "How spiders weave" in found.html
    assert "window.secret" in found.rawHtml
    assert site.url("/docs?page=2#top") in found.links
    assert found.metadata["sourceURL"] == site.url("/article")
    assert found.metadata["statusCode"] == 200


def test_the_unified_client_has_version_1_inside(python: Firecrawl, site: Site) -> None:
    assert python.v1.scrape_url(site.url("/docs"), formats=["markdown"]).markdown.startswith("# Install")


def test_options_of_version_1(python_v1: V1FirecrawlApp, site: Site) -> None:
    found = python_v1.scrape_url(
        site.url("/headers"),
        formats=["markdown"],
        headers={"X-Thread": "v1"},
        only_main_content=False,
        location=V1LocationConfig(country="DE", languages=["de"]),
        mobile=False,
        skip_tls_verification=True,
        remove_base64_images=True,
        block_ads=True,
        proxy="basic",
        parse_pdf=True,
        timeout=20_000,
    )
    assert found.metadata["statusCode"] == 200
    seen = site.visits_of("/headers")[-1].headers
    assert (seen["x-thread"], seen["accept-language"][:2]) == ("v1", "de")


def test_a_pdf_that_is_not_to_be_read_comes_as_it_is(python_v1: V1FirecrawlApp, site: Site) -> None:
    found = python_v1.scrape_url(site.url("/file.pdf"), formats=["markdown"], parse_pdf=False)
    assert base64.b64decode(found.markdown).startswith(b"%PDF")


@pytest.mark.browser
def test_actions_of_version_1(python_v1: V1FirecrawlApp, site: Site) -> None:
    found = python_v1.scrape_url(
        site.url("/form"),
        formats=["markdown", "screenshot@fullPage"],
        actions=[
            {"type": "click", "selector": "#name"},
            V1WriteAction(type="write", text="Minerva"),
            {"type": "click", "selector": "#go"},
            V1WaitAction(type="wait", selector="#greeting"),
            V1ScreenshotAction(type="screenshot"),
        ],
    )
    assert "Hello, Minerva!" in found.markdown
    assert found.screenshot.startswith("http")
    assert len(found.actions.screenshots) == 1
    assert found.actions.pdfs == []


def test_a_page_that_is_not_to_be_retained_cannot_be_read_again(
    python_v1: V1FirecrawlApp, service: Service, site: Site
) -> None:
    found = python_v1.scrape_url(site.url("/article"), formats=["markdown"], zero_data_retention=True)
    assert found.markdown.startswith("# How spiders weave")
    again = httpx.get(
        f"{service.url}/v1/scrape/{found.metadata['scrapeId']}", headers={"Authorization": f"Bearer {service.key}"}
    )
    assert (again.status_code, again.json()["error"]) == (404, "Job not found.")


@pytest.mark.parametrize(
    ("path", "options", "sentence"),
    [
        ("/slow?ms=8000", {"timeout": 1000}, "timeout"),
        ("/article", {"formats": ["changeTracking"]}, "markdown format"),
        ("/article", {"formats": ["json"]}, "extract or json"),
    ],
)
def test_failures_are_told(
    python_v1: V1FirecrawlApp, site: Site, path: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Exception, match=sentence):
        python_v1.scrape_url(site.url(path), **options)
