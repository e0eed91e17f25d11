"""A ChatModel that says what it is told, in this process."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.core.interaction import TokenUsage
from gossamer.ports.models import ATTEMPTS, Message, Reply, Tool, ToolCall


def call(tool: str, /, **arguments: Any) -> Reply:
    return Reply(calls=(ToolCall("c1", tool, arguments, str(arguments)),), usage=TokenUsage(1, 10, 1))


FINISH = call("finish", answer="Done.", done=True)


@dataclass
class ScriptedChat:
    replies: Sequence[Reply | ModelFailed]
    asked: list[tuple[Message, ...]] = field(default_factory=list)
    offered: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "scripted"

    async def reply(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        *,
        deadline: Deadline,
        max_tokens: int,
        attempts: int = ATTEMPTS,
    ) -> Reply:
        self.asked.append(tuple(messages))
        self.offered = tuple(tool.name for tool in tools)
        said = self.replies[min(len(self.asked), len(self.replies)) - 1]
        if isinstance(said, ModelFailed):
            raise said
        return said
