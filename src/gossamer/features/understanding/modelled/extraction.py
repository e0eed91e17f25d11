"""Data that a model reads from a page, completed by what was read without one."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.core.formats import Json
from gossamer.core.json_pointers import coverage, is_empty, leaves
from gossamer.core.understanding import Evidence, Extraction, Method
from gossamer.features.evidence import assess
from gossamer.features.understanding.local_understanding import EMPTY_SCHEMA, NO_DATA
from gossamer.features.understanding.merging import fill_gaps, merged
from gossamer.features.understanding.model_input import PageText
from gossamer.features.understanding.modelled.questions import PieceQuestions
from gossamer.features.understanding.schemas import WRAPPED, model_schema, says_nothing

_REPLY_TOKENS: Final = 8_192
_TASK: Final = "Fill in the object with what the page says."
_OPEN_TASK: Final = (
    "Return a JSON object with the data of the page that are asked for. Choose short names in camelCase for its "
    "members."
)
_ALL: Final = "Asked for is whatever the page is about: its main subject with everything that is said of it."
_NOT_VALID: Final = "What the model wrote there was not valid."
_NOT_SAID: Final = "Found neither by the model nor by the rules."


async def extract_by_model(asking: PieceQuestions, wanted: Json, page: PageText, before: Extraction) -> Extraction:
    """Return the values that the model fills in; *before* is the result without it. Raises ModelFailed and TimedOut."""
    if wanted.schema is not None and says_nothing(wanted.schema):
        wanted = replace(wanted, schema=None)
    schema, wrapped = model_schema(wanted.schema)
    written = await asking.of_all(_task(wanted), schema, max_tokens=_REPLY_TOKENS, aside=wanted.system_prompt)
    value = merged([text.value for text in written])
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


def _task(wish: Json) -> str:
    if wish.schema is None:
        return f"{_OPEN_TASK} {f'Asked for is: {wish.prompt}' if wish.prompt else _ALL}"
    return f"{_TASK} {wish.prompt}".strip()


def _put_together(wish: Json, page: PageText, before: Extraction, model_answer: _Given) -> Extraction:
    values = dict(leaves(before.value))
    value = fill_gaps(model_answer.value, before.value) if wish.schema is not None else model_answer.value
    filled_leaves = {at: leaf for at, leaf in leaves(value) if leaf not in (None, [], {})}
    evidence: Mapping[str, Evidence] = {}
    if wish.evidence:
        assessed = assess(model_answer.value, page.index(), wish.schema, values, before.evidence)
        # A value that only the rules read keeps the evidence of the rules.
        evidence = {
            at: proof for at in filled_leaves if (proof := assessed.get(at) or before.evidence.get(at)) is not None
        }
    return replace(
        before,
        value=value,
        method=Method.MODEL,
        evidence=evidence,
        missing={at: _why(at, before, model_answer) for at, _ in leaves(value) if at not in filled_leaves},
        coverage=coverage(value),
        warnings=tuple(warning for warning in before.warnings if warning == EMPTY_SCHEMA)
        + (() if filled_leaves else (NO_DATA,)),
    )


def _why(at: str, before: Extraction, model_answer: _Given) -> str:
    return _NOT_VALID if at in model_answer.broken else before.missing.get(at, _NOT_SAID)
