"""The snippets are run, not read: a shell, Python and (where there is one) Node take them as they are."""

import ast
import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gossamer.dashboard.pages.playground.bodies import Mode, Playing
from gossamer.dashboard.pages.playground.snippets import FILE, curl, javascript, python, snippets

ORIGIN = "http://127.0.0.1:3002"
NASTY = "https://e.org/?q='\"`$(touch x)\\\n</script>\u2028{%raw%}"
SCRAPE = Playing(
    Mode.SCRAPE,
    {
        "url": NASTY,
        "formats": ["markdown", {"type": "screenshot", "fullPage": True}],
        "onlyMainContent": False,
        "waitFor": 500,
        "actions": [{"type": "executeJavascript", "script": "document.title = 'it\\'s'; \"`\""}],
    },
)
CRAWL = Playing(
    Mode.CRAWL,
    {
        "url": NASTY,
        "limit": 3,
        "includePaths": ["^/a'b"],
        "scrapeOptions": {"formats": ["markdown"], "onlyMainContent": False},
    },
)
MAP = Playing(Mode.MAP, {"url": NASTY, "search": "it's", "includeSubdomains": False})
PARSE = Playing(
    Mode.PARSE, {"formats": ["markdown", {"type": "json", "prompt": f"{NASTY};type=a"}], "onlyMainContent": False}
)
ALL = [SCRAPE, CRAWL, MAP]


@pytest.mark.parametrize("played", ALL, ids=lambda played: played.mode.value)
def test_a_shell_passes_curl_exactly_the_body(played: Playing) -> None:
    words = shlex.split(curl(played, ORIGIN))
    assert words[:4] == ["curl", "-X", "POST", f"{ORIGIN}/v2/{played.mode.value}"]
    assert json.loads(words[words.index("-d") + 1]) == played.body


@pytest.mark.parametrize("played", ALL, ids=lambda played: played.mode.value)
def test_python_calls_the_client_with_exactly_the_values(played: Playing) -> None:
    call = called(python(played, ORIGIN), played.mode.value)
    assert ast.literal_eval(call.args[0]) == NASTY
    given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    options = {**played.body, **played.body.get("scrapeOptions", {})}
    assert list(given.values()) == [v for name, v in options.items() if name not in {"url", "scrapeOptions"}]
    assert all(name and name.islower() for name in given)


def test_a_shell_passes_curl_the_options_of_a_file_as_one_word() -> None:
    words = shlex.split(curl(PARSE, ORIGIN))
    assert words[:4] == ["curl", "-X", "POST", f"{ORIGIN}/v2/parse"]
    assert json.loads(words[words.index("--form-string") + 1].removeprefix("options=")) == PARSE.body
    assert words[-2:] == ["-F", f"file=@{FILE}"]


def test_python_parses_a_file_with_exactly_the_options() -> None:
    [file], [options] = (call := called(python(PARSE, ORIGIN), "parse")).args, call.keywords
    assert ast.literal_eval(file) == FILE
    assert isinstance(options.value, ast.Call)
    given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in options.value.keywords}
    assert given == {"formats": PARSE.body["formats"], "only_main_content": False}


@pytest.mark.node
def test_javascript_parses_a_file_with_exactly_the_options(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    (tmp_path / FILE).write_text("content")
    fake = (
        "class Firecrawl { async parse({ data, filename }, options) "
        "{ console.log(JSON.stringify([String(data), filename, options])); } }\n"
    )
    code = fake + javascript(PARSE, ORIGIN).replace('import Firecrawl from "firecrawl";\n', "")
    printed = subprocess.run(
        ["node", "--input-type=module", "-"],
        input=code, capture_output=True, text=True, check=True, timeout=30, cwd=tmp_path,
    ).stdout  # fmt: skip
    assert json.loads(printed.split("\n")[0]) == ["content", FILE, PARSE.body]


def called(code: str, method: str) -> ast.Call:
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    [found] = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == method]
    return found


@pytest.mark.node
@pytest.mark.parametrize("played", ALL, ids=lambda played: played.mode.value)
def test_javascript_calls_the_client_with_exactly_the_values(played: Playing) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    # The client is replaced by one that writes down what it was called with.
    fake = (
        "class Firecrawl { constructor(o) { this.o = o; } }\n"
        f"Firecrawl.prototype[{json.dumps(played.mode.value)}] = async function (url, options) "
        "{ console.log(JSON.stringify({ url, options, client: this.o })); return {}; };\n"
    )
    code = fake + javascript(played, ORIGIN).replace('import Firecrawl from "firecrawl";\n', "")
    told = subprocess.run(
        ["node", "--input-type=module", "-"], input=code, capture_output=True, text=True, check=True, timeout=30
    )
    seen: dict[str, Any] = json.loads(told.stdout.split("\n")[0])
    assert seen["client"] == {"apiKey": "YOUR_API_KEY", "apiUrl": ORIGIN}
    assert {"url": seen["url"], **seen.get("options", {})} == played.body


def test_no_snippet_has_a_key() -> None:
    assert all("YOUR_API_KEY" in snippet.code for played in (*ALL, PARSE) for snippet in snippets(played, ORIGIN))
