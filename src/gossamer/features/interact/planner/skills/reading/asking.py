"""Questions: which of their words ask, and which name what is asked about."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.wordsets import word_set

ASKING: Final = word_set(
    "what what's whats which who who's whose where where's when when's how how's is isn't are was were be the a an of "
    "for does do did done has have had can could will would cost costs much "
    "long there page me my mine i we our us your you this that these those listed shown on in it's its it them they "
    "tell give list all every titles now currently please at by and or to with value many site website extract read "
    "get return report names name any each here say says said about so much also just exactly time kind one ones"
) - word_set("cost costs")
PRICE: Final = re.compile(r"(?:[$€£¥]\s?\d[\d.,]*\d|[$€£¥]\s?\d|\d[\d.,]*\s?(?:€|£|\$|USD|EUR|GBP)(?!\s?\d))")
MUCH: Final = word_set("much price cost costs amount total")


def _joined(words: tuple[Token, ...]) -> Iterator[Token]:
    """Yield the words, numbers that stand without a space between them as one: "2027-02"."""
    last: Token | None = None
    for token in words:
        whole = last is not None and last.end == token.start and (last.kind == "number" or token.kind == "number")
        if last is not None and whole and token.text not in {",", "?", "!", "."}:
            last = replace(last, kind="number", text=last.text + token.text, norm=last.norm + token.norm, end=token.end)
            continue
        if last is not None:
            yield last
        last = token
    if last is not None:
        yield last


def telling(phrase: Phrase) -> list[str]:
    """Return the words of a question that name what is asked about, folded."""
    return [
        w.removesuffix("'s")
        for t in _joined(phrase.tokens)
        if t.kind == "quote" or (t.kind != "mark" and t.norm not in ASKING and t.kind != "ordinal")
        for w in ([t.norm] if t.kind != "quote" else t.norm.split())
    ]
