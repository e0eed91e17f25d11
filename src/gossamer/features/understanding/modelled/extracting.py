"""Data that a model reads from a page, with what was read without one in the places that it left empty."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.core.formats import Json
from gossamer.core.understanding import Confidence, Evidence, Extraction, Method
from gossamer.core.json_pointers import coverage, is_empty, leaves
from gossamer.features.understanding.merging import filled, merged, without
from gossamer.features.understanding.modelled.asking import Asking
from gossamer.features.understanding.reading import EMPTY_SCHEMA, NO_DATA
from gossamer.features.understanding.schemas import WRAPPED, asked, says_nothing
from gossamer.features.understanding.shown import PageText
from gossamer.features.understanding.supporting import Checked, Said, checked

_REPLY_TOKENS: Final = 8_192
_TASK: Final = "Fill in the object with what the page says."
_OPEN_TASK: Final = (
    "Return a JSON object with the data of the page that are asked for. Choose short names in camelCase for its "
    "members."
)
_ALL: Final = "Asked for is whatever the page is about: its main subject with everything that is said of it."
# Sentences, and labels ("Captain" under "Men's 1st XI"), may be of something else; what is marked up, a title is not.
_TOLD: Final = ("line ", '"')
_MARKED_UP: Final = ("JSON-LD", "microdata", "RDFa")
_NOT_VALID: Final = "What the model wrote there was not valid."
_NOT_SAID: Final = "Found neither by the model nor by the rules."


async def extracted(asking: Asking, wanted: Json, page: PageText, before: Extraction) -> Extraction:
    """Return what the model fills in; *before* is what was read without it. Raises ModelFailed and TimedOut."""
    if wanted.schema is not None and says_nothing(wanted.schema):
        wanted = replace(wanted, schema=None)
    schema, wrapped = asked(wanted.schema)
    written = await asking.of_all(_task(wanted), schema, max_tokens=_REPLY_TOKENS, aside=wanted.system_prompt)
    value = merged([one.value for one in written])
    if wrapped:
        value = value.get(WRAPPED) if isinstance(value, dict) else None
    if is_empty(value):
        # It says that there is nothing; what the page marks up is there all the same.
        return before
    alone = len(written) == 1
    broken = tuple(at.removeprefix(f"/{WRAPPED}") if wrapped else at for at in written[0].broken) if alone else ()
    # Some tenths of a second for a long page, in which every other request would stand still.
    return await asyncio.to_thread(_put_together, wanted, page, before, _Given(value, broken))


@dataclass(frozen=True, slots=True)
class _Given:
    value: Any
    broken: tuple[str, ...] = ()


def _task(wanted: Json) -> str:
    if wanted.schema is None:
        return f"{_OPEN_TASK} {f'Asked for is: {wanted.prompt}' if wanted.prompt else _ALL}"
    return f"{_TASK} {wanted.prompt}".strip()


def _put_together(wanted: Json, page: PageText, before: Extraction, given: _Given) -> Extraction:
    known = dict(leaves(before.value))
    sure = _sure(known, before)
    held = checked(given.value, Said(page), known, wanted.schema, sure) if wanted.evidence else Checked(given.value)
    denied = {at for at in _denied(given.value, held.value, known) if not {at, f"{at}/0"} & sure.keys()}
    value = filled(held.value, without(before.value, denied)) if wanted.schema is not None else held.value
    left = {at: leaf for at, leaf in leaves(value) if leaf not in (None, [], {})}
    evidence = {at: proof for at in left if (proof := _proof(at, left[at], held, before, known)) is not None}
    missing = {
        **{at: _why(at, held, before, given) for at, _ in leaves(value) if at not in left},
        **{at: why for at, why in held.missing.items() if at not in left},
    }
    return replace(
        before,
        value=value,
        method=Method.MODEL,
        evidence=evidence,
        missing=missing,
        coverage=coverage(value),
        warnings=tuple(one for one in before.warnings if one == EMPTY_SCHEMA) + (() if left else (NO_DATA,)),
    )


def _denied(given: Any, held: Any, known: Mapping[str, Any]) -> Iterator[str]:
    """Yield the pointers, of lists those of the whole, where the model gave another value than was read, and that fell.

    Two say two things of it then, and neither is sure.
    """
    left = dict(leaves(held))
    for at, leaf in leaves(given):
        parent, _, last = at.rpartition("/")
        if leaf in (None, "", [], {}) or any(part.isdigit() for part in parent.split("/")):
            continue
        if last.isdigit():
            if left.get(parent) == []:
                yield parent
        elif left.get(at) is None and known.get(at) != leaf:
            yield at


def _sure(known: Mapping[str, Any], before: Extraction) -> Mapping[str, Any]:
    """Return what the page marks up or labels for a field, against which nothing counts that a model says."""
    return {
        at: leaf
        for at, leaf in known.items()
        if at in before.evidence and before.evidence[at].confidence is Confidence.HIGH
    }


def _proof(at: str, leaf: Any, held: Checked, before: Extraction, known: Mapping[str, Any]) -> Evidence | None:
    """Return what a leaf rests on: where it was read without the model, else where the model's value stands."""
    # Entries of lists may have other places than they had before.
    is_entry = any(part.isdigit() for part in at.split("/"))
    if at in held.read:
        read = before.evidence.get(held.read[at])
        if read is None or is_entry or read.place.startswith(_MARKED_UP):
            return read
        # What people see says it of something else, if at all.
        return replace(read, confidence=Confidence.MEDIUM)
    found, read = held.evidence.get(at), before.evidence.get(at)
    if known.get(at) != leaf or read is None or (is_entry and found is not None):
        return found
    return read if found is None else _agreed(read, found)


def _agreed(read: Evidence, found: Evidence) -> Evidence:
    """Return what was *read* and is said by the model as well, whose words were *found*."""
    is_plain = not read.place.startswith(_TOLD) and found.confidence is not Confidence.LOW
    return replace(read, confidence=Confidence.HIGH if is_plain else found.confidence)


def _why(at: str, held: Checked, before: Extraction, given: _Given) -> str:
    if at in held.missing:
        return held.missing[at]
    return _NOT_VALID if at in given.broken else before.missing.get(at, _NOT_SAID)
