"""Upstream's own end-to-end tests of its clients against this service.

    python -m bench.upstream [--python firecrawl-py==4.55.0] [--npm firecrawl@4.42.0]

The tests are those that the published packages hold. Their addresses are replaced by a site on loopback, and a
stand-in for SearXNG answers their searches; there is no language model. What is printed is what pytest and jest say.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bench.clients import fetch_npm, fetch_python
from tests.search_engines import Engine, ResultRow, running_engine
from tests.clients.service import Service, running_service

_ADDRESS: Final = re.compile(r"(?:https://)?\b(?:docs\.)?(?:firecrawl\.dev|github\.com|example\.com)\b(?!/firecrawl)")
_PAGES: Final = 30
_LATENCY_SECONDS: Final = 0.2
_LINKS: Final = "".join(f'<li><a href="/{part}/{n}">{part} {n}</a>' for n in range(_PAGES) for part in ("docs", "blog"))
_PAGE: Final = """<!doctype html><html lang=en><title>Firecrawl docs {path}</title>
<meta name=description content="How pages become data"><nav><a href=/>Home</a></nav>
<main><h1>Firecrawl docs {path}</h1><img src=/logo.png alt=logo><p>A crawler begins at {path} and follows each link
that it finds there, until it has read the whole of a site or as much of it as somebody wants.</p><ul>{links}</ul></main>
"""
_SNIPPET: Final = "Firecrawl, Paris the capital of France, artificial intelligence, machine learning and Python."
_SITEMAP: Final = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>"""


class _Docs(BaseHTTPRequestHandler):
    """Answers every path with a page, but for files that such a site does not have."""

    def do_GET(self) -> None:
        """Answer a request."""
        path = urlsplit(self.path).path
        is_sitemap, is_page = path == "/sitemap.xml", "." not in path
        urls = "".join(f"<url><loc>http://{self.headers['host']}/docs/{n}</loc></url>" for n in range(_PAGES))
        text = _SITEMAP.format(urls=urls) if is_sitemap else _PAGE.format(path=path, links=_LINKS)
        body = text.encode() if is_sitemap or is_page else b""
        self.send_response(200 if body else 404)
        self.send_header("content-type", "application/xml" if is_sitemap else "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        # A job must still run when a test looks at it, as it does on the web.
        time.sleep(_LATENCY_SECONDS)
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running_docs() -> Iterator[str]:
    """Serve the site until the block ends; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Docs) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@contextmanager
def running_stand_ins() -> Iterator[tuple[str, Service]]:
    """Run the site, the search engine and the service; yields the address of the site, and the service."""
    with running_docs() as site, running_engine("searxng") as engine, tempfile.TemporaryDirectory() as home:
        _fill(engine, site)
        env = {"GOSSAMER_SEARXNG_ENDPOINT": engine.url}
        with running_service(Path(home), egress_allow=urlsplit(site).netloc, env=env) as service:
            yield site, service


def _fill(engine: Engine, site: str) -> None:
    today = datetime.now(UTC).isoformat()
    engine.found = [ResultRow(f"{site}/docs/{n}", f"Firecrawl and Paris {n}", _SNIPPET, today) for n in range(1, 26)]


def replace_addresses(folder: Path, site: str) -> None:
    """Have the tests in *folder* ask for *site* where they name a site of the web."""
    for file in [*folder.rglob("test_*.py"), *folder.rglob("*.test.ts")]:
        text = _ADDRESS.sub(site, file.read_text("utf-8"))
        # The file may be a link to the installer's cache.
        file.unlink()
        file.write_text(text, "utf-8")


def run_python(requirement: str, folder: Path, site: str, service: Service) -> int:
    """Run the tests of the Python client; return the exit code."""
    tests = fetch_python(requirement, folder) / "firecrawl" / "__tests__" / "e2e" / "v2"
    replace_addresses(tests, site)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-c", os.devnull]
    return subprocess.run([*command, str(tests)], cwd=folder, env=_client_env(service, folder), check=False).returncode


def run_javascript(requirement: str, folder: Path, site: str, service: Service) -> int:
    """Run the tests of version 2 of the JavaScript client; return the exit code."""
    package = fetch_npm(requirement, folder)
    tests = package / "src" / "__tests__" / "e2e" / "v2"
    replace_addresses(tests, site)
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run(install, cwd=package, check=True, timeout=600)
    jest = [
        "node",
        "--experimental-vm-modules",
        "node_modules/jest/bin/jest.js",
        "--maxWorkers=1",
        "--testMatch=**/*.test.ts",
        "--testTimeout=120000",
    ]
    env = _client_env(service, folder)
    return subprocess.run([*jest, "src/__tests__/e2e/v2"], cwd=package, env=env, check=False).returncode


def _client_env(service: Service, folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "API_URL": service.url,
        "API_KEY": service.key,
        "FIRECRAWL_API_URL": service.url,
        "FIRECRAWL_API_KEY": service.key,
        "TEST_URL": service.url,
        "TEST_API_KEY": service.key,
    }


def main() -> int:
    """Run the tests of both clients; return how many of the two failed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--python", default="firecrawl-py")
    options.add_argument("--npm", default="firecrawl@latest")
    chosen = options.parse_args()
    with (
        running_stand_ins() as (site, service),
        tempfile.TemporaryDirectory() as python,
        tempfile.TemporaryDirectory() as npm,
    ):
        codes = [
            run_python(chosen.python, Path(python), site, service),
            run_javascript(chosen.npm, Path(npm), site, service) if shutil.which("npm") else 0,
        ]
        if any(codes):
            print(service.log.read_text("utf-8", "replace")[-3000:])
    return sum(map(bool, codes))


if __name__ == "__main__":
    sys.exit(main())
