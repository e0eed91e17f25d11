"""Calls of tools: the marketplace of newer clients, whose catalogue is empty here."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BeforeValidator, Field

from gossamer.core.errors import ExchangeDisabled
from gossamer.wire.answers import AnswerShape, Document, Scraped
from gossamer.wire.searches import ShortText
from gossamer.wire.shapes import StrictShape

NO_TOOLS: Final = "This server has no marketplace of tools: `find-tools` finds none, and nothing else can be called."
_FIND_TOOLS: Final = ("firecrawl", "find-tools")


class ToolCall(StrictShape):
    """A call of a tool of a marketplace."""

    provider: ShortText
    capability: ShortText
    options: dict[str, Any] | None = None


ToolCalls: TypeAlias = Annotated[
    list[ToolCall],
    BeforeValidator(lambda calls: [calls] if isinstance(calls, dict) else calls),
    Field(
        min_length=1,
        max_length=10,
        description="In place of `url`: calls of tools of a marketplace. `find-tools` finds none here, others are 403.",
    ),
]


class ToolResults(AnswerShape):
    """The results of calls of tools."""

    alexandria: list[dict[str, Any]]
    credits_cost: int


class PageScraped(Scraped):
    """The answer to a scrape, or to calls of tools."""

    data: Document | ToolResults  # type: ignore[assignment]


def tools_found(calls: Sequence[ToolCall]) -> dict[str, Any]:
    """Return the answer to *calls* that look for tools. Raises ExchangeDisabled for any other call."""
    if any((call.provider, call.capability) != _FIND_TOOLS for call in calls):
        raise ExchangeDisabled(NO_TOOLS)
    results = [
        {
            "provider": call.provider,
            "capability": call.capability,
            "creditsCost": 0,
            "data": {"level": (call.options or {}).get("level", "tools"), "items": [], "total": 0, "next": None},
        }
        for call in calls
    ]
    return {"success": True, "data": {"alexandria": results, "creditsCost": 0}}
