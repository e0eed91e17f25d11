"""Regular expressions that callers write, searched in linear time whatever they hold.

RE2 does not backtrack, so neither an expression nor an address can make a search slow. What
would need backtracking (look-around, back-references) it does not have, and neither has the
engine that existing callers write for. Such an expression is refused when a job is asked
for, with a sentence, and never halfway through it.

Linear still has a factor: what the expression is compiled to may be run through for every
character. So one that is large when its repetitions are written out is refused, all of an
option together have a bound, and `in_portions` tells how many texts to search at a stretch.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol, Self, TypeVar
from urllib.parse import unquote

import re2

from gossamer.core.errors import CallerError

MAX_PATTERNS: Final = 200
MAX_PATTERN_LENGTH: Final = 500
# Bytes that one expression may take when it is compiled and searched: some 2,700 instructions. A class of
# Unicode's letters has 600, fifty paths with "|" between them 300.
_MAX_MEMORY: Final = 1 << 16
# Instructions of all expressions of an option together; each may cost some 5 ns with every character, and where a
# repetition has a number, several times as much: a text is then in very many places of the expression at once.
_MAX_SIZE: Final = 10_000
_NUMBERED: Final = re.compile(r"\{\d")
_NUMBERED_FACTOR: Final = 4
# Longer addresses are of endless spaces; they are not searched.
MAX_TEXT: Final = 2000
# Of instructions times characters, what takes a few milliseconds at worst, and what else a link costs.
_PORTION: Final = 1_000_000
_LINK: Final = 5_000
_HINTS: Final = (
    ("invalid perl operator: (?", "look-ahead and look-behind are not supported; exclude what is not wanted instead"),
    ("invalid escape sequence: \\Z", "write \\z or $ for the end"),
    ("invalid escape sequence: \\", "back-references and this escape are not supported"),
    ("no argument for repetition operator", "nothing stands before the repetition; `.*` matches any text"),
    ("pattern too large", "it is too large once its repetitions are written out"),
    ("invalid repetition size", "a repetition may be at most 1000, nested ones together too"),
)


class _Expression(Protocol):
    """An expression as the engine compiled it; the engine does not name the type."""

    @property
    def pattern(self) -> str:
        """Return it as it was written."""

    @property
    def programsize(self) -> int:
        """Return the number of its instructions."""

    def search(self, text: str, /) -> object:
        """Return a match, or None."""


_T = TypeVar("_T")


class Patterns:
    """Expressions of which one must be found somewhere in a text."""

    __slots__ = ("_expressions", "size")

    def __init__(self, expressions: tuple[_Expression, ...] = ()) -> None:
        self._expressions = expressions
        # How many instructions a search may run through for each character.
        self.size = sum(_size(expression) for expression in expressions)

    @classmethod
    def compile(cls, expressions: Sequence[str], *, option: str) -> Self:
        """Return *expressions* ready to be searched.

        Raises CallerError with the first that cannot be used; *option* is its name on the wire.
        """
        if len(expressions) > MAX_PATTERNS:
            raise CallerError(f"`{option}` may have at most {MAX_PATTERNS} expressions.")
        patterns = cls(tuple(compile_expression(expression, option=option) for expression in expressions))
        if patterns.size > _MAX_SIZE:
            raise CallerError(
                f"The expressions in `{option}` are too large together; use fewer, or fewer repetitions with a number."
            )
        return patterns

    def __bool__(self) -> bool:
        return bool(self._expressions)

    def found_in(self, text: str) -> bool:
        """Return whether one is found in *text*, an address or a part of one; as it is written or unescaped.

        Nothing is found in a text that is longer than addresses of pages are, `MAX_TEXT` characters.
        """
        if len(text) > MAX_TEXT:
            return False
        if any(expression.search(text) for expression in self._expressions):
            return True
        if "%" not in text:
            return False
        readable = unquote(text)
        return any(expression.search(readable) for expression in self._expressions)


def in_portions(items: Iterable[_T], text_of: Callable[[_T], str], *, size: int) -> Iterator[list[_T]]:
    """Yield *items* in portions whose texts can be searched in a few milliseconds by expressions of *size*."""
    portion: list[_T] = []
    effort = 0
    for item in items:
        portion.append(item)
        effort += _LINK + size * min(len(text_of(item)), MAX_TEXT)
        if effort >= _PORTION:
            yield portion
            portion, effort = [], 0
    if portion:
        yield portion


def _size(expression: _Expression) -> int:
    return expression.programsize * (_NUMBERED_FACTOR if _NUMBERED.search(expression.pattern) else 1)


def compile_expression(expression: str, *, option: str) -> _Expression:
    """Return *expression* ready to be searched; raises CallerError, in which *option* is its name on the wire."""
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
    reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error.args[0])
    return next((hint for mark, hint in _HINTS if reason.startswith(mark)), reason)
