"""The `agent` option: let an agent navigate before the page is read."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from gossamer.core.specs import AgentOption
from gossamer.wire.shapes import Shape, Whole, broken_rule

MODEL = "AGENT-1"
AGENT_TIMEOUT = timedelta(minutes=5)
# The same model under the name that clients have for it.
_NAMES = frozenset({"agent-1", "fire-1"})


def agent_model(name: str) -> str:
    """Return the name of the one model there is; raise for another."""
    if name.lower() in _NAMES:
        return MODEL
    raise broken_rule(f"Invalid agent model. The only model is {MODEL}.")


class Agent(Shape):
    """Which agent, and what it is to do."""

    model: Annotated[str, AfterValidator(agent_model)] = MODEL
    prompt: Annotated[str, Field(min_length=1, max_length=10_000)]
    session_id: str | None = None
    wait_before_closing_ms: Annotated[Whole, Field(ge=0)] | None = None

    def option(self) -> AgentOption:
        """Return the option as the core knows it."""
        return AgentOption(prompt=self.prompt, model=self.model)
