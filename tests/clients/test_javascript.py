"""The JavaScript clients, each call in a Node.js process of its own."""

from typing import Any

import pytest

from gossamer.testing.site import Site
from tests.clients.conftest import Javascript

pytestmark = pytest.mark.node
PACKAGES = ["firecrawl", "firecrawl-4.24", "@mendable/firecrawl-js"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_static_format(javascript: Javascript, site: Site, package: str) -> None:
    formats: list[Any] = [
        "markdown",
        "html",
        "rawHtml",
        "links",
        "images",
        {"type": "attributes", "selectors": [{"selector": "article img", "attribute": "alt"}]},
    ]
    found = javascript(site.url("/article"), package=package, formats=formats, maxAge=0)["document"]
    assert found["markdown"].startswith("# How spiders weave")
    assert "How spiders weave" in found["html"]
    assert "window.secret" in found["rawHtml"]
    assert site.url("/docs?page=2#top") in found["links"]
    assert site.url("/img/web.png") in found["images"]
    assert found["attributes"][0]["values"] == ["An orb web", "inline"]
    assert found["metadata"]["title"] == "How spiders weave"
    assert found["metadata"]["scrapeId"]


def test_options_reach_the_site(javascript: Javascript, site: Site) -> None:
    javascript(
        site.url("/headers"),
        formats=["markdown"],
        headers={"X-Thread": "js"},
        location={"country": "FR", "languages": ["fr-FR"]},
        skipTlsVerification=False,
        timeout=20_000,
        waitFor=0,
        mobile=True,
        proxy="basic",
        maxAge=0,
    )
    seen = site.visits_of("/headers")[-1].headers
    assert seen["x-thread"] == "js"
    assert seen["accept-language"].startswith("fr-FR")


@pytest.mark.browser
@pytest.mark.parametrize("package", PACKAGES)
def test_actions_and_screenshots(javascript: Javascript, site: Site, package: str) -> None:
    found = javascript(
        site.url("/form"),
        package=package,
        formats=["markdown", {"type": "screenshot", "fullPage": True}],
        actions=[
            {"type": "click", "selector": ".more", "all": True},
            {"type": "click", "selector": "#name"},
            {"type": "write", "text": "Penelope"},
            {"type": "click", "selector": "#go"},
            {"type": "wait", "selector": "#greeting"},
            {"type": "executeJavascript", "script": "1 + 1"},
            {"type": "scrape"},
            {"type": "screenshot"},
            {"type": "pdf"},
        ],
    )["document"]
    assert "Hello, Penelope!" in found["markdown"]
    assert "clicked 2" in found["markdown"]
    assert found["screenshot"].startswith("http")
    assert {name: len(given) for name, given in found["actions"].items()} == {
        "screenshots": 1,
        "scrapes": 1,
        "javascriptReturns": 1,
        "pdfs": 1,
    }
    assert found["actions"]["javascriptReturns"][0]["value"] == 2


@pytest.mark.browser
def test_a_rendered_page(javascript: Javascript, site: Site) -> None:
    found = javascript(site.url("/rendered/fetch"), formats=["markdown"])["document"]
    assert "shuttle" in found["markdown"]


@pytest.mark.parametrize(
    ("path", "options", "failure"),
    [
        ("/slow?ms=8000", {"formats": ["markdown"], "timeout": 1000}, (408, "SCRAPE_TIMEOUT")),
        ("/docs?min=1", {"formats": ["markdown"], "minAge": 60_000}, (404, "SCRAPE_NO_CACHED_DATA")),
        ("/article", {"formats": ["nope"]}, (400, "BAD_REQUEST")),
        ("/injected", {"formats": ["markdown"], "safeMode": True}, (403, "SAFE_MODE_BLOCKED")),
        ("/article", {"formats": ["markdown"], "safeMode": True, "proxy": "stealth"}, (403, "SAFE_MODE_BLOCKED")),
        ("/article", {"formats": ["markdown"], "lockdown": True, "maxAge": 1}, (404, "SCRAPE_LOCKDOWN_CACHE_MISS")),
    ],
)
def test_failures_have_status_and_code(
    javascript: Javascript, site: Site, path: str, options: dict[str, Any], failure: tuple[int, str]
) -> None:
    error = javascript(site.url(path), **options)["error"]
    assert (error["status"], error["code"]) == failure


def test_an_unknown_key_is_refused(javascript: Javascript, site: Site) -> None:
    error = javascript(site.url("/article"), key="fc-wrong", formats=["markdown"])["error"]
    assert error["status"] == 401
    assert "Invalid token" in error["message"]


def test_version_1_inside_the_client(javascript: Javascript, site: Site) -> None:
    found = javascript(site.url("/article"), version="v1", formats=["markdown", "links"])["document"]
    assert found["success"] is True
    assert found["markdown"].startswith("# How spiders weave")
    assert found["metadata"]["statusCode"] == 200


def test_failures_of_version_1_are_told(javascript: Javascript, site: Site) -> None:
    told = javascript(site.url("/article"), version="v1", formats=["markdown"], unheardOf=1)
    assert "Unrecognized key in body" in str(told)
