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


SEARCH = Playing(Mode.SEARCH, {"query": NASTY, "limit": 3, "scrapeOptions": {"formats": ["markdown"]}})
EXTRACT = Playing(Mode.EXTRACT, {"urls": [NASTY], "prompt": "it's"})
INTERACT = Playing(Mode.INTERACT, {"url": NASTY, "prompt": "it's", "timeout": 5})
ONWARD = Playing(Mode.INTERACT, {"url": NASTY, "scrape": NASTY, "prompt": "it's"})


@pytest.mark.parametrize("played", [SEARCH, EXTRACT], ids=lambda played: played.mode.value)
def test_searches_and_extractions_are_sent_as_they_are(played: Playing) -> None:
    words = shlex.split(curl(played, ORIGIN))
    assert words[3] == f"{ORIGIN}/v2/{played.mode.value}"
    assert json.loads(words[words.index("-d") + 1]) == played.body
    call = called(python(played, ORIGIN), played.mode.value)
    given = [ast.literal_eval(call.args[0]), *(ast.literal_eval(keyword.value) for keyword in call.keywords)]
    assert given == list(played.body.values())


def test_a_page_is_scraped_before_it_is_used_unless_it_is_open() -> None:
    code = python(INTERACT, ORIGIN)
    assert ast.literal_eval(called(code, "scrape").args[0]) == NASTY
    assert ast.unparse(called(code, "interact")) == 'client.interact(scrape_id, prompt="it\'s", timeout=5)'
    onward = python(ONWARD, ORIGIN)
    assert ".scrape(" not in onward
    assert ast.literal_eval(called(onward, "interact").args[0]) == NASTY


@pytest.mark.parametrize("played", [INTERACT, ONWARD], ids=["new", "open"])
def test_a_shell_asks_for_a_scrape_and_uses_it(played: Playing, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no shell")
    # The commands are replaced by ones that write down what they were called with.
    fake = (
        "curl() { printf '%s\\0' \"$@\" >> calls; }\n"
        'jq() { cat > /dev/null; [ "$2" = .data.metadata.scrapeId ] && printf some-id; }\n'
    )
    subprocess.run(["bash", "-c", fake + curl(played, ORIGIN)], check=True, timeout=30, cwd=tmp_path)
    words = (tmp_path / "calls").read_text("utf-8").split("\0")
    scrape = NASTY if played is ONWARD else "some-id"
    assert f"{ORIGIN}/v2/scrape/{scrape}/interact" in words
    assert (f"{ORIGIN}/v2/scrape" in words) == (played is INTERACT)
    bodies = [json.loads(words[at + 1]) for at, word in enumerate(words) if word == "-d"]
    assert bodies[-1] == {name: played.body[name] for name in ("prompt", "timeout") if name in played.body}


@pytest.mark.node
@pytest.mark.parametrize("played", [SEARCH, EXTRACT, INTERACT, ONWARD])
def test_javascript_calls_newer_methods_with_exactly_the_values(played: Playing) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    method = played.mode.value
    fake = (
        "class Firecrawl { async scrape(url) { return { metadata: { scrapeId: url } }; }\n"
        f"async {method}(...given) {{ console.log(JSON.stringify(given)); return {{}}; }} }}\n"
    )
    code = fake + javascript(played, ORIGIN).replace('import Firecrawl from "firecrawl";\n', "")
    told = subprocess.run(
        ["node", "--input-type=module", "-"], input=code, capture_output=True, text=True, check=True, timeout=30
    )
    body = dict(played.body)
    first = [] if played is EXTRACT else [NASTY]
    for name in ("url", "query", "scrape"):
        body.pop(name, None)
    assert json.loads(told.stdout.split("\n")[0]) == [*first, body]


def test_no_snippet_has_a_key() -> None:
    assert all(
        "YOUR_API_KEY" in snippet.code
        for played in (*ALL, PARSE, SEARCH, EXTRACT, INTERACT)
        for snippet in snippets(played, ORIGIN)
    )
