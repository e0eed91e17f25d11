"""Sets of words, written as they are read."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of *text*."""
    return frozenset(text.split())
