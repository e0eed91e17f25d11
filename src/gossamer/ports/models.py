"""Language models that use tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import TokenUsage

# How often one message is asked for, the first time included, when the provider fails.
ATTEMPTS: Final = 4


@dataclass(frozen=True, slots=True)
class Tool:
    """Something the model may ask for; *parameters* is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool the model asks for. *arguments* is None when what it wrote is no JSON object; *raw* is what it wrote."""

    call_id: str
    name: str
    arguments: Mapping[str, Any] | None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message: of the "system", the "user", the "assistant" (with its calls), or the result of a "tool" call.

    *original* is that of the reply this message repeats, None when it repeats none.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    name: str = ""
    original: object = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a model. *cut_off* means that it ran out of tokens, *refused* that it declined.

    *original* is opaque: some providers sign what their model said and want it back with the signature.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = TokenUsage()
    cut_off: bool = False
    refused: bool = False
    original: object = field(default=None, repr=False, compare=False)


class Purpose(StrEnum):
    """The purpose of a request; each may have a model of its own (`GOSSAMER_LLM_MODEL_EXTRACT` and so on)."""

    AGENT = "agent"
    EXTRACT = "extract"
    SUMMARY = "summary"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Written:
    """An object from a model; *value* is valid against the requested schema, except where it is None.

    None stands where the model said that the text does not say, for optional properties that it left out, and at
    *broken*: JSON pointers (RFC 6901) of parts that were missing or invalid after all repairs. Properties that an
    object's schema does not name are not in *value*, unless it allows others expressly. *rung* names what led to it
    ("schema", "json", "prompted", "tool").
    """

    value: Any
    usage: TokenUsage
    rung: str
    broken: tuple[str, ...] = ()


class ObjectModel(Protocol):
    """A model that fills in a schema."""

    @property
    def name(self) -> str:
        """Return its name, for transcripts."""

    async def write(
        self,
        messages: Sequence["Message"],
        schema: Mapping[str, Any],
        *,
        deadline: Deadline,
        max_tokens: int,
        prose: str = "",
    ) -> Written:
        """Return the model's answer in the shape of *schema* (JSON Schema; references within it only).

        *messages* hold the task and the text; how to answer is added to them. A schema that is too large for one
        answer of *max_tokens* is asked for in parts. What is invalid is shown to the model once more, then field by
        field; what stays invalid is None and in `broken`. *prose* names the property of text that plain words are taken
        for where the model writes them in place of an object; lists beside it are empty then. Raises ModelFailed when
        nothing came of it, with what was used in its `usage`; and TimedOut, when time was over before anything had
        come.
        """


class Models(Protocol):
    """The models of this deployment. None where the operator named none."""

    def chat(self, purpose: Purpose) -> "ChatModel | None":
        """Return the model that converses and uses tools for *purpose*."""

    def objects(self, purpose: Purpose) -> ObjectModel | None:
        """Return the model that fills in schemas for *purpose*."""

    def cost(self, usage: TokenUsage) -> float | None:
        """Return the cost of *usage* in the currency of the operator's prices, None without prices."""


class ChatModel(Protocol):
    """A model behind a provider."""

    @property
    def name(self) -> str:
        """Return its name, for transcripts."""

    async def reply(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        *,
        deadline: Deadline,
        max_tokens: int,
        attempts: int = ATTEMPTS,
    ) -> Reply:
        """Return the next message, which has at most *max_tokens*; `usage.calls` counts the attempts it took.

        429, 5xx, lost connections and answers that are no JSON are tried again, *attempts* times in all, while the
        deadline allows, after Retry-After where it is given. Raises ModelFailed with a sentence (no key in it), and
        TimedOut.
        """
