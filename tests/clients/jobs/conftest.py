"""A real service over a real site of many pages, on each database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from firecrawl import Firecrawl
from psycopg.sql import SQL, Identifier

from gossamer.testing.site.graph import Graph, GraphSite, running_graph
from tests.clients.javascript import answer_of
from tests.clients.service import Service, running_service

PAGES = 40
# A page that does not answer is tried by every means, three times; an archive, which no page is, is refused at once.
GRAPH = Graph(pages=PAGES, links=4, page_bytes=1_500, missing=2, failing=1, private=2, redirects=2, copies=1)
Javascript = Callable[..., Any]
# What a client sees does not depend on the database: one client walks on both.
ON_SQLITE = pytest.mark.parametrize("service", ["sqlite"], indirect=True, scope="package")


@pytest.fixture(scope="package")
def graph() -> Iterator[GraphSite]:
    with running_graph(GRAPH) as found:
        yield found


@pytest.fixture(scope="package", params=["sqlite", "postgresql"])
def service(
    graph: GraphSite, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Service]:
    env = {}
    if request.param == "postgresql":
        env["GOSSAMER_DATABASE_URL"] = _own_database(request.getfixturevalue("postgres_url"))
    with running_service(tmp_path_factory.mktemp("jobs"), egress_allow=graph.host, env=env) as found:
        yield found


def _own_database(url: str) -> str:
    name = f"clients_{token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return urlsplit(url)._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="package")
def python(service: Service) -> Firecrawl:
    return Firecrawl(api_key=service.key, api_url=service.url)


@pytest.fixture(scope="package")
def javascript(node_modules: Path, service: Service) -> Javascript:
    """Run one flow of a JavaScript client in a Node.js process of its own; returns what it told."""

    def call(flow: str, **told: Any) -> Any:
        ask = {"flow": flow, "package": "firecrawl", "apiKey": service.key, "apiUrl": service.url, **told}
        return answer_of(node_modules / "jobs.mjs", ask)

    return call
