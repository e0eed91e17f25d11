"""The snippets are run, not read: a shell, Python and (where there is one) Node take them as they are."""

import ast
import json
import shlex
import shutil
import subprocess
from typing import Any

import pytest

from gossamer.dashboard.pages.playground.bodies import Mode, Playing
from gossamer.dashboard.pages.playground.snippets import curl, javascript, python, snippets

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
    assert all("YOUR_API_KEY" in snippet.code for played in ALL for snippet in snippets(played, ORIGIN))
