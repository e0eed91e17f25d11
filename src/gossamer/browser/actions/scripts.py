"""The caller's JavaScript, run in the page's own world.

What a script returns is held to a size and a depth: it is decoded and encoded again on its way
to the caller, each time by a parser that recurses.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import UNREADABLE
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import Evaluated, Page, RemoteObject
from gossamer.core.actions import ScriptReturn

# JSON has no shape for it: an object that contains itself, mostly.
_NO_VALUE = ("reference chain", "by value")
# The browser gives up on values that nest deeper than it can write, ours on those it cannot read.
_TOO_DEEP = ("Failed to convert response", UNREADABLE)
_LONGEST_TEXT = 10_000_000
# Everything else waits while a value is made: half a second for one that is all empty lists.
_LARGEST = 2_000_000
_DEEPEST = 100
_SYNTAX = ("Illegal return statement", "await is only valid", "Unexpected reserved word")


class Thrown(Exception):
    """The caller's script failed; the text is its complaint."""


class Unreturnable(Exception):
    """The script ended with a value that cannot be handed over; the text says why."""


class _Kind(msgspec.Struct):
    type: str = "undefined"


class _Outline(msgspec.Struct):
    """A reply without its value, which may be too large to be made."""

    result: _Kind = msgspec.field(default_factory=_Kind)


async def run_script(page: Page, source: str) -> ScriptReturn:
    """Return the result of *source*: an expression, statements, or a body with `return` and `await`.

    Raises Thrown, Unreturnable, and CommandRefused when the page went away.
    """
    evaluated = await _evaluate(page, source)
    if evaluated.thrown is not None and any(hint in evaluated.complaint() for hint in _SYNTAX):
        evaluated = await _evaluate(page, f"(async () => {{\n{source}\n}})()")
    if evaluated.thrown is not None:
        raise Thrown(evaluated.complaint())
    return ScriptReturn(evaluated.result.type, _value(evaluated.result))


async def _evaluate(page: Page, expression: str) -> Evaluated:
    try:
        reply = await page.session.send(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
    except CommandRefused as refused:
        if any(hint in refused.message for hint in _NO_VALUE):
            return Evaluated(RemoteObject("object"))
        if any(hint in refused.message for hint in _TOO_DEEP):
            raise _too_deep() from refused
        raise
    return _read(reply)


def _read(reply: msgspec.Raw) -> Evaluated:
    written = bytes(reply)
    try:
        kind = msgspec.json.decode(written, type=_Outline).result.type
        limit = _LONGEST_TEXT if kind == "string" else _LARGEST
        if len(written) > limit:
            raise Unreturnable(f"its value is larger than {limit // 1_000_000} MB; return less of it.")
        evaluated = msgspec.json.decode(written, type=Evaluated)
    except RecursionError as error:
        raise _too_deep() from error
    if written.count(b"[") + written.count(b"{") > _DEEPEST and _nests_deeper(evaluated.result.value, _DEEPEST):
        raise _too_deep()
    return evaluated


def _nests_deeper(value: Any, depth: int) -> bool:
    """Return whether lists and objects lie in each other more than *depth* times; does not recurse."""
    level: list[Any] = [value]
    for _ in range(depth):
        level = list(chain.from_iterable(_inside(item) for item in level if isinstance(item, (list, dict))))
        if not level:
            return False
    return any(isinstance(item, (list, dict)) for item in level)


def _inside(item: list[Any] | dict[str, Any]) -> Iterable[Any]:
    return item.values() if isinstance(item, dict) else item


def _too_deep() -> Unreturnable:
    return Unreturnable(f"its value nests deeper than {_DEEPEST} levels; return less of it.")


def _value(result: RemoteObject) -> Any:
    """Return the value as JSON can hold it: NaN, infinities and big integers as text."""
    if result.unserializable_value is not None:
        return result.unserializable_value
    if result.type in {"function", "symbol"}:
        return result.description or None
    return result.value
