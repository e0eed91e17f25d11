"""Clients of sessions, each as a process of its own where it is one."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError

from gossamer.testing.site import Site
from tests.clients.service import Service
from tests.clients.sessions.mcp import McpClient
from tests.sandboxes import confining_runner

Flow = Callable[..., Any]
Cli = Callable[..., subprocess.CompletedProcess[str]]
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
    script = node_modules / "sessions.mjs"
    shutil.copy(Path(__file__).parent.parent / "js" / "sessions.mjs", script)

    def run(flow: str, *, package: str = "firecrawl", **told: Any) -> Any:
        ask = {"flow": flow, "package": package, "apiKey": service.key, "apiUrl": service.url, **told}
        done = subprocess.run(
            ["node", "--no-warnings", str(script)],
            input=json.dumps(ask),
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def environment(service: Service, home: Path) -> dict[str, str]:
    """Return what a client's own process has; its files go into *home*."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("FIRECRAWL_", "GOSSAMER_"))}
    return {
        **inherited,
        "HOME": str(home),
        "FIRECRAWL_API_URL": service.url,
        "FIRECRAWL_API_KEY": service.key,
        "FIRECRAWL_NO_TELEMETRY": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "CI": "1",
    }


@pytest.fixture
def cli(node_modules: Path, service: Service, tmp_path: Path) -> Cli:
    """Run a command of the official command line."""
    program = node_modules / "node_modules" / "firecrawl-cli" / "dist" / "index.js"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["node", "--no-warnings", str(program), *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
            stdin=subprocess.DEVNULL,
            env=environment(service, tmp_path),
        )

    return run


@pytest.fixture
def mcp(node_modules: Path, service: Service, tmp_path: Path) -> Iterator[McpClient]:
    """The official MCP server, spoken to as an editor does."""
    program = node_modules / "node_modules" / "firecrawl-mcp" / "dist" / "index.js"
    with McpClient(["node", "--no-warnings", str(program)], environment(service, tmp_path)) as found:
        yield found
