"""A client of the Model Context Protocol over standard streams, as editors have one."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

_VERSION = "2025-06-18"


class McpClient:
    """Runs a server as a child process; requests are lines of JSON (MCP, section "stdio")."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
        )
        self._last_id = 0

    def __enter__(self) -> Self:
        about = {"name": "gossamer-tests", "version": "1"}
        self._ask("initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": about})
        self._say({"method": "notifications/initialized"})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def tools(self) -> set[str]:
        """Return the names of the server's tools."""
        return {tool["name"] for tool in self._ask("tools/list", {})["tools"]}

    def call(self, tool: str, **arguments: Any) -> Any:
        """Return what a tool answered, as JSON where it is JSON; AssertionError when it failed."""
        return json.loads(self.text(tool, **arguments))

    def text(self, tool: str, **arguments: Any) -> str:
        """Return what a tool answered; AssertionError when it failed."""
        found = self._ask("tools/call", {"name": tool, "arguments": arguments})
        [text] = [part["text"] for part in found["content"] if part["type"] == "text"]
        assert not found.get("isError"), text
        return str(text)

    def _say(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()

    def _ask(self, method: str, parameters: Mapping[str, Any]) -> Any:
        self._last_id += 1
        self._say({"id": self._last_id, "method": method, "params": parameters})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line) if line.startswith("{") else {}
            if told.get("id") == self._last_id and "method" not in told:
                return told["result"]
        raise AssertionError(f"The MCP server ended before it answered {method}")
