"""Rules of a caller, applied to blocks."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.errors import CallerError
from gossamer.core.patterns import MAX_TEXT, Patterns

MAX_TEXTS: Final = 200
_STEP: Final = MAX_TEXT // 2


class Matcher:
    """Decides which blocks are compared."""

    def __init__(self, rules: ComparisonRules) -> None:
        self._only_text = tuple(text.casefold() for text in rules.only_text)
        self._ignored_text = tuple(text.casefold() for text in rules.ignore_text)
        self._only = Patterns.compile(rules.only_patterns, option="onlyPatterns")
        self._ignored = Patterns.compile(rules.ignore_patterns, option="ignorePatterns")

    def compares(self, text: str) -> bool:
        """Return whether a block of this *text* is compared."""
        folded = text.casefold()
        if any(pattern in folded for pattern in self._ignored_text) or _matches_any(self._ignored, text):
            return False
        if not self._only_text and not self._only:
            return True
        return any(pattern in folded for pattern in self._only_text) or _matches_any(self._only, text)


def check_rules(rules: ComparisonRules) -> None:
    """Raise CallerError when a rule cannot be used: an expression is wrong or too large, or a text is empty."""
    for option, texts in (("ignoreText", rules.ignore_text), ("onlyText", rules.only_text)):
        _check_texts(option, texts)
    Matcher(rules)


def _check_texts(option: str, texts: Sequence[str]) -> None:
    if len(texts) > MAX_TEXTS:
        raise CallerError(f"`{option}` may have at most {MAX_TEXTS} texts.")
    if not all(text.strip() for text in texts):
        raise CallerError(f"A text in `{option}` is empty.")


def _matches_any(patterns: Patterns, text: str) -> bool:
    """Return whether one is found in *text*; a long one is searched in overlapping pieces."""
    if not patterns:
        return False
    starts = range(0, max(1, len(text) - _STEP), _STEP)
    return any(patterns.found_in(text[start : start + MAX_TEXT]) for start in starts)
