"""The provider adapter, the only module that imports pydantic-ai: requests, answers and errors in its terms.

Retries, deadlines and concurrency are `model`'s; the libraries below do none of these.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from inspect import signature
from typing import Any, Final

from openai import OpenAIError
from pydantic_ai import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolDefinition,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelServerError,
    ModelUnavailableError,
    UserError,
)
from pydantic_ai.models import Model, ModelRequestParameters, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from gossamer.core.errors import ModelFailed
from gossamer.core.interaction import TokenUsage
from gossamer.llm.failures import Failure, Fault
from gossamer.llm.model_choice import Choice
from gossamer.llm.shapes import ANSWER, ObjectShape, Rung, ShapeRefusal
from gossamer.ports.models import Message, Reply, Tool, ToolCall

_REQUEST_TIMEOUT: Final = 408
_SERVER_ERROR: Final = 500
_LONGEST_QUOTE: Final = 200
_LONGEST_SEARCHED: Final = 4_000
# How servers answer what they do not understand.
_REFUSING: Final = frozenset({400, 415, 422, 501})
# Kinds of failures, the most particular first. Asking again may help where they may be over soon.
_FAILURES: Final[tuple[tuple[type[ModelAPIError], str, Fault], ...]] = (
    (ModelQuotaExceededError, "The language model's account has no quota left{status}.", Fault.LASTING),
    (
        ModelAuthenticationError,
        "The language model's server did not accept the key{status}. Check GOSSAMER_LLM_API_KEY.",
        Fault.LASTING,
    ),
    (
        ModelNotFoundError,
        "The language model {name} is not known to its server{status}. Check GOSSAMER_LLM_MODEL.",
        Fault.LASTING,
    ),
    (ModelContextWindowExceededError, "The page is larger than the language model can read{status}.", Fault.NONE),
    (ModelRateLimitError, "The language model's server takes no more requests now{status}.", Fault.PASSING),
    (ModelUnavailableError, "The language model's server failed{status}.", Fault.PASSING),
    (ModelServerError, "The language model's server failed{status}.", Fault.PASSING),
    (ModelConnectionError, "The language model's server cannot be reached, or hung up.", Fault.PASSING),
)
# Words by which servers name what they do not take, in their various dialects.
_OF_RUNGS: Final = {
    Rung.SCHEMA: re.compile(
        r"response_?(format|schema)|json_?schema|output_?(format|config)|structured[ _]?output|guided|grammar",
        re.IGNORECASE,
    ),
    Rung.JSON: re.compile(r"response_?(format|mime_?type)|json_?(object|mode)|grammar", re.IGNORECASE),
    Rung.TOOL: re.compile(r"\btools?\b|tool_choice|function[ _]?call", re.IGNORECASE),
}
_OF_THE_SCHEMA: Final = re.compile(
    r"invalid[ _]?(json[ _]?)?schema|schema (is|was) (invalid|too)|in context|too (many|deep|complex)"
    r"|unsupported (keyword|type)|compil|convert|fetch schema|pars(e|ing) (the )?(grammar|schema)",
    re.IGNORECASE,
)
# How the OpenAI protocol lets tools be called; some servers refuse a history with other names.
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Speaker:
    """A provider's client. Raises ModelFailed when it cannot be made, as without the provider's package."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        if choice.provider == "openai" and not choice.api_key:
            raise ModelFailed("The language model needs a key: set GOSSAMER_LLM_API_KEY or OPENAI_API_KEY.")
        try:
            self._model = _model(choice)
        except ImportError:
            raise ModelFailed(
                f"The provider {choice.provider} needs a package that is not installed: "
                f'`pip install "pydantic-ai-slim[{choice.provider}]"`.'
            ) from None
        except (UserError, OpenAIError, ValueError) as error:
            first = str(error).partition(". ")[0]
            raise ModelFailed(self._message("The language model cannot be set up", first)) from None

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """Return the ways to ask this model for objects, as far as its provider is known."""
        profile = self._model.profile
        can = {
            Rung.SCHEMA: profile.get("supports_json_schema_output", False),
            Rung.JSON: profile.get("supports_json_object_output", False),
            Rung.PROMPTED: True,
            Rung.TOOL: profile.get("supports_tools", True),
        }
        return tuple(rung for rung, able in can.items() if able)

    async def ask(
        self, messages: Sequence[Message], tools: Sequence[Tool], *, max_tokens: int, shape: ObjectShape | None = None
    ) -> Reply | Failure:
        """Return one answer, in *shape* if there is one, or why there is none."""
        try:
            response = await model_request(
                self._model,
                _history(messages),
                model_settings=ModelSettings(max_tokens=max_tokens, **self._without_retries()),
                model_request_parameters=_parameters(tools, shape),
                instrument=False,
            )
        except ModelAPIError as error:
            return self._failure(error, None if shape is None else shape.rung)
        except (AgentRunError, UserError, json.JSONDecodeError) as error:
            # A body that is JSON and no chat completion, or that a provider's own package could not read.
            failure_text = self._message("The language model's server gave no usable answer", type(error).__name__)
            return Failure(failure_text, again=True, fault=Fault.PASSING)
        return _reply(response)

    async def close(self) -> None:
        """End its connections; it may not be asked any more."""
        # Entering and leaving is how the library closes the client it made for itself.
        async with self._model:
            pass

    def _without_retries(self) -> ModelSettings:
        return ModelSettings() if "max_retries" in self._model.unsupported_settings else ModelSettings(max_retries=0)

    def _failure(self, error: ModelAPIError, rung: Rung | None) -> Failure:
        refusal = None if rung is None else _refusal(error, rung)
        if refusal is not None:
            status = f" (HTTP {error.status_code})" if isinstance(error, ModelHTTPError) else ""
            failure_text = self._message(f"The language model's server refused the request{status}", _detail(error))
            return Failure(failure_text, again=False, refusal=refusal)
        return self._plain_failure(error)

    def _plain_failure(self, error: ModelAPIError) -> Failure:
        pause = None if error.retry_after is None else timedelta(seconds=max(0.0, error.retry_after))
        status = f" (HTTP {error.status_code})" if isinstance(error, ModelHTTPError) else ""
        for kind, sentence, fault in _FAILURES:
            if isinstance(error, kind):
                failure_text = sentence.format(status=status, name=self._choice.name)
                return Failure(failure_text, again=fault is Fault.PASSING, pause=pause, fault=fault)
        if not isinstance(error, ModelHTTPError):
            failure_text = "The language model's server gave an answer that is no JSON."
            return Failure(failure_text, again=True, fault=Fault.PASSING)
        if error.status_code >= _SERVER_ERROR or error.status_code == _REQUEST_TIMEOUT:
            failure_text = f"The language model's server failed{status}."
            return Failure(failure_text, again=True, pause=pause, fault=Fault.PASSING)
        return Failure(
            self._message(f"The language model's server refused the request{status}", _detail(error)), again=False
        )

    def _message(self, sentence: str, words: str) -> str:
        """Return *sentence* with the provider's *words*, in which the key may be quoted: it is taken out."""
        if self._choice.api_key:
            words = words.replace(self._choice.api_key, "…")
        words = re.sub(r"\b(sk|key|Bearer)[-_ ][\w*.-]{8,}", "…", " ".join(words.split()))[:_LONGEST_QUOTE]
        return f"{sentence}: {words.rstrip('.')}." if words else f"{sentence}."


def _parameters(tools: Sequence[Tool], shape: ObjectShape | None) -> ModelRequestParameters:
    if shape is None or shape.rung is Rung.PROMPTED:
        return ModelRequestParameters(function_tools=[_definition(tool) for tool in tools])
    if shape.rung is Rung.TOOL:
        tool = ToolDefinition(
            name=ANSWER,
            description="Give the answer.",
            parameters_json_schema=dict(shape.schema),
            kind="output",
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    output = OutputObjectDefinition(json_schema=dict(shape.schema), name=ANSWER, strict=True)
    if shape.rung is Rung.SCHEMA:
        return ModelRequestParameters(output_mode="native", output_object=output)
    # The library's own instructions are left out: ours describe the schema, the same for every provider.
    return ModelRequestParameters(output_mode="prompted", output_object=output, prompted_output_template=False)


def _refusal(error: ModelAPIError, rung: Rung) -> ShapeRefusal | None:
    """Return the part of the request that the server refused, None when the failure has other reasons."""
    if rung is Rung.PROMPTED or not isinstance(error, ModelHTTPError):
        return None
    if isinstance(error, ModelContextWindowExceededError | ModelAuthenticationError | ModelRateLimitError):
        return None
    words = str(error.body)[:_LONGEST_SEARCHED]
    if _OF_RUNGS[rung].search(words):
        return ShapeRefusal.SCHEMA if _OF_THE_SCHEMA.search(words) else ShapeRefusal.RUNG
    return ShapeRefusal.UNSAID if error.status_code in _REFUSING else None


def _detail(error: ModelAPIError) -> str:
    body = error.body if isinstance(error, ModelHTTPError) else None
    message = body.get("message", "") if isinstance(body, Mapping) else ""
    return message if isinstance(message, str) else ""


def _model(choice: Choice) -> Model:
    if choice.provider == "openai":
        return OpenAIChatModel(choice.name, provider=OpenAIProvider(base_url=choice.base_url, api_key=choice.api_key))
    if choice.provider == "compatible":
        # Servers of this kind know the older name of the limit, and not all of them strict schemas.
        profile = OpenAIModelProfile(
            openai_chat_supports_max_completion_tokens=False, openai_supports_strict_tool_definition=False
        )
        url = choice.base_url or ""
        provider = OpenAICompatibleProvider("compatible", base_url=url, api_key=choice.api_key, profile=profile)
        return OpenAIChatModel(choice.name, provider=provider)
    return infer_model(f"{choice.provider}:{choice.name}", provider_factory=_with_key(choice))


def _with_key(choice: Choice) -> Callable[[str], Provider[Any]]:
    """Return a factory of providers, which find values that are not given or not taken in their own variables."""
    provider_options = {"base_url": choice.base_url, "api_key": choice.api_key}

    def make(name: str) -> Provider[Any]:
        kind = infer_provider_class(name)
        takes = signature(kind.__init__).parameters
        return kind(**{key: value for key, value in provider_options.items() if value is not None and key in takes})

    return make


def _definition(tool: Tool) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters), strict=False
    )


def _history(messages: Sequence[Message]) -> list[ModelMessage]:
    history: list[ModelMessage] = []
    for message in messages:
        if message.role == "assistant":
            history.append(_repeat_message(message))
        elif history and isinstance(last := history[-1], ModelRequest):
            history[-1] = replace(last, parts=[*last.parts, _request_part(message)])
        else:
            history.append(ModelRequest(parts=[_request_part(message)]))
    return history


def _request_part(message: Message) -> ModelRequestPart:
    if message.role == "system":
        return SystemPromptPart(message.text)
    if message.role == "tool":
        return ToolReturnPart(tool_name=message.name, content=message.text, tool_call_id=message.call_id)
    return UserPromptPart(message.text)


def _repeat_message(message: Message) -> ModelResponse:
    if isinstance(message.original, ModelResponse):
        return message.original
    parts: list[ModelResponsePart] = [TextPart(message.text)] if message.text else []
    parts += [
        ToolCallPart(call.name, dict(call.arguments) if call.arguments is not None else call.raw, call.call_id)
        for call in message.calls
    ]
    return ModelResponse(parts=parts)


def _reply(response: ModelResponse) -> Reply:
    # Unsigned reasoning need not be sent again; it would only make the next request larger.
    parts = [part for part in response.parts if not isinstance(part, ThinkingPart) or part.signature]
    calls = tuple(_call(part) for part in parts if isinstance(part, ToolCallPart))
    repeatable = bool(calls) and all(_NAME.fullmatch(call.name) for call in calls)
    refusal = str((response.provider_details or {}).get("refusal", ""))
    return Reply(
        text="".join(part.content for part in parts if isinstance(part, TextPart)) or refusal,
        calls=calls,
        usage=TokenUsage(1, response.usage.input_tokens, response.usage.output_tokens),
        cut_off=response.finish_reason == "length",
        refused=response.finish_reason == "content_filter",
        original=replace(response, parts=parts) if repeatable else None,
    )


def _call(part: ToolCallPart) -> ToolCall:
    raw = part.args if isinstance(part.args, str) else json.dumps(part.args or {})
    return ToolCall(part.tool_call_id, part.tool_name, _object(raw), raw)


def _object(raw: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(raw or "{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
