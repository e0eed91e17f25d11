"""A service whose own index has a few pages of the site: nothing else is needed to search."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from firecrawl import Firecrawl

from gossamer.testing.site import Site
from tests.clients.javascript import answer_of
from tests.clients.service import Service

Search = Callable[..., Any]
_PATIENCE_SECONDS = 90


@pytest.fixture(scope="package")
def article(python: Firecrawl, site: Site) -> str:
    """The address of a page that is in the index, as are some others."""
    for path in ("/article", "/docs"):
        python.scrape(site.url(path), formats=["markdown"], max_age=0)
    give_up = time.monotonic() + _PATIENCE_SECONDS
    # The index comes behind what is stored, and tells nobody when.
    while not (python.search("spiders weave").web and python.search("install intitle:install").web):
        assert time.monotonic() < give_up
        time.sleep(0.2)
    return site.url("/article")


@pytest.fixture(scope="package")
def javascript_search(node_modules: Path, service: Service) -> Search:
    """Search with the JavaScript client; returns its data or its error."""

    def run(query: str, *, version: str = "v2", **options: Any) -> Any:
        ask = {"query": query, "version": version, "apiKey": service.key, "apiUrl": service.url, "options": options}
        return answer_of(node_modules / "search.mjs", ask)

    return run
