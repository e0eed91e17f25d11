"""A probe of a configured model: what it supports, found by asking it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.models import build_models
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.llm import ProviderModel
from gossamer.llm.objects import LadderModel, RungMemory
from gossamer.ports.models import Message, Purpose, Tool
from gossamer.settings import Settings

# Models that think before they answer need room for it.
_TOKENS: Final = 1_000
_READY: Final = Tool("ready", "Say that you are ready.", {"type": "object", "properties": {}})
_NOTE: Final = "Invoice 4711 of Acme Ltd, paid."
_SCHEMA: Final = {
    "type": "object",
    "properties": {
        "number": {"type": "integer", "description": "of the invoice"},
        "company": {"type": "string"},
        "paid": {"type": "boolean"},
    },
    "required": ["number", "company", "paid"],
}
_RIGHT: Final = {"number": 4711, "paid": True}


@dataclass(frozen=True, slots=True)
class ProbedModel:
    """The abilities of a model, found by trying; *failure* is a sentence if it does not respond.

    *rung* is how it filled in a schema, *unfilled* why it did not.
    """

    described: str
    purposes: tuple[Purpose, ...]
    failure: str = ""
    uses_tools: bool = False
    rung: str = ""
    unfilled: str = ""


async def probe(settings: Settings) -> AsyncIterator[ProbedModel]:
    """Ask every model that *settings* name, and yield what came of it."""
    clock = SystemClock()
    models = build_models(settings, clock)
    patience = timedelta(seconds=settings.llm_timeout_seconds)
    try:
        for chat, purposes in models.each():
            # An earlier failure must show again now, so nothing is remembered.
            yield await _probe_model(chat, LadderModel(chat, RungMemory(None, clock)), purposes, patience)
    finally:
        await models.close()


async def _probe_model(
    chat: ProviderModel, objects: LadderModel, purposes: tuple[Purpose, ...], patience: timedelta
) -> ProbedModel:
    try:
        uses_tools = await _uses_tools(chat, 2 * patience)
    except (ModelFailed, TimedOut) as error:
        return ProbedModel(chat.described, purposes, failure=error.message)
    try:
        written = await objects.write(
            [Message("user", f"Read this note: {_NOTE}")],
            _SCHEMA,
            deadline=Deadline.after(6 * patience),
            max_tokens=_TOKENS,
        )
    except (ModelFailed, TimedOut) as error:
        return ProbedModel(chat.described, purposes, uses_tools=uses_tools, unfilled=error.message)
    if written.broken or any(written.value[name] != right for name, right in _RIGHT.items()):
        wrong = "It filled in a schema wrongly, however it was asked."
        return ProbedModel(chat.described, purposes, uses_tools=uses_tools, unfilled=wrong)
    return ProbedModel(chat.described, purposes, uses_tools=uses_tools, rung=written.rung)


async def _uses_tools(model: ProviderModel, patience: timedelta) -> bool:
    """Return whether *model* uses a tool on request. Raises ModelFailed and TimedOut."""
    reply = await model.reply(
        [Message("user", "Call the tool `ready`.")],
        [_READY],
        deadline=Deadline.after(patience),
        max_tokens=_TOKENS,
        attempts=1,
    )
    return any(call.name == _READY.name for call in reply.calls)
