"""Version 0 has no client that is still kept; its requests are written by hand."""

import json
import urllib.request
from typing import Any

from gossamer.testing.site import Site
from tests.clients.service import Service


def post(service: Service, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        service.url + "/v0/scrape",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {service.key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def test_a_whole_page_under_the_old_names(service: Service, site: Site) -> None:
    answer = post(service, {"url": site.url("/article"), "pageOptions": {"includeHtml": True}})
    data = answer["data"]
    assert answer["returnCode"] == 200
    assert "How spiders weave" in data["content"]
    assert "Copyright of the gazette" in data["markdown"]
    assert "<h1" in data["html"]
    assert site.url("/docs?page=2#top") in data["linksOnPage"]
    assert data["metadata"]["pageStatusCode"] == 200
    assert data["metadata"]["sourceURL"] == site.url("/article")


def test_a_page_that_says_no_has_its_status_under_the_old_name(service: Service, site: Site) -> None:
    metadata = post(service, {"url": site.url("/status/404")})["data"]["metadata"]
    assert metadata["pageStatusCode"] == 404
    assert metadata["pageError"]
