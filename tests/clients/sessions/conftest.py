"""Clients of sessions, each as a process of its own where it is one."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError

from gossamer.testing.site import Site
from tests.clients.javascript import answer_of
from tests.clients.service import Service
from tests.sandboxes import confining_runner

Flow = Callable[..., Any]
# Twelve pages of six products, behind a button.
CATALOGUE = "/apps/catalogue"
LOAD_ALL = 'Click "Show more products" until it is gone'


@pytest.fixture
def scraped(python: Firecrawl, site: Site) -> Iterator[str]:
    """The id of a scrape of the catalogue; its session is ended."""
    found = python.scrape(site.url(CATALOGUE), formats=["markdown"], max_age=0, wait_for=200).metadata.scrape_id
    yield found
    # A test may have ended it.
    with suppress(FirecrawlError):
        python.stop_interaction(found)


@pytest.fixture(scope="package")
def confined(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing is run where nothing can be confined."""
    confining_runner(tmp_path_factory.mktemp("sandbox"))


@pytest.fixture(scope="package")
def javascript_flow(node_modules: Path, service: Service) -> Flow:
    """Run one flow of the JavaScript client in a Node.js process of its own; returns what it told."""

    def run(flow: str, *, package: str = "firecrawl", **told: Any) -> Any:
        ask = {"flow": flow, "package": package, "apiKey": service.key, "apiUrl": service.url, **told}
        return answer_of(node_modules / "sessions.mjs", ask)

    return run
