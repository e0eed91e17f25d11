"""A server of a scripted model, in threads of its own."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from gossamer.testing.model.script import (
    CallTool,
    CompletionRequest,
    CutOff,
    Fail,
    HangUp,
    Malformed,
    Nothing,
    Refuse,
    Say,
    Scripted,
    Silent,
    Slow,
)


@dataclass(slots=True)
class ScriptedModel:
    """A running model and its requests. The last turn of the *script* repeats."""

    script: Sequence[Scripted]
    name: str = "scripted"
    key: str = "key-of-the-scripted-model"
    url: str = ""
    requests: list[CompletionRequest] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _requested: threading.Event = field(default_factory=threading.Event)

    def says(self, *script: Scripted) -> None:
        """Begin another script, and forget what was asked before."""
        self.script = script
        self.requests.clear()
        self._requested.clear()

    def turn(self, request: CompletionRequest) -> Scripted:
        """Record *request* and return its reply."""
        self.requests.append(request)
        self._requested.set()
        scripted = self.script[min(len(self.requests), len(self.script)) - 1]
        return scripted(request) if callable(scripted) else scripted

    def wait_for_a_request(self) -> None:
        """Return when it was asked since the script began."""
        self._requested.wait()

    def wait_for_the_end(self, seconds: float | None = None) -> None:
        """Return when the server ends, or after so many *seconds*."""
        self._over.wait(seconds)

    def end(self) -> None:
        """Let those go who wait for an answer that never comes."""
        self._over.set()


@contextmanager
def running_model(*script: Scripted) -> Iterator[ScriptedModel]:
    """Serve a model that says *script* on a free port of 127.0.0.1 until the block ends."""
    model = ScriptedModel(script or (Say("Done."),))
    server = _ModelServer(model)
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, name="scripted-model")
    thread.start()
    try:
        yield model
    finally:
        model.end()
        server.shutdown()
        server.server_close()
        thread.join()


class _ModelServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ScriptedModel) -> None:
        super().__init__(("127.0.0.1", 0), _ModelHandler)
        self.model = model

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever asked may be gone before the answer; that is no failure of the model."""


class _ModelHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _ModelServer

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def do_GET(self) -> None:
        self._send(200, {"object": "list", "data": [{"id": self.server.model.name, "object": "model"}]})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if not self.path.endswith("/v1/chat/completions"):
            return self._send(404, {"error": {"message": f"there is no {self.path}"}})
        if headers.get("authorization") != f"Bearer {self.server.model.key}":
            return self._send(401, {"error": {"message": f"wrong key {headers.get('authorization')}"}})
        return self._answer(self.server.model.turn(CompletionRequest(json.loads(raw), len(raw), headers)))

    def _answer(self, turn: Scripted) -> None:
        match turn:
            case Silent():
                self.server.model.wait_for_the_end()
                self.close_connection = True
            case Slow(seconds=seconds, turn=later):
                self.server.model.wait_for_the_end(seconds)
                self._answer(later)
            case HangUp():
                self.close_connection = True
            case Malformed():
                self._write(200, b'{"id": "x", "choices": [{"mess', {})
            case Fail(status=status, headers=headers, message=message):
                self._send(status, {"error": {"message": message, "type": "scripted"}}, headers)
            case _:
                self._send(200, _completion(self.server.model.name, turn))

    def _send(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        self._write(status, json.dumps(body).encode(), headers or {})

    def _write(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _completion(name: str, turn: Scripted) -> Mapping[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    reason = "stop"
    match turn:
        case Say(text=text):
            message["content"] = text
        case CutOff(text=text):
            message["content"], reason = text, "length"
        case Refuse(text=text):
            message["refusal"] = text
        case Nothing():
            message["content"] = ""
        case CallTool(more=more):
            message["tool_calls"] = [_call(call, index) for index, call in enumerate((turn, *more))]
            reason = "tool_calls"
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 1,
        "model": name,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


def _call(call: CallTool, index: int) -> Mapping[str, Any]:
    arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(dict(call.arguments))
    return {
        "id": f"call_{index}",
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }
