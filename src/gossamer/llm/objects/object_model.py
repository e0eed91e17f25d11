"""An ObjectModel on a provider's model: a schema in parts, and the parts joined."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.llm.model import ProviderModel
from gossamer.llm.objects.filling import Asking, Filling
from gossamer.llm.objects.forms import Draft, Form
from gossamer.llm.objects.memory import RungMemory
from gossamer.llm.objects.repair import settle_drafts
from gossamer.llm.objects.schema_parts import split
from gossamer.ports.models import Message, Written

_NO_TIME: Final = "There was no time left to ask the language model again."


class LadderModel:
    """An ObjectModel; *memory* is shared by all of them."""

    def __init__(self, model: ProviderModel, memory: RungMemory) -> None:
        self._model = model
        self._memory = memory

    @property
    def name(self) -> str:
        """Return the model's name."""
        return self._model.name

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
