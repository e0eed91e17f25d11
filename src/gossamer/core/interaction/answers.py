"""Results of prompts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gossamer.core.interaction.steps import Step, StepResult


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a prompt: steps on the page, seconds, tokens of a model, and pages that are collected."""

    steps: int = 100
    seconds: float = 60
    tokens: int = 200_000
    pages: int = 20


@dataclass(frozen=True, slots=True)
class Performed:
    """A step and how it ended: *result*, or *error* when it could not be done.

    *meant* is the part of the prompt it is for.
    """

    step: Step
    result: StepResult | None = None
    error: str = ""
    meant: str = ""


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens and calls of a model."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Return tokens in both directions."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True, slots=True)
class Interaction:
    """The result of a prompt.

    *done* is whether all of it was; *output* is the answer in words: of a question the answer itself, else what was
    done, or which part was not understood or could not be done and what the nearest candidates are. *data* is a
    structured answer (a list, a table, a number), None without one; *quotes* are the places of the page it is from.
    *made_by* tells how it was made. *notices* are warnings, as instructions that were found in the page and ignored.
    """

    done: bool
    output: str
    steps: tuple[Performed, ...] = ()
    data: Any = None
    quotes: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    made_by: Literal["deterministic", "model"] = "deterministic"
    usage: TokenUsage = TokenUsage()
    transcript: tuple[Mapping[str, Any], ...] = ()
    notices: tuple[str, ...] = ()
