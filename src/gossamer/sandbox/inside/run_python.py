"""Runs Python with `page`, `context` and `browser` at hand, `await` at top level, and a last value."""

import ast
import asyncio
import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

RESULT = 3
_NAME = "code.py"
_HANDS = frozenset({"page", "context", "browser"})
_LAST = "__last_value__"


def _compile_source(source: str) -> tuple[Any, bool]:
    """Return *source* as code that keeps its last value, and whether it speaks of the page."""
    tree = ast.parse(source, _NAME)
    speaks = any(isinstance(node, ast.Name) and node.id in _HANDS for node in ast.walk(tree))
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        assignment = ast.Assign([ast.Name(_LAST, ast.Store())], last.value)
        tree.body[-1] = ast.fix_missing_locations(ast.copy_location(assignment, last))
    return compile(tree, _NAME, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), speaks


async def _run(source: str) -> Any:
    code, speaks = _compile_source(source)
    names: dict[str, Any] = {"__name__": "__main__"}
    if not speaks:
        return await _execute_code(code, names)
    # Importing Playwright and connecting takes as long as most code does.
    from playwright.async_api import async_playwright  # noqa: PLC0415

    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(os.environ["CDP_URL"])
        context = browser.contexts[0]
        names |= {"browser": browser, "context": context, "page": await _youngest(browser)}
        return await _execute_code(code, names)


async def _youngest(browser: Any) -> Any:
    """Return the tab that was opened last; Playwright has pages in the order in which they came to answer."""
    [context] = browser.contexts
    if len(context.pages) == 1:
        return context.pages[0]
    root = await browser.new_browser_cdp_session()
    targets = [info for info in (await root.send("Target.getTargets"))["targetInfos"] if info["type"] == "page"]
    for page in context.pages:
        session = await context.new_cdp_session(page)
        info = (await session.send("Target.getTargetInfo"))["targetInfo"]
        await session.detach()
        if info["targetId"] == targets[-1]["targetId"]:
            return page
    return context.pages[-1]


async def _execute_code(code: Any, names: dict[str, Any]) -> Any:
    evaluation = eval(code, names)  # noqa: S307 - this is what the program is for
    if asyncio.iscoroutine(evaluation):
        await evaluation
    value = names.get(_LAST)
    return await value if asyncio.iscoroutine(value) else value


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return repr(value)


def _complain(error: BaseException) -> None:
    """Print what was raised, with the lines of the caller's code alone: others name folders of this machine."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _NAME]
    if isinstance(error, SyntaxError):
        frames = []
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(frames)] if frames else []
    sys.stderr.write("".join([*lines, *traceback.format_exception_only(error)]))


def _give(text: str) -> None:
    try:
        with os.fdopen(RESULT, "w", encoding="utf-8", errors="replace") as back:
            back.write(text)
    except OSError:
        # Nobody reads any more than was taken.
        return


def main(path: str) -> int:
    """Run the file and return the exit code; the result, or what went wrong in one line, goes back."""
    try:
        _give(_text(asyncio.run(_run(Path(path).read_text("utf-8")))))
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the code raised is its outcome
        _complain(error)
        _give(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}".removesuffix(": "))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
