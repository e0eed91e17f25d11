"""Public registers on loopback: recorded answers of each service, and the text of a paper as a PDF."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from gossamer.settings import DEVELOPER_SERVICES, PAPER_SERVICES
from tests import documents

_RECORDED: Final = Path(__file__).parent / "recorded"
# What each path of each service answers with; the first that fits.
_ANSWERS: Final = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"/arxiv/api/query", "arxiv.xml"),
        (r"/openalex/works", "openalex_works.json"),
        (r"/openalex/works/(doi:10\.48550/arxiv\.1706\.03762|doi:10\.48550%2Farxiv\.1706\.03762|W2626778328)",
         "openalex_work.json"),
        (r"/crossref/works", "crossref_works.json"),
        (r"/crossref/works/10\.18653%2Fv1%2Fn19-1423", "crossref_work.json"),
        (r"/europepmc/search\?.*10\.9999.*", "europepmc_none.json"),
        (r"/europepmc/search", "europepmc_search.json"),
        (r"/europepmc/MED/40953549/citations", "europepmc_citations.json"),
        (r"/semanticscholar/graph/v1/paper/search", "semanticscholar_search.json"),
        (r"/semanticscholar/graph/v1/paper/[^/]+/citations", "semanticscholar_citations.json"),
        (r"/semanticscholar/graph/v1/paper/ARXIV:1706\.03762", "semanticscholar_paper.json"),
        (r"/semanticscholar/recommendations/v1/papers/forpaper/.*", "semanticscholar_recommended.json"),
        (r"/github/search/repositories", "github_repositories.json"),
        (r"/github/search/issues\?.*pull-request.*", "github_pulls.json"),
        (r"/github/search/issues\?.*", "github_issues.json"),
        (r"/gitlab/api/v4/projects", "gitlab_projects.json"),
        (r"/codeberg/api/v1/repos/search", "codeberg_repos.json"),
        (r"/codeberg/api/v1/repos/issues/search\?.*type=issues.*", "codeberg_issues.json"),
        (r"/codeberg/api/v1/repos/issues/search\?.*type=pulls.*", "codeberg_pulls.json"),
        (r"/stackexchange/2\.3/search/advanced", "stackexchange.json"),
        (r"/mdn/api/v1/search", "mdn.json"),
        (r"/npm/-/v1/search", "npm.json"),
        (r"/crates/api/v1/crates", "crates.json"),
        (r"/packagist/search\.json", "packagist.json"),
        (r"/maven/solrsearch/select", "maven.json"),
    )
)  # fmt: skip
_PARAGRAPHS: Final = (
    "An attention function can be described as mapping a query and a set of key-value pairs to an output.",
    "We trained our models on one machine with 8 NVIDIA P100 GPUs, and training the big models took 3.5 days.",
    "We used the Adam optimizer and varied the learning rate over the course of training.",
)
PAPER: Final = documents.pdf(
    [[("Attention Is All You Need", 20, 700), *((text, 9, 650 - 60 * at) for at, text in enumerate(_PARAGRAPHS))]],
    title="Attention Is All You Need",
)


@dataclass
class Registers:
    """Running services. *asked* are the requests: service, path below it, and query. Those *down* answer 500."""

    url: str
    asked: list[tuple[str, str, Mapping[str, list[str]]]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    down: set[str] = field(default_factory=set)

    @property
    def urls(self) -> Mapping[str, str]:
        """Return the address of each service."""
        return {name: f"{self.url}/{name}" for name in (*PAPER_SERVICES, *DEVELOPER_SERVICES)}

    @property
    def setting(self) -> str:
        """Return the addresses as a setting."""
        return ",".join(f"{name}={url}" for name, url in self.urls.items())

    def asked_of(self, service: str) -> list[tuple[str, Mapping[str, list[str]]]]:
        """Return the requests to *service*."""
        return [(path, query) for name, path, query in self.asked if name == service]

    def answer(self, target: str, headers: Mapping[str, str]) -> tuple[int, bytes, str]:
        """Return status, body and type of the answer to a request for *target*."""
        parts = urlsplit(target)
        _, service, *rest = parts.path.split("/")
        self.asked.append((service, "/" + "/".join(rest), parse_qs(parts.query)))
        self.headers.append(headers)
        if service == "files":
            return (200, PAPER, "application/pdf") if rest == ["attention.pdf"] else (404, b"", "text/plain")
        if service in self.down:
            return 500, b'{"message": "out of order"}', "application/json"
        name = next(
            (name for pattern, name in _ANSWERS if pattern.fullmatch(parts.path) or pattern.fullmatch(target)), ""
        )
        if not name:
            return 404, b'{"message": "Not Found"}', "application/json"
        body = (_RECORDED / name).read_text("utf-8").replace("{base}", self.url)
        return 200, body.encode(), "application/atom+xml" if name.endswith("xml") else "application/json"


@contextmanager
def running_registers() -> Iterator[Registers]:
    """Serve all services on loopback until the block ends."""
    found = Registers("")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body, kind = found.answer(self.path, {name.lower(): text for name, text in self.headers.items()})
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        found.url = f"http://127.0.0.1:{server.server_address[1]}"
        yield found
        server.shutdown()
        thread.join(10)
