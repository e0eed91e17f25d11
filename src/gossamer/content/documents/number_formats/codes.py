"""Format codes: their sections and tokens, by ECMA-376 part 1, section 18.8.31."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Final, Literal, NamedTuple, TypeAlias, cast

Kind: TypeAlias = Literal["text", "digit", "date", "elapsed", "point", "comma", "percent", "exponent", "slash", "value"]

_MAX_CODE: Final = 500
_COMPARE: Final = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "<>": ne}
_DATES: Final = frozenset({"date", "elapsed"})
# Text, a number with or without thousands, its decimals, text; a letter for each token.
_SIMPLE: Final = re.compile(r"(t*)(#*0|#,##0)(\.0*)?(t*)")
_LETTERS: Final[dict[Kind, str]] = {
    "text": "t",
    "percent": "p",
    "exponent": "e",
    "slash": "/",
    "value": "v",
    "date": "d",
    "elapsed": "d",
}
_TOKEN: Final = re.compile(
    r"""
      "(?P<quoted>[^"]*)"?
    | [\\!](?P<escaped>.)
    | (?P<blank>_).?                # as wide as the character after it
    | (?P<fill>\*).?                # repeated until the cell is full
    | \[\$(?P<currency>[^\]-]*)[^\]]*\]
    | \[(?P<operator><=|>=|<>|<|>|=)\s*(?P<operand>-?[\d.]+)\]
    | \[(?P<elapsed>h+|m+|s+)\]
    | \[(?P<colour>[^\]]*)\]
    | (?P<value>General|@)
    | (?P<exponent>E[+-])
    | (?P<date>AM/PM|A/P|y+|m+|d+|h+|s+(?:\.0+)?|e+|b+)
    | (?P<digit>[0#?])
    | (?P<point>\.)
    | (?P<comma>,)
    | (?P<percent>%)
    | (?P<slash>/)
    | (?P<section>;)
    | (?P<text>.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a section; *text* is what is shown of literal text, and the piece itself of all others."""

    kind: Kind
    text: str


class Simple(NamedTuple):
    """A number between texts; *last* is one in its last decimal place, *grouped* says that it has thousands."""

    before: str
    last: Decimal
    grouped: bool
    after: str


@dataclass(frozen=True)
class FormatSection:
    """How some numbers are shown; *condition* is an operator and a number. A workbook asks the same for each cell."""

    tokens: tuple[Token, ...] = ()
    condition: tuple[str, float] | None = None

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """Return the kinds of its tokens."""
        return frozenset(token.kind for token in self.tokens)

    @cached_property
    def is_date(self) -> bool:
        """Return whether it shows a date or a time."""
        return not self.kinds.isdisjoint(_DATES)

    @cached_property
    def simple(self) -> Simple | None:
        """Return a number with the text before and after it; None where the code has more."""
        match = _SIMPLE.fullmatch("".join(_LETTERS.get(token.kind, token.text) for token in self.tokens))
        if match is None:
            return None
        before, after = len(match[1]), len(match[4] or "")
        texts = [token.text for token in self.tokens]
        last = Decimal(1).scaleb(-max(len(match[3] or "") - 1, 0))
        return Simple("".join(texts[:before]), last, "," in match[2], "".join(texts[len(texts) - after :]))

    def holds(self, value: float) -> bool:
        """Return whether *value* meets the condition."""
        return self.condition is None or bool(_COMPARE[self.condition[0]](value, self.condition[1]))


@lru_cache(maxsize=1_000)
def sections(code: str) -> tuple[FormatSection, ...]:
    """Return the sections of the format *code*."""
    parts: list[FormatSection] = []
    tokens: list[Token] = []
    condition: tuple[str, float] | None = None
    for match in _TOKEN.finditer(code[:_MAX_CODE]):
        match match.lastgroup:
            case "section":
                parts.append(FormatSection(tuple(tokens), condition))
                tokens, condition = [], None
            case "operand":
                condition = match["operator"], _number(match["operand"])
            case "fill" | "colour":
                pass
            case _:
                tokens.append(_token(match))
    return (*parts, FormatSection(tuple(tokens), condition))


def choose_section(code: Sequence[FormatSection], value: float) -> tuple[FormatSection, float] | None:
    """Return the section that shows *value*, and the value it shows: without a sign where the section gives it one."""
    numeric = code[:3]
    defaults = {1: (True,), 2: (value >= 0, True), 3: (value > 0, value < 0, True)}[len(numeric)]
    for index, (section, default) in enumerate(zip(numeric, defaults, strict=True)):
        if section.holds(value) if section.condition else default:
            is_unsigned = index == 1 or (index == 0 and section.condition is not None)
            return section, abs(value) if is_unsigned else value
    return None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _token(match: re.Match[str]) -> Token:
    kind = cast("str", match.lastgroup)
    if kind == "blank":
        return Token("text", " ")
    if kind in {"quoted", "escaped", "currency", "text"}:
        return Token("text", match[kind])
    return Token(cast("Kind", kind), match[kind].lower())
