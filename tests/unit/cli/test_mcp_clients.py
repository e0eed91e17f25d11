"""The tools in the configuration of AI clients: nothing else in the file changes, and all of it can be undone."""

import errno
import json
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gossamer.cli import mcp_clients
from gossamer.cli.app import app

FILES = {
    "claude-code": ".claude.json",
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "cursor": ".cursor/mcp.json",
    "codex": ".codex/config.toml",
    "vscode": ".config/Code/User/mcp.json",
}
SERVERS = {"codex": "mcp_servers", "vscode": "servers"}
COMMENTED = """{
  // My servers.
  "servers": {
    "other": {"command": "x", "args": ["// no comment", "}"]}, /* kept */
  },
  "inputs": [{"id": "key", "servers": {"gossamer": 1}}],
}
"""
TOML = """model = "gpt-5" # mine

[mcp_servers.other]
command = "x"

[profiles.fast]
model = "small"
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("GOSSAMER_PUBLIC_URL", "GOSSAMER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def mcp(*words: str, answer: str = "", **env: str) -> Any:
    return CliRunner().invoke(app, ["mcp", *words], input=answer, env=env)


def servers_of(home: Path, client: str) -> dict[str, Any]:
    text = (home / FILES[client]).read_text()
    read = tomllib.loads(text) if client == "codex" else json.loads(text)
    return dict(read[SERVERS.get(client, "mcpServers")])


@pytest.mark.parametrize("client", FILES)
def test_the_command_is_entered_and_leaves_no_trace(home: Path, client: str) -> None:
    done = mcp("--install", client, "--tools", "scrape", "--yes")
    assert done.exit_code == 0, done.output
    entry = servers_of(home, client)["gossamer"]
    assert entry["args"][-3:] == ["mcp", "--tools", "scrape"]
    assert Path(entry["command"]).is_absolute()
    assert stat.S_IMODE((home / FILES[client]).stat().st_mode) == 0o600
    assert mcp("--uninstall", client, "--yes").exit_code == 0
    assert not list(home.rglob("*.json*")) + list(home.rglob("*.toml*"))


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("vscode", COMMENTED),
        ("cursor", '{"mcpServers": {}}'),
        ("cursor", "{}"),
        ("cursor", '{\r\n\t"mcpServers": {\r\n\t}\r\n}'),
        ("claude-code", json.dumps({"projects": {"/a": {"mcpServers": {"gossamer": {}}}}, "mcpServers": {"b": {}}})),
        ("codex", TOML),
        ("codex", 'model = "x"'),
    ],
)
def test_all_else_stays_and_comes_back_to_the_letter(home: Path, client: str, text: str) -> None:
    file = home / FILES[client]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    assert mcp("--install", client, "--yes").exit_code == 0
    changed = file.read_bytes().decode()
    assert "gossamer" in changed
    characters = iter(changed)
    assert all(character in characters for character in text)
    assert mcp("--uninstall", client, "--yes").exit_code == 0
    assert file.read_bytes().decode() == text
    assert [path.name for path in file.parent.iterdir() if path.is_file()] == [file.name]


@pytest.mark.parametrize("client", ["vscode", "codex"])
def test_what_changed_meanwhile_stays_when_the_entry_goes(home: Path, client: str) -> None:
    file = home / FILES[client]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(TOML if client == "codex" else COMMENTED)
    mcp("--install", client, "--yes")
    file.write_text(file.read_text().replace('"x"', '"y"'))
    assert mcp("--uninstall", client, "--yes").exit_code == 0
    assert file.read_text() == (TOML if client == "codex" else COMMENTED).replace('"x"', '"y"')


def test_nothing_is_written_without_a_yes(home: Path) -> None:
    done = mcp("--install", "cursor", answer="n\n")
    assert '+    "gossamer": {' in done.output
    assert not (home / ".cursor").exists()
    assert mcp("--install", "cursor", answer="y\n").exit_code == 0
    assert "nothing to change" in mcp("--install", "cursor").output
    assert "nothing to change" in mcp("--uninstall", "codex").output


@pytest.mark.parametrize(
    ("client", "entry"),
    [
        ("claude-code", {"type": "http", "headers": {"Authorization": "Bearer ${GOSSAMER_API_KEY}"}}),
        ("cursor", {"headers": {"Authorization": "Bearer ${env:GOSSAMER_API_KEY}"}}),
        ("vscode", {"type": "http", "headers": {"Authorization": "Bearer ${env:GOSSAMER_API_KEY}"}}),
        ("codex", {"bearer_token_env_var": "GOSSAMER_API_KEY"}),
    ],
)
def test_a_service_is_entered_with_the_name_of_the_variable_that_has_the_key(
    home: Path, client: str, entry: dict[str, Any]
) -> None:
    assert mcp("--install", client, "--yes", GOSSAMER_PUBLIC_URL="https://data.example.org/").exit_code == 0
    assert servers_of(home, client)["gossamer"] == {"url": "https://data.example.org/mcp", **entry}


@pytest.mark.parametrize("client", ["cursor", "codex"])
def test_a_key_is_written_not_shown_and_its_readers_are_named(home: Path, client: str) -> None:
    file = home / FILES[client]
    file.parent.mkdir(parents=True)
    file.write_text("")
    file.chmod(0o644)
    done = mcp("--install", client, "--yes", "--url", "http://localhost:3002", GOSSAMER_API_KEY="fc-secret")
    entry = servers_of(home, client)["gossamer"]
    assert {"Authorization": "Bearer fc-secret"} in entry.values()
    assert "fc-secret" not in done.output
    assert "other users of this machine can read" in done.output
    file.unlink()
    assert "other users" not in mcp("--install", client, "--yes", "--url", "http://x", GOSSAMER_API_KEY="fc-s").output


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (["--install", "emacs"], "", "no client 'emacs'"),
        (["--install", "claude-desktop", "--url", "http://x"], "", "Connectors"),
        (["--install", "cursor"], '{"mcpServers": [', "was not changed"),
        (["--install", "cursor"], '{"mcpServers": []}', "is no object"),
        (["--install", "codex"], "mcp_servers = {a = {}}\n", "was not changed"),
    ],
)
def test_what_cannot_be_done_changes_nothing(home: Path, words: list[str], text: str, sentence: str) -> None:
    for client in ("cursor", "codex"):
        file = home / FILES[client]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    done = mcp(*words, "--yes")
    assert done.exit_code in {1, 2}
    assert sentence in done.output
    assert (home / ".cursor/mcp.json").read_text() == text


@given(
    st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=8,
        ),
    ).filter(lambda read: "mcpServers" not in read or isinstance(read["mcpServers"], dict)),
    st.sampled_from([None, 0, 2, 4]),
)
def test_any_json_gets_the_entry_and_loses_nothing(read: dict[str, Any], indent: int | None) -> None:
    client = mcp_clients._clients()["cursor"]
    text = json.dumps(read, indent=indent)
    added = mcp_clients._insert(text, client, {"command": "x"})
    assert json.loads(added) == {**read, "mcpServers": {**read.get("mcpServers", {}), "gossamer": {"command": "x"}}}
    removed = json.loads(mcp_clients._remove(added, client))
    assert {"mcpServers": {}, **removed} == {"mcpServers": {}, **read}


def test_a_file_is_replaced_in_one_step_and_keeps_its_permissions(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = home / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    real.chmod(0o640)
    (home / FILES["claude-code"]).symlink_to(real)

    def fail(*_: Any) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(mcp_clients.os, "fsync", fail)
        assert mcp("--install", "claude-code", "--yes").exit_code != 0
    assert real.read_text() == "{}\n"
    assert [file.name for file in real.parent.iterdir()] == ["claude.json"]
    assert mcp("--install", "claude-code", "--yes").exit_code == 0
    assert "gossamer" in json.loads(real.read_text())["mcpServers"]
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert (home / FILES["claude-code"]).is_symlink()


def test_a_file_that_cannot_be_replaced_is_written_where_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = home / FILES["claude-code"]
    file.write_text("{}\n")
    place = file.stat().st_ino

    def refuse(*_: Any) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(Path, "replace", refuse)
    assert mcp("--install", "claude-code", "--yes").exit_code == 0
    assert "gossamer" in servers_of(home, "claude-code")
    assert file.stat().st_ino == place
    assert not list(home.glob("..claude.json.*"))


def test_a_link_to_a_folder_that_is_still_to_come_makes_it(home: Path) -> None:
    real = home / "dotfiles" / "claude.json"
    (home / FILES["claude-code"]).symlink_to(real)
    assert mcp("--install", "claude-code", "--yes").exit_code == 0
    assert "gossamer" in json.loads(real.read_text())["mcpServers"]
