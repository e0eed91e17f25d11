"""Regular expressions that callers write, searched in linear time whatever they hold.

RE2 does not backtrack, so neither an expression nor an address can make a search slow. What
would need backtracking (look-around, back-references) it does not have, and neither has the
engine that existing callers write for. Such an expression is refused when a job is asked
for, with a sentence, and never halfway through it.
"""

from collections.abc import Sequence
from typing import Final, Protocol, Self
from urllib.parse import unquote

import re2

from gossamer.core.errors import CallerError

MAX_PATTERNS: Final = 200
MAX_PATTERN_LENGTH: Final = 500
# What one expression may cost when it is compiled and searched, in bytes.
_MAX_MEMORY: Final = 1 << 20
_HINTS: Final = (
    ("invalid perl operator: (?", "look-ahead and look-behind are not supported; exclude what is not wanted instead"),
    ("invalid escape sequence: \\Z", "write \\z or $ for the end"),
    ("invalid escape sequence: \\", "back-references and this escape are not supported"),
    ("no argument for repetition operator", "nothing stands before the repetition; `.*` matches any text"),
    ("pattern too large", "it is too large once its repetitions are written out"),
    ("invalid repetition size", "a repetition may be at most 1000, nested ones together too"),
)


class _Expression(Protocol):
    """What the engine makes of an expression; it does not name the type."""

    def search(self, text: str, /) -> object:
        """Return a match, or None."""


class Patterns:
    """Expressions of which one must be found somewhere in a text."""

    __slots__ = ("_expressions",)

    def __init__(self, expressions: tuple[_Expression, ...] = ()) -> None:
        self._expressions = expressions

    @classmethod
    def compile(cls, expressions: Sequence[str], *, option: str) -> Self:
        """Return *expressions* ready to be searched.

        Raises CallerError with the first that cannot be used; *option* is its name on the wire.
        """
        if len(expressions) > MAX_PATTERNS:
            raise CallerError(f"`{option}` may have at most {MAX_PATTERNS} expressions.")
        return cls(tuple(_compiled(expression, option) for expression in expressions))

    def __bool__(self) -> bool:
        return bool(self._expressions)

    def found_in(self, text: str) -> bool:
        """Return whether one is found in *text*, an address or a part of one; as it is written or unescaped."""
        if any(expression.search(text) for expression in self._expressions):
            return True
        if "%" not in text:
            return False
        readable = unquote(text)
        return any(expression.search(readable) for expression in self._expressions)


def _compiled(expression: str, option: str) -> _Expression:
    if len(expression) > MAX_PATTERN_LENGTH:
        raise CallerError(f"An expression in `{option}` is longer than {MAX_PATTERN_LENGTH} characters.")
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    # It would write callers' text to standard error.
    options.log_errors = False
    try:
        compiled: _Expression = re2.compile(expression, options)
    except UnicodeEncodeError as error:
        raise CallerError(f"An expression in `{option}` has characters that no address can have.") from error
    except re2.error as error:
        raise CallerError(f"Invalid regular expression in `{option}`: {expression!r}: {_why(error)}.") from error
    return compiled


def _why(error: re2.error) -> str:
    said = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error.args[0])
    return next((hint for mark, hint in _HINTS if said.startswith(mark)), said)
