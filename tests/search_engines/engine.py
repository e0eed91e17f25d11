"""Serves a search provider in threads of its own."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from tests.search_engines.shapes import PROVIDERS, RecordedRequest, ResultRow, rows


@dataclass(frozen=True, slots=True)
class EngineReply:
    """An answer as it is: a text, bytes, or what becomes JSON."""

    body: Any = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SilentEngine:
    """No answer until the engine ends."""


@dataclass(frozen=True, slots=True)
class EngineHangUp:
    """The connection ends without an answer."""


Scripted: TypeAlias = EngineReply | SilentEngine | EngineHangUp


@dataclass(slots=True)
class Engine:
    """A running provider, and what it was asked.

    It answers with its *script* as long as that lasts, and then with its *found* rows in its documented shape.
    """

    provider: str
    found: Sequence[ResultRow] = field(default_factory=lambda: rows(25))
    script: list[Scripted] = field(default_factory=list)
    url: str = ""
    requests: list[RecordedRequest] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    def says(self, *script: Scripted) -> None:
        """Begin another script, and forget what was asked before."""
        self.script[:] = script
        self.requests.clear()

    def turn(self, recorded: RecordedRequest) -> Scripted:
        """Record *recorded* and return the scripted answer."""
        self.requests.append(recorded)
        return self.script.pop(0) if self.script else EngineReply(PROVIDERS[self.provider](recorded, self.found))

    def wait_for_the_end(self) -> None:
        """Return when the engine ends."""
        self._over.wait()

    def end(self) -> None:
        """Let those go who wait for an answer that never comes."""
        self._over.set()


@contextmanager
def running_engine(provider: str) -> Iterator[Engine]:
    """Serve that provider on a free port of 127.0.0.1 until the block ends."""
    engine = Engine(provider)
    server = _EngineServer(engine)
    engine.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, name=f"stub {provider}")
    thread.start()
    try:
        yield engine
    finally:
        engine.end()
        server.shutdown()
        server.server_close()
        thread.join()


class _EngineServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, engine: Engine) -> None:
        super().__init__(("127.0.0.1", 0), _EngineHandler)
        self.engine = engine

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever asked may be gone before the answer; that is no failure of the engine."""


class _EngineHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave together; apart, the body waits 40 ms for the acknowledgement of the head.
    wbufsize = -1
    server: _EngineServer

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("content-length") or 0)))

    def _answer(self, raw: bytes) -> None:
        match self.server.engine.turn(self._record_request(raw)):
            case SilentEngine():
                self.server.engine.wait_for_the_end()
                self.close_connection = True
            case EngineHangUp():
                self.close_connection = True
            case EngineReply(body=body, status=status, headers=headers):
                self._write(status, body if isinstance(body, (str, bytes)) else json.dumps(body), headers)

    def _record_request(self, raw: bytes) -> RecordedRequest:
        target = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        params = dict(parse_qsl(target.query))
        if headers.get("content-type", "").startswith("application/json"):
            return RecordedRequest(self.command, target.path, params, headers, json.loads(raw))
        return RecordedRequest(self.command, target.path, params | dict(parse_qsl(raw.decode())), headers)

    def _write(self, status: int, content: str | bytes, headers: Mapping[str, str]) -> None:
        body = content.encode() if isinstance(content, str) else content
        kind = "text/html; charset=utf-8" if body.startswith(b"<") else "application/json"
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
