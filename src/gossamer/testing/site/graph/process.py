"""A graph in a process of its own, as a command and for benchmarks."""

import json
import subprocess
import sys
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from typing import Any

import uvloop

from gossamer.testing.site.graph.plan import Graph
from gossamer.testing.site.graph.server import HITS, GraphSite, ServedRequest, serve


@dataclass(frozen=True, slots=True)
class SpawnedGraph:
    """A graph that runs in a process of its own."""

    graph: Graph
    port: int

    @property
    def host(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        """Return the address of *path*."""
        return f"http://{self.host}{path}"

    def hits(self) -> list[ServedRequest]:
        """Return the requests to it so far; blocks."""
        with urllib.request.urlopen(self.url(HITS), timeout=30) as answer:
            return [ServedRequest(*row) for row in json.load(answer)]


@contextmanager
def spawned_graph(graph: Graph = Graph(), *, port: int = 0) -> Iterator[SpawnedGraph]:  # noqa: B008 - a frozen value
    """Serve *graph* from a process of its own until the block ends."""
    command = [sys.executable, "-m", "gossamer.testing.site", "--port", str(port), *_options(graph)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                raise RuntimeError("The site did not start.")
            yield SpawnedGraph(graph, int(address.rpartition(":")[2]))
        finally:
            process.kill()


def _options(graph: Graph) -> Iterator[str]:
    default = Graph()
    for option in fields(Graph):
        value: Any = getattr(graph, option.name)
        if value != getattr(default, option.name):
            values = value if isinstance(value, tuple) else (value,)
            yield from (part for argument in values for part in (_flag(option.name), str(argument)))


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def main(arguments: list[str] | None = None) -> None:
    """Serve a graph until the process is ended; the first line printed is its address."""
    parser = ArgumentParser(prog="python -m gossamer.testing.site", description="A site of linked pages.")
    parser.add_argument("--address", default="127.0.0.1", help="where it listens")
    parser.add_argument("--port", type=int, default=0)
    for option in fields(Graph):
        default = getattr(Graph(), option.name)
        if isinstance(default, tuple):
            parser.add_argument(_flag(option.name), action="append", default=[])
        else:
            parser.add_argument(_flag(option.name), type=type(default), default=default)
    chosen: dict[str, Any] = vars(parser.parse_args(arguments))
    address, port = chosen.pop("address"), chosen.pop("port")
    chosen["external"] = tuple(chosen["external"])
    with suppress(KeyboardInterrupt):
        uvloop.run(_serve_for_ever(Graph(**chosen), address, port))


async def _serve_for_ever(graph: Graph, address: str, port: int) -> None:
    site = GraphSite(graph)
    server = await serve(site, address=address, port=port)
    print(site.url().rstrip("/"), flush=True)  # noqa: T201 - the parent process reads the address
    await server.serve_forever()
