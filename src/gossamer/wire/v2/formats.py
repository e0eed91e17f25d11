"""Formats of version 2: a bare name, or an object with a type and options."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self, TypeAlias, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from gossamer.core import formats as core
from gossamer.wire.amounts import MinConfidence, OnUnsupported, acceptance_of, wants_evidence
from gossamer.wire.change_tracking import TrackingOptions
from gossamer.wire.issues import UNKNOWN_TYPE
from gossamer.wire.page_actions import Quality, Viewport
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import Shape, StrictShape, at_most, broken_rule

# Type checkers know no literals that are made.
if TYPE_CHECKING:
    _Plain = str
else:
    _Plain = Literal[tuple(core.PLAIN)]

Prompt: TypeAlias = Annotated[str, Field(max_length=10_000)]


def _says_something(text: str) -> str:
    if not text.strip():
        raise broken_rule("It must not be empty.")
    return text


Question: TypeAlias = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(_says_something)]


class PlainFormat(StrictShape):
    """A format without options."""

    type: _Plain

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.PLAIN[self.type]


class ScreenshotFormat(Shape):
    """A picture of the page."""

    type: Literal["screenshot"]
    full_page: bool = False
    quality: Quality | None = None
    viewport: Viewport | None = None

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return self.to_core(core.Screenshot)


class AttributeSelector(StrictShape):
    """Which attribute of which elements."""

    selector: Annotated[str, Field(min_length=1, max_length=5000)]
    attribute: Annotated[str, Field(min_length=1, max_length=500)]


class AttributesFormat(StrictShape):
    """Values of attributes of selected elements."""

    type: Literal["attributes"]
    selectors: Annotated[list[AttributeSelector], BeforeValidator(at_most(1000, "selectors"))]

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return self.to_core(core.Attributes)


class FieldRule(StrictShape):
    """Where a value is: elements by a selector, of them a text or an attribute, of that a part."""

    css: Annotated[str, Field(max_length=5000)] = ""
    xpath: Annotated[str, Field(max_length=5000)] = ""
    regex: Annotated[str, Field(max_length=500)] = ""
    attribute: Annotated[str, Field(max_length=500)] = ""
    every: Annotated[bool, Field(alias="all")] = False

    @model_validator(mode="after")
    def _selects_once(self) -> Self:
        if self.css and self.xpath:
            raise broken_rule("`css` and `xpath` exclude each other.")
        if not (self.css or self.xpath or self.regex):
            raise broken_rule("A field needs `css`, `xpath` or `regex`.")
        if self.attribute and not (self.css or self.xpath):
            raise broken_rule("`attribute` needs `css` or `xpath`.")
        return self


class FieldsFormat(StrictShape):
    """Named values by selectors and regular expressions, without a browser and without a model."""

    type: Literal["fields"]
    fields: Annotated[
        dict[Annotated[str, Field(min_length=1, max_length=100)], FieldRule], Field(min_length=1, max_length=100)
    ]

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.Fields(tuple(rule.to_core(core.FieldRule, name=name) for name, rule in self.fields.items()))


class JsonFormat(StrictShape):
    """Structured data by schema, prompt or both; with neither, what the page is about."""

    type: Literal["json"]
    schema_: Annotated[JsonSchema | None, Field(alias="schema")] = None
    prompt: Prompt | None = None
    evidence: Annotated[
        bool, Field(description="Return `evidence`: for each value its status, position on the page and confidence.")
    ] = False
    min_confidence: MinConfidence | None = None
    on_unsupported: OnUnsupported | None = None
    check_prompt_injection: bool | None = None

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return self.to_core(
            core.Json,
            schema=self.schema_,
            evidence=wants_evidence(self),
            on_unsupported=acceptance_of(self).on_unsupported,
        )


class DeterministicJsonFormat(StrictShape):
    """Structured data by rules alone: the same page gives the same data."""

    type: Literal["deterministicJson"]
    schema_: Annotated[JsonSchema | None, Field(alias="schema")] = None
    prompt: Prompt | None = None

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.Json(self.schema_, self.prompt or "", deterministic=True)


class ChangeTrackingFormat(TrackingOptions):
    """The changes since the last visit."""

    type: Literal["changeTracking"]


class QuestionFormat(StrictShape):
    """An answer to a question."""

    type: Literal["question"]
    question: Question

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.Question(self.question)


class HighlightsFormat(StrictShape):
    """Passages that speak of the query."""

    type: Literal["highlights"]
    query: Question

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.Highlights(self.query)


class QueryFormat(StrictShape):
    """The older form of a question; with `directQuote` it is answered in the page's own words only."""

    type: Literal["query"]
    prompt: Question
    mode: Literal["freeform", "directQuote"] | None = None

    def format(self) -> core.Format:
        """Return the format as the core knows it."""
        return core.Question(self.prompt, quoted=self.mode == "directQuote", as_query=True)


_WITH_OPTIONS = (
    ScreenshotFormat,
    AttributesFormat,
    FieldsFormat,
    JsonFormat,
    DeterministicJsonFormat,
    ChangeTrackingFormat,
    QuestionFormat,
    HighlightsFormat,
    QueryFormat,
)
# It is accepted from clients that know it, and gives nothing.
_UNLISTED = "pii"


def _list_names() -> Iterator[tuple[str, bool]]:
    """Yield the name of every format, and whether the name alone asks for it."""
    yield from ((name, True) for name in core.PLAIN if name != _UNLISTED)
    for shape in _WITH_OPTIONS:
        required = {name for name, field in shape.model_fields.items() if field.is_required()}
        yield get_args(shape.model_fields["type"].annotation)[0], required == {"type"}


# Formats that a name asks for, and those that need an object with options.
BY_NAME: Final = tuple(name for name, alone in _list_names() if alone)
BY_OBJECT: Final = tuple(name for name, alone in _list_names() if not alone)

_TAGS = dict.fromkeys(core.PLAIN, "@plain")


def _tag(value: Any) -> str | None:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return _TAGS.get(kind, f"@{kind}") if isinstance(kind, str) else None


def _as_object(entry: Any) -> Any:
    """Return a bare name as the object it stands for."""
    if entry == "screenshot@fullPage":
        # The older spelling; the Python client still sends it for screenshot_full_page.
        return {"type": "screenshot", "fullPage": True}
    return {"type": entry} if isinstance(entry, str) else entry


FormatShape: TypeAlias = Annotated[
    Annotated[PlainFormat, Tag("@plain")]
    | Annotated[ScreenshotFormat, Tag("@screenshot")]
    | Annotated[AttributesFormat, Tag("@attributes")]
    | Annotated[FieldsFormat, Tag("@fields")]
    | Annotated[JsonFormat, Tag("@json")]
    | Annotated[DeterministicJsonFormat, Tag("@deterministicJson")]
    | Annotated[ChangeTrackingFormat, Tag("@changeTracking")]
    | Annotated[QuestionFormat, Tag("@question")]
    | Annotated[HighlightsFormat, Tag("@highlights")]
    | Annotated[QueryFormat, Tag("@query")],
    Discriminator(
        _tag,
        custom_error_type=UNKNOWN_TYPE,
        custom_error_message=f"Invalid format. Use one of {', '.join((*BY_NAME, *BY_OBJECT))}.",
    ),
    BeforeValidator(_as_object),
]


def check_together(formats: Sequence[FormatShape]) -> None:
    """Raise when formats were asked together that exclude or need one another."""
    kinds = [entry.type for entry in formats]
    named = set(kinds)
    if kinds.count("screenshot") > 1:
        raise broken_rule("You may only specify one screenshot format")
    if "changeTracking" in named and "markdown" not in named:
        raise broken_rule("The changeTracking format requires the markdown format to be specified as well")
    if {"json", "deterministicJson"} <= named:
        raise broken_rule("The json and deterministicJson formats cannot be used together")
    if "rawBase64" in named and len(named) > 1:
        raise broken_rule("The rawBase64 format cannot be combined with other formats")
    _check_no_two(formats)


def _check_no_two(formats: Sequence[FormatShape]) -> None:
    """Raise when one field of the answer would have to hold two things; what is asked for twice is there once."""
    by_name: dict[str, core.Format] = {}
    for entry in formats:
        format_ = entry.format()
        if not isinstance(format_, core.Attributes) and by_name.setdefault(format_.name, format_) != format_:
            raise broken_rule(
                f"Only one {format_.name} format is possible: its answer has one field. Ask for everything in one, or "
                "send another request."
            )


def checks_prompt_injection(formats: Iterable[FormatShape]) -> bool:
    """Return whether a format asks for the check that has its own option by now."""
    return any(isinstance(entry, JsonFormat) and entry.check_prompt_injection for entry in formats)


def core_formats(formats: Iterable[FormatShape]) -> tuple[core.Format, ...]:
    """Return the formats as the core knows them, each kind once; attribute selectors are joined."""
    by_name: dict[str, core.Format] = {}
    for entry in formats:
        core_format = entry.format()
        earlier = by_name.get(core_format.name)
        if isinstance(earlier, core.Attributes) and isinstance(core_format, core.Attributes):
            by_name[core_format.name] = core.Attributes(earlier.selectors + core_format.selectors)
        elif earlier is None:
            by_name[core_format.name] = core_format
    return tuple(by_name.values())
