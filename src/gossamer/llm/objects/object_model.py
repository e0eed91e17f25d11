"""An ObjectModel on a provider's model: a schema in parts, and the parts joined."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.llm.model import ProviderModel
from gossamer.llm.objects.filling import Asking, Filling
from gossamer.llm.objects.forms import Draft, Form
from gossamer.llm.objects.memory import RungMemory
from gossamer.llm.objects.repair import settle_drafts
from gossamer.llm.objects.schemas import Schema, properties, resolve_schema, types
from gossamer.ports.models import Message, Written

_NO_TIME: Final = "There was no time left to ask the language model again."

# Each part is asked for with the whole text again, so a part is as large as an answer can well be.
_MOST_LEAVES: Final = 80
_MOST_CHARACTERS: Final = 16_000
_DEEPEST: Final = 20


def split(schema: Schema) -> tuple[Schema, ...]:
    """Return *schema* in parts by its top-level properties, in their order; itself when it is small enough.

    A single property is never divided; alternatives at the top are none of several parts.
    """
    named = properties(schema)
    if len(named) < 2 or {"anyOf", "oneOf", "allOf", "$ref"} & set(schema):  # noqa: PLR2004 - one cannot be divided
        return (schema,)
    groups: list[list[str]] = [[]]
    leaves = characters = 0
    for name, part in named.items():
        more_leaves, more_characters = _leaves(part, schema), len(json.dumps(part, default=str))
        full = leaves + more_leaves > _MOST_LEAVES or characters + more_characters > _MOST_CHARACTERS
        if full and groups[-1]:
            groups.append([])
            leaves = characters = 0
        groups[-1].append(name)
        leaves, characters = leaves + more_leaves, characters + more_characters
    return tuple(_part(schema, group) for group in groups) if len(groups) > 1 else (schema,)


def _part(schema: Schema, names: list[str]) -> Schema:
    named = properties(schema)
    needed = schema.get("required")
    return {
        **{key: value for key, value in schema.items() if key not in {"dependentRequired", "dependentSchemas"}},
        "properties": {name: named[name] for name in names},
        "required": [name for name in needed if name in names] if isinstance(needed, list) else [],
    }


def _leaves(schema: Any, root: Schema) -> int:
    """Return the number of leaves of *schema*, up to one too many for a part: a recursive schema has no end of them."""
    return sum(1 for _ in islice(_each_leaf(schema, root, 0), _MOST_LEAVES + 1))


def _each_leaf(schema: Any, root: Schema, depth: int) -> Iterator[None]:
    schema = resolve_schema(schema, root)
    inside = [*properties(schema).values()]
    if "array" in types(schema) and isinstance(schema.get("items"), Mapping):
        inside.append(schema["items"])
    if depth > _DEEPEST or not inside:
        yield None
        return
    for part in inside:
        yield from _each_leaf(part, root, depth + 1)


class LadderModel:
    """An ObjectModel; *memory* is shared by all of them."""

    def __init__(self, model: ProviderModel, memory: RungMemory) -> None:
        self.name = model.name
        self._model = model
        self._memory = memory

    async def write(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        deadline: Deadline,
        max_tokens: int,
        prose: str = "",
    ) -> Written:
        """Return the model's answer, as the port says."""
        form = Form(schema)
        asking = Asking(self._model, deadline, max_tokens)
        fillings = [Filling(asking, self._memory, tuple(messages), Form(part), prose) for part in split(form.schema)]
        first, *others = fillings
        try:
            drafts = [await first.filled()]
        except ModelFailed as error:
            raise ModelFailed(error.message, asking.spent) from None
        except TimedOut:
            if asking.spent.calls:
                # Answers came, and have to be paid, though none of them could be used.
                raise ModelFailed(_NO_TIME, asking.spent) from None
            raise
        # The first part found out how this model is asked; the others need not.
        came = await asyncio.gather(*(_fill_or_none(filling) for filling in others))
        drafts += [draft for draft in came if draft is not None]
        lost = [key for filling, draft in zip(others, came, strict=True) if draft is None for key in filling.form.keys]
        value, broken = settle_drafts(form, drafts, lost)
        pointers = tuple(form.pointer(path) for path in broken)
        return Written(form.unwrapped(value), asking.spent, first.rung.value, pointers)


async def _fill_or_none(filling: Filling) -> Draft | None:
    """Return the draft of a further part, None when it failed: the other parts are kept."""
    try:
        return await filling.filled()
    except (ModelFailed, TimedOut):
        return None
