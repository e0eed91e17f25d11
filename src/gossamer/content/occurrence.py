"""Looking for what is hardly ever there."""

from collections.abc import Iterable


def has(text: str, part: str) -> bool:
    """Return whether *part*, two characters or more, is in *text*.

    CPython finds out from the end of a long text that something is missing in a quarter of the time that `in` takes.
    """
    return text.rfind(part) >= 0


def has_any(text: str, parts: Iterable[str]) -> bool:
    """Return whether any of *parts* is in *text*."""
    for part in parts:  # noqa: SIM110 - a generator would double the cost of so small a step
        if text.rfind(part) >= 0:
            return True
    return False
