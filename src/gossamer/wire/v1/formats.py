"""Formats of version 1: bare names, with the options of some of them beside the list."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core import formats as core
from gossamer.core.specs import AgentOption
from gossamer.wire.agents import Agent
from gossamer.wire.amounts import MinConfidence, OnUnsupported, acceptance_of, wants_evidence
from gossamer.wire.change_tracking import TrackingOptions
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import Shape, StrictShape, at_most, broken_rule

_PLAIN: Mapping[str, core.Format] = {
    # An early name that the Python client still lists.
    "content": core.Markdown(),
    **{name: wanted for name, wanted in core.PLAIN.items() if core.FORMATS[type(wanted)].in_version_1},
    "screenshot": core.Screenshot(),
    "screenshot@fullPage": core.Screenshot(full_page=True),
}
_Prompt: TypeAlias = Annotated[str, Field(max_length=10_000)]

# Type checkers know no literals that are made.
if TYPE_CHECKING:
    FormatName = str
else:
    FormatName = Literal[(*_PLAIN, "extract", "json", "changeTracking")]


class JsonAgent(Shape):
    """The agent that may help to fill in the JSON."""

    model: str | None = None
    prompt: _Prompt | None = None
    session_id: str | None = None


class JsonOptions(StrictShape):
    """The content of the `json` or `extract` format; with neither prompt nor schema, the page's main subject."""

    prompt: _Prompt | None = None
    schema_: Annotated[JsonSchema | None, Field(alias="schema")] = None
    system_prompt: _Prompt | None = None
    mode: Literal["llm"] | None = None
    agent: JsonAgent | None = None
    evidence: Annotated[
        bool, Field(description="Return `evidence`: for each value its status, position on the page and confidence.")
    ] = False
    min_confidence: MinConfidence | None = None
    on_unsupported: OnUnsupported | None = None
    check_prompt_injection: bool | None = None

    def format(self, *, as_extract: bool) -> core.Format:
        """Return the format as the core knows it, under its name or the older one."""
        return self.to_core(
            core.Json,
            schema=self.schema_,
            evidence=wants_evidence(self),
            on_unsupported=acceptance_of(self).on_unsupported,
            as_extract=as_extract,
        )

    def navigation(self) -> AgentOption | None:
        """Return the agent's task before the page is read, None when it has none."""
        agent_prompt = self.agent and (self.agent.prompt or self.prompt)
        return AgentOption(prompt=agent_prompt) if agent_prompt else None


class ChangeTrackingOptions(TrackingOptions):
    """The comparison of the `changeTracking` format."""


def _check_names(formats: list[FormatName]) -> list[FormatName]:
    named = set(formats)
    if {"screenshot", "screenshot@fullPage"} <= named:
        raise broken_rule("You may only specify either screenshot or screenshot@fullPage")
    if "changeTracking" in named and "markdown" not in named:
        raise broken_rule("The changeTracking format requires the markdown format to be specified as well")
    if "rawBase64" in named and len(named) > 1:
        raise broken_rule("The rawBase64 format cannot be combined with other formats")
    return formats


Formats: TypeAlias = Annotated[
    list[FormatName],
    Field(description="Formats to return; `markdown` by default."),
    BeforeValidator(at_most(50, "formats")),
    AfterValidator(_check_names),
]


def check_json_options(formats: Sequence[str], json_options: JsonOptions | None, extract: JsonOptions | None) -> None:
    """Raise unless the json and extract formats come with their options, and the options with them."""
    paired = ("json" in formats) == (json_options is not None) and ("extract" in formats) == (extract is not None)
    if not paired:
        raise broken_rule(
            "When the extract or json format is requested, its options (extract or jsonOptions) must be given as well, "
            "and they may not be given without it"
        )


def check_one_agent(agent: Agent | None, json_options: JsonOptions | None) -> None:
    """Raise when two agents are asked for."""
    if agent is not None and json_options is not None and json_options.agent is not None:
        raise broken_rule("agent and jsonOptions.agent cannot be used together")


def core_formats(
    formats: Sequence[FormatName],
    options: JsonOptions | None,
    extract: JsonOptions | None,
    tracking: ChangeTrackingOptions | None,
) -> tuple[core.Format, ...]:
    """Return the formats as the core knows them, each once; *options* are those of `json`."""
    of_names = {"json": _make_format(options, as_extract=False), "extract": _make_format(extract, as_extract=True)}
    by_name = {name: of_names.get(name) or _core_format(name, tracking) for name in formats}
    by_field = {(entry.name, getattr(entry, "as_extract", False)): entry for entry in by_name.values()}
    return tuple(by_field.values())


def _make_format(options: JsonOptions | None, *, as_extract: bool) -> core.Format | None:
    return None if options is None else options.format(as_extract=as_extract)


def _core_format(name: FormatName, tracking: ChangeTrackingOptions | None) -> core.Format:
    if name in _PLAIN:
        return _PLAIN[name]
    return core.ChangeTracking() if tracking is None else tracking.format()
