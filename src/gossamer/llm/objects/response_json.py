"""The JSON object in a model's response, without thoughts, fences and surrounding sentences."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.text.tolerant_json import parse_all

_THOUGHTS: Final = re.compile(
    r"<(think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)>", re.IGNORECASE
)
# Templates of some models open the thoughts themselves, so that only their end is in the answer.
_END_OF_THOUGHTS: Final = re.compile(r"</(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_FENCE: Final = re.compile(r"```[ \t]*\w*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_NO_TEXT: Final = re.compile(r"\\u(?:d[89a-f]|0000)", re.IGNORECASE)
_OPENING: Final = re.compile(r"[{\[]")


@dataclass(frozen=True, slots=True)
class FoundJson:
    """A *value* that a text holds; not *complete*, when the text ended before it did."""

    value: Any
    complete: bool = True


def read(text: str, *, keys: frozenset[str]) -> FoundJson | None:
    """Return the object or list that *text* is meant to say, None when there is none.

    Of several, that which has most of *keys* is meant, of equal ones the longest, and then the last: models correct
    themselves.
    """
    text = without_thoughts(text)
    full_json = _strictly(text.strip())
    if full_json is not None and isinstance(full_json.value, dict | list):
        return full_json
    best: tuple[tuple[int, int], FoundJson] | None = None
    for candidate, length in _candidates(text):
        rank = (_matching(candidate.value, keys), length)
        if best is None or rank >= best[0]:
            best = (rank, candidate)
    return None if best is None else best[1]


def without_thoughts(text: str) -> str:
    """Return the text without the model's reasoning."""
    texts: list[str] = []
    at = 0
    unclosed: set[str] = set()
    for opening in _THOUGHTS.finditer(text):
        name = opening[1].casefold()
        if opening.start() < at or name in unclosed:
            continue
        closing = re.compile(f"</{name}>", re.IGNORECASE).search(text, opening.end())
        if closing is None:
            unclosed.add(name)
            continue
        texts.append(text[at : opening.start()])
        at = closing.end()
    rest = text[at:]
    ends = [*_END_OF_THOUGHTS.finditer(rest)]
    return rest[ends[-1].end() :] if ends else " ".join([*texts, rest])


def strip_to_json(text: str) -> str:
    """Return *text* as the beginning of something that goes on: without thoughts and an opening fence."""
    return re.sub(r"\A\s*```[ \t]*\w*[ \t]*\n", "", without_thoughts(text))


def _strictly(text: str) -> FoundJson | None:
    try:
        value = json.loads(text, parse_constant=lambda _: None)
        return FoundJson(_storable(value) if _NO_TEXT.search(text) else value)
    except (ValueError, RecursionError):
        return None


def _storable(value: Any) -> Any:
    """Return *value* without what is in no text: halves of pairs, and the character that ends strings in C."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "")
    if isinstance(value, list):
        return [_storable(part) for part in value]
    if isinstance(value, dict):
        return {_storable(name): _storable(part) for name, part in value.items()}
    return value


def _candidates(text: str) -> Iterator[tuple[FoundJson, int]]:
    fences = [inside for inside in _FENCE.findall(text) if _OPENING.search(inside)]
    for piece in fences or [text]:
        yield from _outermost(piece)


def _outermost(text: str) -> Iterator[tuple[FoundJson, int]]:
    for start, parsed in parse_all(text):
        strict = _strictly(text[start : parsed.end])
        yield strict or FoundJson(parsed.value, parsed.complete), parsed.end - start


def _matching(value: Any, keys: frozenset[str]) -> int:
    if isinstance(value, list):
        return max((_matching(item, keys) for item in value[:1]), default=0)
    return len(keys & set(value)) if isinstance(value, dict) else 0
