"""Text of a page that speaks to an assistant instead of to people.

A plain heuristic: it serves to warn, and what protects is elsewhere, for nobody can list all wordings.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

_LONGEST_QUOTE: Final = 160
_TELLING: Final = 24
_MOST_CHARACTERS: Final = 400_000
# Zero-width and direction marks hide words from a search and from the eye.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_ASSISTANT: Final = (
    r"(?:(?:ai|a\.i\.|virtual|automated|browser|web)\s+(?:assistants?|agents?|models?)|ai|llms?|language models?|"
    r"chat ?bots?|chatgpt|claude|gemini|copilot)"
)
_PRIVATE: Final = (
    r"(?:passwords?|credentials|api keys?|tokens?|secrets?|cookies|session|credit card|private (?:data|key))"
)
_ORDERS: Final = (
    # "Ignore all previous instructions", and the same of the user's task.
    (
        r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|"
        r"the user'?s?)\b.{0,30}\b(?:instructions?|prompts?|directions?|rules|guidelines|task|request|goal)\b"
    ),
    # "New instructions for assistants", "System prompt:".
    (
        r"\b(?:new|updated|important|hidden|secret|system)\s+(?:system\s+)?(?:instructions?|prompts?)\b.{0,12}"
        rf"(?::|\bfor\b.{{0,20}}\b{_ASSISTANT}\b)"
    ),
    # "Attention AI agents".
    (
        r"\b(?:attention|note to|(?:message|instructions?) (?:for|to))\b,?\s+(?:(?:all|any|the)\s+)?"
        rf"{_ASSISTANT}\b"
    ),
    # "If you are a language model".
    rf"\b(?:as|you are|if you are|you're)\s+(?:now\s+)?(?:an?|the)\s+{_ASSISTANT}\b",
    r"\b(?:reveal|print|output|repeat|show|leak|send)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt|rules))\b",
    # "Send the password to …".
    (
        r"\b(?:send|post|forward|submit|upload|e-?mail|transmit|exfiltrate|leak)\b.{0,60}"
        rf"\b{_PRIVATE}\b.{{0,60}}\b(?:to|at|into|via)\b"
    ),
    r"\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b.{0,30}\b(?:user|human|owner|operator)\b",
    # How turns are marked to models.
    r"<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]|<</?SYS>>|^\s*###\s*(?:system|assistant)\s*:",
    r"\bignoriere\b.{0,40}\b(?:anweisungen|anleitungen|regeln)\b",
    r"\bignorez?\b.{0,40}\b(?:instructions|consignes)\b",
    r"\bignora\b.{0,40}\b(?:instrucciones|istruzioni)\b",
)


@cache
def _patterns() -> re.Pattern[str]:
    """Return all orders in one expression, which takes 8 ms to compile: not at the start."""
    return re.compile("|".join(_ORDERS), re.IGNORECASE | re.MULTILINE)


def orders_in(text: str) -> tuple[str, ...]:
    """Return quotes of what in *text* reads like an order to an assistant, in the order they are found."""
    visible = _INVISIBLE.sub("", text[:_MOST_CHARACTERS])
    kept: list[str] = []
    for quote in _quotes(visible):
        # A name says what the text of the page says, only shorter.
        if not any(quote[:_TELLING] in other for other in kept):
            kept.append(quote)
    return tuple(kept)


def notice_of(quote: str) -> str:
    """Return the sentence that tells of such an order."""
    return f'The page has text that speaks to an assistant; it was not followed: "{quote}"'


def _quotes(visible: str) -> Iterator[str]:
    for found in _patterns().finditer(visible):
        # What was found and the rest of its line, shortened.
        end = visible.find("\n", found.end())
        yield " ".join(visible[found.start() : end if end >= 0 else len(visible)][:_LONGEST_QUOTE].split())
