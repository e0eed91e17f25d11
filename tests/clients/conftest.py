"""A real service over a real site, shared by all tests of the clients.

It ends with them and not with the run: a service that has worked costs two hundredths of a core while it is idle.
"""

import os
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import trustme
from firecrawl import Firecrawl

from gossamer.testing.site import Site, running_site
from tests.clients.javascript import answer_of, installed
from tests.clients.mcp import McpClient
from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN

Javascript = Callable[..., dict[str, Any]]
Cli = Callable[..., subprocess.CompletedProcess[str]]
OpenMcp = Callable[[str, Service], McpClient]


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@pytest.fixture(scope="package")
def untrusted_site() -> Iterator[Site]:
    """The same site by https, with a certificate that nobody has heard of."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    with running_site(tls) as found:
        yield found


@pytest.fixture(scope="package")
def service(site: Site, untrusted_site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    allowed = f"{site.host},{untrusted_site.host}"
    env = {"GOSSAMER_ADMIN_TOKEN": TOKEN}
    with running_service(tmp_path_factory.mktemp("service"), egress_allow=allowed, env=env) as found:
        yield found


@pytest.fixture(scope="package")
def python(service: Service) -> Firecrawl:
    return Firecrawl(api_key=service.key, api_url=service.url)


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """Where the JavaScript clients are installed: once for each lock file."""
    return installed()


@pytest.fixture(scope="package")
def javascript(node_modules: Path, service: Service) -> Javascript:
    """Call a JavaScript client; returns its document or its error."""
    program = node_modules / "scrape.mjs"

    def call(
        url: str,
        *,
        version: str = "v2",
        package: str = "firecrawl",
        key: str | None = None,
        service: Service = service,
        **options: Any,
    ) -> dict[str, Any]:
        ask = {
            "url": url,
            "version": version,
            "package": package,
            "apiKey": service.key if key is None else key,
            "apiUrl": service.url,
            "options": options,
        }
        told: dict[str, Any] = answer_of(program, ask)
        return told

    return call


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


@pytest.fixture(scope="package")
def open_mcp(node_modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenMcp]:
    """Start an official MCP server for a service, once for all tests: loading one takes longer than most tests."""
    with ExitStack() as stack:

        @cache
        def start(package: str, service: Service) -> McpClient:
            program = node_modules / "node_modules" / package / "dist" / "index.js"
            own = environment(service, tmp_path_factory.mktemp("mcp"))
            return stack.enter_context(McpClient(["node", "--no-warnings", str(program)], own))

        yield start


@pytest.fixture(params=["firecrawl-mcp", "firecrawl-mcp-3.22"])
def mcp(open_mcp: OpenMcp, service: Service, request: pytest.FixtureRequest) -> McpClient:
    """The official MCP server, spoken to as an editor does."""
    return open_mcp(request.param, service)
