"""Code runs beside a session's page, in three languages, and leaves nothing but what it did there."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, SessionLost
from gossamer.core.sessions import Code, CodeOutcome, Language
from gossamer.ports.live_pages import LiveSession
from gossamer.sandbox import BubblewrapRunner
from tests.integration.browser.site import TestSite
from tests.integration.sandbox.conftest import Run

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NODE, PYTHON, BASH = Language.NODE, Language.PYTHON, Language.BASH


def fine(outcome: CodeOutcome) -> CodeOutcome:
    assert (outcome.exit_code, outcome.error, outcome.killed) == (0, None, False), outcome
    return outcome


async def titled(session: LiveSession) -> object:
    return await session.page.evaluate("document.title", deadline=Deadline.after(timedelta(seconds=30)))


async def test_node_drives_the_sessions_page(run: Run, session: LiveSession) -> None:
    code = """
    await page.fill('#name', 'Ada');
    await page.evaluate(() => { document.title = 'by node' });
    console.log('the url is', page.url());
    await page.inputValue('#name')
    """
    outcome = fine(await run(NODE, code))
    assert outcome.result == "Ada"
    assert outcome.stdout.startswith("the url is http://127.0.0.1")
    assert await titled(session) == "by node"


async def test_python_drives_the_sessions_page(run: Run, session: LiveSession) -> None:
    code = """
await page.fill('#name', 'Grace')
await page.evaluate("document.title = 'by python'")
print('tabs:', len(context.pages))
await page.input_value('#name')
"""
    outcome = fine(await run(PYTHON, code))
    assert (outcome.result, outcome.stdout) == ("Grace", "tabs: 1\n")
    assert await titled(session) == "by python"


@pytest.mark.parametrize(
    ("language", "code"),
    [
        (PYTHON, "import json\njson.loads('{')"),
        (PYTHON, "async def f():\n    await page.click('#nowhere', timeout=1)\nawait f()"),
        (NODE, "JSON.parse('{')"),
        (NODE, "await page.click('#nowhere', { timeout: 1 })"),
    ],
)
async def test_a_traceback_names_no_folder_of_the_machine(
    run: Run, session: LiveSession, language: Language, code: str
) -> None:
    outcome = await run(language, code)
    assert outcome.exit_code == 1
    assert re.search(r"code\.(py|js)", outcome.stderr)
    assert not re.search(r"(^|[\s(\"'])(file://)?/\w", outcome.stderr)


async def test_shell_scripts_drive_the_sessions_page(run: Run, site: TestSite) -> None:
    script = f"""
    set -e
    browser fill '#name' 'Alan Turing'
    browser get value '#name'
    agent-browser click Send
    browser get url
    browser open {site.url("/static")}
    browser get title
    browser back
    browser eval '({{ answer: 6 * 7 }})'
    browser screenshot shot.png --full
    head -c 4 shot.png | tail -c 3
    """
    outcome = fine(await run(BASH, script))
    assert "Alan Turing\n" in outcome.stdout
    assert "/submitted?name=Alan+Turing" in outcome.stdout
    assert '{"answer": 42}' in outcome.stdout
    assert outcome.stdout.endswith("PNG")


async def test_a_snapshot_names_what_can_be_used(run: Run) -> None:
    script = """
    browser snapshot -i
    ref=$(browser snapshot -i | grep 'textbox "City"' | sed 's/.*ref=\\([^]]*\\)].*/\\1/')
    browser type "@$ref" London
    browser get value City
    """
    outcome = fine(await run(BASH, script))
    assert '- textbox "Name"' in outcome.stdout
    assert '- button "Send"' in outcome.stdout
    assert outcome.stdout.endswith("London\n")


async def test_what_the_command_cannot_do_it_says(run_anywhere: Run) -> None:
    outcome = await run_anywhere(
        BASH, "browser click Nowhere; browser dance; browser click; browser open file:///etc/passwd"
    )
    assert outcome.exit_code == 1
    assert 'no element called "Nowhere"' in outcome.stderr
    assert "no command 'dance'" in outcome.stderr
    assert "it goes `browser click ELEMENT`" in outcome.stderr


async def test_a_file_of_the_run_is_uploaded(run: Run, session: LiveSession) -> None:
    await session.page.evaluate(
        "document.body.innerHTML = '<label>Proof <input type=file id=f></label>'",
        deadline=Deadline.after(timedelta(seconds=30)),
    )
    outcome = fine(await run(BASH, "echo hello > a.txt; browser upload '#f' a.txt; browser eval 'f.files[0].text()'"))
    assert outcome.stdout.endswith("hello\n\n")


@pytest.mark.parametrize(
    ("language", "code", "result"),
    [
        (NODE, "1 + 1", "2"),
        (NODE, "'text'", "text"),
        (NODE, "const a = await Promise.resolve(4); ({ a, b: [1] })", '{"a":4,"b":[1]}'),
        (NODE, "return 5", "5"),
        (NODE, "undefined", ""),
        (NODE, "let x = 1", ""),
        (NODE, "require('node:path').join('a', 'b')", "a/b"),
        (NODE, "new Map([[1, 10n]])", "{}"),
        (NODE, "10n", "10n"),
        (PYTHON, "1 + 1", "2"),
        (PYTHON, "'text'", "text"),
        (PYTHON, "x = 3", ""),
        (PYTHON, "import asyncio\nawait asyncio.sleep(0, {'a': [1, None]})", '{"a": [1, null]}'),
        (PYTHON, "None", ""),
        (PYTHON, "{1, 2}", "{1, 2}"),
        (PYTHON, "async def f():\n    return 7\nf()", "7"),
        (PYTHON, "'\\u00e4\\U0001f600'", "ä😀"),
        (BASH, "true", ""),
    ],
)
async def test_the_last_value_is_the_result(run_anywhere: Run, language: Language, code: str, result: str) -> None:
    assert fine(await run_anywhere(language, code)).result == result


@pytest.mark.parametrize(
    ("language", "code", "exit_code", "error"),
    [
        (NODE, "throw new TypeError('boo')", 1, "TypeError: boo"),
        (NODE, "syntax error", 1, "SyntaxError: Unexpected identifier 'error'"),
        (NODE, "missing", 1, "ReferenceError: missing is not defined"),
        (NODE, "process.exit(3)", 3, "The code ended with exit code 3."),
        (NODE, "setTimeout(() => { throw new Error('late') }, 1); await new Promise(() => {})", 1, "Error: late"),
        (PYTHON, "raise ValueError('boo')", 1, "ValueError: boo"),
        (PYTHON, "1 +", 1, "SyntaxError: invalid syntax (code.py, line 1)"),
        (PYTHON, "import sys\nsys.exit(4)", 4, "The code ended with exit code 4."),
        (BASH, "exit 5", 5, "The code ended with exit code 5."),
        (BASH, "nonsense", 127, "code.sh: line 1: nonsense: command not found"),
        (BASH, "kill -SEGV $$", 139, "The code ended with exit code 139."),
    ],
)
async def test_failures_have_an_exit_code_and_a_sentence(
    run_anywhere: Run, language: Language, code: str, exit_code: int, error: str
) -> None:
    outcome = await run_anywhere(language, code)
    assert (outcome.exit_code, outcome.killed, outcome.result) == (exit_code, False, "")
    assert outcome.error is not None
    assert outcome.error.endswith(error)


async def test_playwrights_own_errors_are_told(run_anywhere: Run) -> None:
    outcome = await run_anywhere(NODE, "await page.click('#missing', { timeout: 50 })")
    assert outcome.exit_code == 1
    assert outcome.error is not None
    assert "Timeout 50ms exceeded" in outcome.error


async def test_the_session_is_named_in_the_environment(run_anywhere: Run) -> None:
    outcome = fine(await run_anywhere(BASH, "echo $SESSION_ID $CDP_URL"))
    assert outcome.stdout.startswith("the-session ws://127.0.0.1:")


async def test_other_programs_connect_to_the_session_themselves(run: Run) -> None:
    script = """
    cat > go.js <<'END'
    const { chromium } = require('playwright');
    chromium.connectOverCDP(process.env.CDP_URL).then(async (browser) => {
      console.log(await browser.contexts()[0].pages()[0].title());
      process.exit();
    });
    END
    node go.js
    python3 - <<'END'
    import os
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        print(playwright.chromium.connect_over_cdp(os.environ["CDP_URL"]).contexts[0].pages[0].title())
    END
    """.replace("\n    ", "\n")
    assert fine(await run(BASH, script)).stdout == "Test\nTest\n"


async def test_tabs_that_code_opened_stay_with_the_session(run: Run, site: TestSite) -> None:
    code = f"const tab = await context.newPage(); await tab.goto({json.dumps(site.url('/static'))}); tab.url()"
    fine(await run(NODE, code))
    assert fine(await run(NODE, "page.url()")).result == site.url("/static")
    assert fine(await run(PYTHON, "page.url")).result == site.url("/static")


@pytest.mark.parametrize("language", [NODE, PYTHON])
async def test_code_is_told_of_the_dialog_that_the_page_waits_on(
    run: Run, session: LiveSession, language: Language
) -> None:
    soon = Deadline.after(timedelta(seconds=60))
    await session.page.evaluate("setTimeout(() => { document.title = confirm('Delete F-102?') })", deadline=soon)
    while (await session.page.snapshot(deadline=soon)).dialog is None:
        soon.check()
    outcome = await run(language, "page.url")
    assert (outcome.exit_code, outcome.killed, outcome.result) == (1, False, "")
    assert outcome.error is not None
    assert "(confirm: “Delete F-102?”)" in outcome.error
    assert "`browser dialog accept`" in outcome.error
    fine(await run(BASH, "browser dialog accept"))
    assert await titled(session) == "true"


async def test_there_is_no_run_in_a_session_that_is_gone(runner: BubblewrapRunner, session: LiveSession) -> None:
    await session.close()
    with pytest.raises(SessionLost, match="destroyed"):
        await runner.run(Code("1"), session, session_id="x")


async def test_without_bubblewrap_code_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, standing: LiveSession
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    runner = BubblewrapRunner(tmp_path, unsandboxed=False)
    with pytest.raises(NotAvailable, match=r"`bubblewrap`.*GOSSAMER_UNSANDBOXED_CODE=on"):
        await runner.run(Code("1"), standing, session_id="x")


async def test_an_operator_may_have_code_run_without_a_bubble(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, session: LiveSession
) -> None:
    monkeypatch.setenv("GOSSAMER_API_KEY", "the key of the service")
    runner = BubblewrapRunner(tmp_path, unsandboxed=True)
    codes = {
        NODE: "await page.fill('#name', 'node'); [await page.inputValue('#name'), process.env.GOSSAMER_API_KEY]",
        PYTHON: "import os\n[await page.input_value('#name'), os.environ.get('GOSSAMER_API_KEY')]",
        BASH: "browser get value '#name'; env; sleep 1000 & sleep 1000 &",
    }
    said = {
        language: await runner.run(Code(code, language, 60), session, session_id="x")
        for language, code in codes.items()
    }
    assert fine(said[NODE]).result == '["node",null]'
    assert fine(said[PYTHON]).result == '["node", null]'
    assert fine(said[BASH]).stdout.startswith("node\n")
    assert "GOSSAMER_API_KEY" not in said[BASH].stdout
    assert list((tmp_path / "code").iterdir()) == []
