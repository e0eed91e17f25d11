"""`gossamer mcp --install CLIENT`: the tools in the configuration of an AI client, and out of it again.

Nothing but the entry of this service is touched: all else in the file, comments too, stays as it is written. What the
file was is kept beside it, so that taking the entry out brings that back where nothing else has changed.
"""

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

import typer
from platformdirs import user_config_dir

from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain

_NAME: Final = "gossamer"
_KEY: Final = "GOSSAMER_API_KEY"
_MARKS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|[{}\[\],]', re.DOTALL)
_LAST_COMMA: Final = re.compile(r",(\s*[}\]])")
_TABLE: Final = re.compile(rf"\n?^\[mcp_servers\.{_NAME}\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE)
_READ_BY_OTHERS: Final = 0o044


@dataclass(frozen=True, slots=True)
class _Client:
    """A client: its file, the member of it that has the servers, and how it names a variable of its environment.

    In *typed* entries stands how the server is reached. Without a *variable* it reaches none over HTTP.
    """

    file: Path
    servers: str
    variable: str = ""
    typed: bool = False

    @property
    def is_toml(self) -> bool:
        return self.file.suffix == ".toml"


@dataclass(frozen=True, slots=True)
class Request:
    """Options of the command line; with *url* the tools are those of a service, else those of the command itself."""

    client: str
    remove: bool = False
    url: str = ""
    key: str = ""
    tools: str | None = None
    yes: bool = False


def _clients() -> Mapping[str, _Client]:
    home, programs = Path.home(), Path(user_config_dir(roaming=True))
    return {
        "claude-code": _Client(home / ".claude.json", "mcpServers", f"${{{_KEY}}}", typed=True),
        "claude-desktop": _Client(programs / "Claude" / "claude_desktop_config.json", "mcpServers"),
        "cursor": _Client(home / ".cursor" / "mcp.json", "mcpServers", f"${{env:{_KEY}}}"),
        "codex": _Client(home / ".codex" / "config.toml", "mcp_servers", _KEY),
        "vscode": _Client(programs / "Code" / "User" / "mcp.json", "servers", f"${{env:{_KEY}}}", typed=True),
    }


def run(request: Request) -> int:
    """Show the change, ask, and write it; return the exit code."""
    client = _clients().get(request.client)
    if client is None:
        return explain(f"There is no client {request.client!r}. Use one of {', '.join(_clients())}.", code=2)
    if request.url and not client.variable and not request.remove:
        return explain("Claude Desktop takes services over HTTP under Settings, Connectors: add it there.", code=2)
    kept = client.file.with_name(f"{client.file.name}.before-{_NAME}")
    try:
        before = _read_text(client.file)
        after = _restore(before, _read_text(kept), client) if request.remove else _install(before, client, request)
    except (ValueError, KeyError) as error:
        return explain(f"{client.file} was not changed, because it cannot be read: {error}.")
    if after == before:
        print(f"{client.file} has nothing to change.")
        return ExitCode.DONE
    _show(client.file, before, after, request)
    if not request.yes and not typer.confirm("Write this?"):
        return ExitCode.DONE
    _write(client.file, kept, before, after, is_removal=request.remove)
    return ExitCode.DONE


def _show(file: Path, before: str, after: str, request: Request) -> None:
    lines = unified_diff(before.splitlines(), after.splitlines(), str(file), str(file), lineterm="", n=2)
    shown = "\n".join(lines)
    print(shown.replace(request.key, f"{request.key[:3]}…") if request.key else shown)
    mode = file.stat().st_mode if file.exists() else 0
    if request.key and request.key in after and mode & _READ_BY_OTHERS:
        print(f"The key will stand in {file}, which other users of this machine can read; `chmod 600` prevents that.")


def _write(file: Path, kept: Path, before: str, after: str, *, is_removal: bool) -> None:
    if is_removal:
        kept.unlink(missing_ok=True)
        if not after:
            file.unlink()
            return
    file.parent.mkdir(parents=True, exist_ok=True)
    for place, text in ((kept, before), (file, after)):
        if place is file or (before and not is_removal and not kept.exists()):
            place.touch(mode=0o600)
            place.write_bytes(text.encode())


def _read_text(file: Path) -> str:
    return file.read_bytes().decode() if file.exists() else ""


def _entry(client: _Client, request: Request) -> dict[str, Any]:
    if not request.url:
        program = shutil.which(_NAME)
        command = [program] if program else [sys.executable, "-m", _NAME]
        words = [*command[1:], "mcp", *(["--tools", request.tools] if request.tools else [])]
        return {**({"type": "stdio"} if client.typed else {}), "command": command[0], "args": words}
    address = {**({"type": "http"} if client.typed else {}), "url": f"{request.url.rstrip('/')}/mcp"}
    if client.is_toml and not request.key:
        return {**address, "bearer_token_env_var": client.variable}
    headers = {"Authorization": f"Bearer {request.key or client.variable}"}
    return {**address, "http_headers" if client.is_toml else "headers": headers}


def _install(text: str, client: _Client, request: Request) -> str:
    return _insert(_remove(text, client), client, _entry(client, request))


def _restore(text: str, kept: str, client: _Client) -> str:
    """Return *text* without the entry: as it was *kept* where nothing else has changed since."""
    entry = _parse(text, client).get(client.servers, {}).get(_NAME)
    if entry is None:
        return text
    is_without = _NAME not in _parse(kept, client).get(client.servers, {})
    return kept if is_without and _insert(kept, client, entry) == text else _remove(text, client)


def _parse(text: str, client: _Client) -> dict[str, Any]:
    if client.is_toml:
        return tomllib.loads(text)
    bare = _MARKS.sub(lambda mark: "" if mark[0].startswith("/") else mark[0], text)
    read = json.loads(_LAST_COMMA.sub(r"\1", bare)) if bare.strip() else {}
    if not isinstance(read, dict) or not isinstance(read.get(client.servers, {}), dict):
        raise ValueError(f"{client.servers!r} is no object")  # noqa: TRY004 - as of any other text
    return read


def _insert(text: str, client: _Client, entry: Mapping[str, Any]) -> str:
    if client.is_toml:
        gap = "" if not text or text.endswith("\n") else "\n"
        lines = [f"{name} = {_as_toml(value)}\n" for name, value in entry.items()]
        added = f"{text}{gap}{gap or (text and chr(10))}[mcp_servers.{_NAME}]\n{''.join(lines)}"
        return _checked(added, client, text, entry)
    written = json.dumps(entry, indent=2, ensure_ascii=False).replace("\n", "\n    ")
    whole = text if text.strip() else "{}\n"
    places = _places(whole)
    is_there = (client.servers,) in places
    place = places[client.servers,][1] + 1 if is_there else places[()][1] + 1
    member = (
        f'\n    "{_NAME}": {written}' if is_there else f'\n  "{client.servers}": {{\n    "{_NAME}": {written}\n  }}'
    )
    rest = whole[place:]
    is_empty = rest.lstrip().startswith("}")
    end = ("\n" if rest.startswith("}") else "") if is_empty else ","
    return _checked(whole[:place] + member + end + rest, client, text, entry)


def _as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {json.dumps(inner)}" for name, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _remove(text: str, client: _Client) -> str:
    if _NAME not in _parse(text, client).get(client.servers, {}):
        return text
    if client.is_toml:
        return _checked(_TABLE.sub("", text, count=1), client, text, None)
    start, _, end = _places(text)[client.servers, _NAME]
    following = re.match(r"\s*,", text[end:])
    head = text[:start].rstrip()
    if following is None:
        head = head.removesuffix(",")
    return _checked(head + text[end + (following.end() if following else 0) :], client, text, None)


def _checked(after: str, client: _Client, before: str, entry: Mapping[str, Any] | None) -> str:
    """Return *after*; raises ValueError unless it says what *before* does, but for the entry."""
    wanted, read = _parse(before, client), _parse(after, client)
    servers = {name: value for name, value in wanted.get(client.servers, {}).items() if name != _NAME}
    wanted[client.servers] = {**servers, **({} if entry is None else {_NAME: dict(entry)})}
    if {client.servers: {}, **read} != wanted:
        raise ValueError("its form is unusual; edit it by hand")
    return after


def _places(text: str) -> dict[tuple[str, ...], tuple[int, int, int]]:
    """Return where each object in *text* begins with its name, where it begins itself, and its end, by its path."""
    places: dict[tuple[str, ...], tuple[int, int, int]] = {}
    opened: list[tuple[tuple[str, ...], int, int]] = []
    start, name = 0, ""
    for mark in _MARKS.finditer(text):
        if mark[0] in "{[":
            own = (*opened[-1][0], name) if opened else ()
            opened.append((own, start, mark.start()))
        elif mark[0] in "}]":
            path, begun, value = opened.pop()
            places[path] = (begun, value, mark.end())
        elif mark[0].startswith('"') and re.match(r"\s*:", text[mark.end() : mark.end() + 100]):
            start, name = mark.start(), json.loads(mark[0])
    return places
