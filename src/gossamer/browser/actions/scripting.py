"""Running the caller's JavaScript in the page's own world."""

from typing import Any

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import Evaluated, Page, RemoteObject
from gossamer.core.actions import ScriptReturn

# JSON has no shape for it: an object that contains itself, mostly.
_NO_VALUE = ("reference chain", "by value")
_SYNTAX = ("Illegal return statement", "await is only valid", "Unexpected reserved word")


class Thrown(Exception):
    """The caller's script failed; the text is its complaint."""


async def run_script(page: Page, source: str) -> ScriptReturn:
    """Return what *source* evaluates to: an expression, statements, or a body with `return` and `await`."""
    evaluated = await _evaluate(page, source)
    if evaluated.thrown is not None and any(hint in evaluated.complaint() for hint in _SYNTAX):
        evaluated = await _evaluate(page, f"(async () => {{\n{source}\n}})()")
    if evaluated.thrown is not None:
        raise Thrown(evaluated.complaint())
    return ScriptReturn(evaluated.result.type, _value(evaluated.result))


async def _evaluate(page: Page, expression: str) -> Evaluated:
    try:
        return await page.session.ask(
            Evaluated,
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
    except CommandRefused as refused:
        if any(hint in refused.message for hint in _NO_VALUE):
            return Evaluated(RemoteObject("object"))
        raise


def _value(result: RemoteObject) -> Any:
    """Return the value as JSON can hold it: NaN, infinities and big integers as text."""
    if result.unserializable_value is not None:
        return result.unserializable_value
    if result.type in {"function", "symbol"}:
        return result.description or None
    return result.value
