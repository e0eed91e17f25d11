"""`gossamer mcp --install CLIENT`: the tools in the configuration of an AI client, and out of it again.

Nothing but the entry of this service is touched: all else in the file, comments too, stays as it is written. What the
file was is kept beside it, so that taking the entry out brings that back where nothing else has changed.
"""

import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from stat import S_IMODE
from tempfile import NamedTemporaryFile
from typing import Any, Final, NamedTuple

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


class _Client(NamedTuple):
    """A client: its file, the member of it that has the servers, and how it names a variable of its environment.

    In *typed* entries stands how the server is reached. Without a *variable* it reaches none over HTTP.
    """

    file: Path
    servers: str
    variable: str = ""
    typed: bool = False
    toml: bool = False


class McpClientsCommand(NamedTuple):
    """Options of the command line; with *url* the tools are those of a service, else those of the command itself."""

    client: str
    remove: bool
    url: str
    key: str
    tools: str | None
    yes: bool


def _clients() -> Mapping[str, _Client]:
    home, programs = Path.home(), Path(user_config_dir(roaming=True))
    return {
        "claude-code": _Client(home / ".claude.json", "mcpServers", f"${{{_KEY}}}", typed=True),
        "claude-desktop": _Client(programs / "Claude" / "claude_desktop_config.json", "mcpServers"),
        "cursor": _Client(home / ".cursor" / "mcp.json", "mcpServers", f"${{env:{_KEY}}}"),
        "codex": _Client(home / ".codex" / "config.toml", "mcp_servers", _KEY, toml=True),
        "vscode": _Client(programs / "Code" / "User" / "mcp.json", "servers", f"${{env:{_KEY}}}", typed=True),
    }


def run(request: McpClientsCommand) -> int:
    """Show the change, ask, and write it; return the exit code."""
    client = _clients().get(request.client)
    if client is None:
        return explain(f"There is no client {request.client!r}. Use one of {', '.join(_clients())}.", code=2)
    if request.url and not client.variable and not request.remove:
        return explain("Claude Desktop takes services over HTTP under Settings, Connectors: add it there.", code=2)
    file, backup_file = client.file, client.file.with_name(f"{client.file.name}.before-{_NAME}")
    try:
        before, earlier = (place.read_bytes().decode() if place.exists() else "" for place in (file, backup_file))
        if request.remove:
            after = _restore(before, earlier, client)
        else:
            after = _insert(_remove(before, client), client, _entry(client, request))
    except (ValueError, KeyError) as error:
        return explain(f"{file} was not changed, because it cannot be read: {error}.")
    if after == before:
        print(f"{file} has nothing to change.")
        return ExitCode.DONE
    _show(file, before, after, request.key)
    if request.yes or typer.confirm("Write this?"):
        _write({backup_file: "" if request.remove else earlier or before, file: after})
    return ExitCode.DONE


def _show(file: Path, before: str, after: str, key: str) -> None:
    shown = "\n".join(unified_diff(before.splitlines(), after.splitlines(), str(file), str(file), lineterm="", n=2))
    print(shown.replace(key, f"{key[:3]}…") if key else shown)
    if key and key in after and file.exists() and file.stat().st_mode & _READ_BY_OTHERS:
        print(f"The key will stand in {file}, which other users of this machine can read; `chmod 600` prevents that.")


def _write(texts: Mapping[Path, str]) -> None:
    """Write *texts* into files that nobody else reads if they are new; a file without a text goes."""
    for file, text in texts.items():
        if not text:
            file.unlink(missing_ok=True)
            continue
        # The file of a client may be a link to where its owner keeps it.
        _replace(file.resolve(), text.encode())


def _replace(file: Path, content: bytes) -> None:
    """Put *content* in the place of *file*, in one step unless it is mounted alone, with the permissions it had."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = S_IMODE(file.stat().st_mode) if file.exists() else 0o600
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as written:
        try:
            os.fchmod(written.fileno(), mode)
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
            try:
                Path(written.name).replace(file)
            except OSError:
                file.write_bytes(content)
        finally:
            Path(written.name).unlink(missing_ok=True)


def _entry(client: _Client, request: McpClientsCommand) -> dict[str, Any]:
    kind = {"type": "http" if request.url else "stdio"} if client.typed else {}
    if not request.url:
        command, *words = [executable] if (executable := shutil.which(_NAME)) else [sys.executable, "-m", _NAME]
        return kind | {"command": command, "args": [*words, "mcp", *(["--tools", request.tools] * bool(request.tools))]}
    address = kind | {"url": f"{request.url.rstrip('/')}/mcp"}
    if client.toml and not request.key:
        return address | {"bearer_token_env_var": client.variable}
    headers = {"Authorization": f"Bearer {request.key or client.variable}"}
    return {**address, "http_headers" if client.toml else "headers": headers}


def _restore(text: str, earlier: str, client: _Client) -> str:
    """Return *text* without the entry: as it was *earlier* where nothing else has changed since."""
    entry = _servers(text, client).get(_NAME)
    if entry is None:
        return text
    is_undone = _NAME not in _servers(earlier, client) and _insert(earlier, client, entry) == text
    return earlier if is_undone else _remove(text, client)


def _servers(text: str, client: _Client) -> dict[str, Any]:
    return dict(_parse(text, client).get(client.servers, {}))


def _parse(text: str, client: _Client) -> dict[str, Any]:
    if client.toml:
        return tomllib.loads(text)
    bare = _MARKS.sub(lambda mark: "" if mark[0].startswith("/") else mark[0], text)
    read = json.loads(_LAST_COMMA.sub(r"\1", bare)) if bare.strip() else {}
    if not isinstance(read, dict) or not isinstance(read.get(client.servers, {}), dict):
        raise ValueError(f"{client.servers!r} is no object")  # noqa: TRY004 - as of any other text
    return read


def _insert(text: str, client: _Client, entry: Mapping[str, Any]) -> str:
    if client.toml:
        lines = "".join(f"{name} = {_as_toml(value)}\n" for name, value in entry.items())
        gap = "\n" if not text or text.endswith("\n") else "\n\n"
        return _check_form(f"{text}{gap if text else ''}[mcp_servers.{_NAME}]\n{lines}", client, text, entry)
    member = f'\n    "{_NAME}": ' + json.dumps(entry, indent=2, ensure_ascii=False).replace("\n", "\n    ")
    json_text = text if text.strip() else "{}\n"
    places = _places(json_text)
    if (place := places.get((client.servers,))) is None:
        place, member = places[()], f'\n  "{client.servers}": {{{member}\n  }}'
    head, rest = json_text[: place[1] + 1], json_text[place[1] + 1 :]
    is_empty = rest.lstrip().startswith("}")
    end = "," if not is_empty else "\n" if rest.startswith("}") else ""
    return _check_form(head + member + end + rest, client, text, entry)


def _as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {json.dumps(inner)}" for name, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _remove(text: str, client: _Client) -> str:
    if _NAME not in _servers(text, client):
        return text
    if client.toml:
        return _check_form(_TABLE.sub("", text, count=1), client, text, None)
    start, _, end = _places(text)[client.servers, _NAME]
    head, rest = text[:start].rstrip(), text[end:]
    if (following := re.match(r"\s*,", rest)) is None:
        head = head.removesuffix(",")
    return _check_form(head + rest[following.end() if following else 0 :], client, text, None)


def _check_form(after: str, client: _Client, before: str, entry: Mapping[str, Any] | None) -> str:
    """Return *after*; raises ValueError unless it says what *before* does, but for the entry."""
    servers = {name: value for name, value in _servers(before, client).items() if name != _NAME}
    expected_settings = _parse(before, client) | {
        client.servers: servers | ({} if entry is None else {_NAME: dict(entry)})
    }
    if {client.servers: {}} | _parse(after, client) != expected_settings:
        raise ValueError("its form is unusual; edit it by hand")
    return after


def _places(text: str) -> dict[tuple[str, ...], tuple[int, int, int]]:
    """Return the start of the name, the start and the end of each object in *text*, by its path."""
    places: dict[tuple[str, ...], tuple[int, int, int]] = {}
    opened: list[tuple[tuple[str, ...], int, int]] = []
    start, name = 0, ""
    for mark in _MARKS.finditer(text):
        if mark[0] in "{[":
            opened.append(((*opened[-1][0], name) if opened else (), start, mark.start()))
        elif mark[0] in "}]":
            path, name_start, value = opened.pop()
            places[path] = (name_start, value, mark.end())
        elif mark[0].startswith('"') and re.match(r"\s*:", text[mark.end() : mark.end() + 100]):
            start, name = mark.start(), json.loads(mark[0])
    return places
