"""Shapes of answers, for the API reference. Answers are plain values, made by their shapes; tests compare the two."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gossamer.core.timestamps import instant
from gossamer.wire.agent_hints import AgentHints
from gossamer.wire.shapes import example
from gossamer.wire.terms import PolicyName, PurposeName

EVIDENCE: Final = "With `evidence`: whether, where and how surely a page says each value, by JSON pointer."


class AnswerShape(BaseModel):
    """An object in an answer."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", defer_build=True)

    @classmethod
    def of(cls, source: object = None, /, **members: Any) -> dict[str, Any]:
        """Return an answer of this shape: *members*, and for the others the attributes of *source* of the same names.

        A member with a default is left out when its value is None. `success` is true unless it is among the members.
        """
        values = {"success": True, **members}
        body = {}
        for name, key, default in _list_members(cls):
            value = values[name] if name in values else getattr(source, name, *default)
            if value is not None or not default:
                body[key] = to_json(value)
        return body


class Success(AnswerShape):
    """An answer that says whether it is what was asked for."""

    success: bool


class OpenAnswerShape(AnswerShape):
    """An object in an answer that may have more members than those listed."""

    model_config = ConfigDict(extra="allow")


@cache
def _list_members(shape: type[AnswerShape]) -> Sequence[tuple[str, str, tuple[()] | tuple[None]]]:
    """Return the members of *shape*: name, name in JSON, and the value None of those that may be left out."""
    rename = to_camel if shape.model_config["alias_generator"] else str
    return [
        (name, field.alias or rename(name), () if field.is_required() else (None,))
        for name, field in shape.model_fields.items()
    ]


def pick(source: object, *names: str) -> dict[str, Any]:
    """Return these attributes of *source* as JSON, under their names in camel case."""
    return {to_camel(name): to_json(getattr(source, name)) for name in names}


def drop_nulls(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return *members* without those that are None."""
    return {name: value for name, value in members.items() if value is not None}


def to_json(value: Any) -> Any:
    """Return *value* as JSON has it: moments as ISO 8601, enumerations by their values, sequences as lists."""
    match value:
        case datetime():
            return instant(value)
        case Enum():
            return value.value
        case tuple() | list():
            return [to_json(item) for item in value]
        case Mapping():
            return {name: to_json(item) for name, item in value.items()}
    return value


class Problem(AnswerShape):
    """The shape of every error."""

    model_config = example(
        success=False,
        code="BAD_REQUEST",
        error="Bad Request",
        details=[
            {"code": "too_small", "minimum": 1000, "path": ["timeout"], "message": "Input should be at least 1000"}
        ],
    )

    success: bool = Field(default=False, description="Always false.")
    error: str = Field(description="One sentence that says what to do.")
    code: str | None = Field(default=None, description="Stable name of the failure; see the list of codes.")
    details: list[dict[str, Any]] | None = Field(default=None, description="What is wrong with the body.")
    return_code: int | None = Field(default=None, description="The status once more; of v0 alone.")
    feedback_error_code: str | None = Field(default=None, description="Why feedback was not taken.")
    check_id: str | None = Field(default=None, description="The check of a monitor that is running already.")
    run_id: str | None = Field(default=None, description="The run that keeps an agent's thread busy.")
    agent_hints: AgentHints = None
    allowed: list[str] | None = Field(default=None, alias="allowed_methods", description="With 405: what the path has.")


class RobotsRule(AnswerShape):
    """A line of a robots.txt."""

    line: int = Field(description="Its number in the file.")
    group: str = Field(description="The agent that the line is for, `*` for all.")
    rule: str = Field(description="The line.")


class TermsSignal(OpenAnswerShape):
    """A statement of a site about the use of a page; a licence also has its address and its `payment`."""

    signal: str = Field(description="Its kind, such as `Content-Signal` or `TDMRep`.")
    place: str = Field(description="Where it stands.")
    text: str
    uses: dict[str, Literal["allow", "deny"]] = Field(description="By purpose.")


class PageTerms(AnswerShape):
    """What a site says about the use of a page."""

    policy: PolicyName
    purposes: list[PurposeName]
    decision: Literal["allowed", "denied", "unstated"]
    reason: str | None = Field(default=None, description="Which statement denies it.")
    robots: RobotsRule | None = Field(description="The line of robots.txt that decided.")
    signals: list[TermsSignal]
    licenses: list[str] = Field(description="Licences that the page links to.")


class Metadata(OpenAnswerShape):
    """Metadata of the page; the page's own meta tags stand beside these under their names."""

    title: str | None = None
    description: str | None = None
    language: str | None = None
    url: str | None = Field(default=None, description="Address after redirects.")
    source_url: str | None = Field(default=None, alias="sourceURL", description="Address as requested.")
    status_code: int | None = Field(default=None, description="HTTP status of the site's answer.")
    error: str | None = Field(default=None, description="Reason when the site answered 400 or more.")
    content_type: str | None = None
    scrape_id: str | None = Field(default=None, description="Id under which the result can be read again.")
    tls_verified: bool | None = Field(default=None, description="`false` when the site's certificate was not valid.")
    proxy_used: str | None = Field(default=None, description="`basic` or `stealth`.")
    cache_state: str | None = Field(
        default=None, description="`hit` when a stored copy answered, else `miss`; absent when none could."
    )
    cached_at: str | None = None
    credits_used: int | None = None
    methods: dict[str, str] | None = Field(
        default=None, description="How `json`, `summary` and others were made: `deterministic`, `extractive`, `model`."
    )
    model_failures: dict[str, str] | None = Field(
        default=None, description="Why a language model did not help with `json`, `summary` and others, or not wholly."
    )
    json_coverage: float | None = Field(
        default=None, description="Share of the values asked for in `json` that it has."
    )
    tokens: int | None = Field(default=None, description="Tokens of `markdown`, as models count them, about.")
    total_tokens: int | None = Field(default=None, description="Those of all the Markdown, where some was left out.")
    coverage: Literal["complete", "truncated", "partial", "blocked", "empty"] | None = Field(
        default=None, description="How much of the page the answer has."
    )
    coverage_reasons: list[str] | None = Field(default=None, description="Why `coverage` is not `complete`.")
    terms: PageTerms | None = Field(
        default=None, description="With a `purpose` or a `termsPolicy`: what the site says about the use of the page."
    )
    concurrency_limited: bool | None = Field(
        default=None, description="True when the scrape had to wait because others were under way."
    )
    concurrency_queue_duration_ms: int | None = Field(default=None, description="How long it waited, in milliseconds.")


class ScriptReturn(OpenAnswerShape):
    """The return value of a script."""

    type: str
    value: Any = None


class PageSnapshot(OpenAnswerShape):
    """Address and HTML at one moment."""

    url: str
    html: str


class ActionResults(AnswerShape):
    """Results of the actions, each kind in the order of the request."""

    screenshots: list[str]
    scrapes: list[PageSnapshot]
    javascript_returns: list[ScriptReturn]
    pdfs: list[str]


class PassageAnswer(AnswerShape):
    """A part of a page's Markdown that was chosen, and how to read on behind it."""

    markdown_span: tuple[int, int] = Field(description="Where it begins and ends in `markdown`, in characters.")
    url: str = Field(description="Address that shows it on the page.")
    cursor: str | None = Field(default=None, description="`cursor` of a request that reads on; absent at the end.")


class AttributeValues(OpenAnswerShape):
    """Values of one attribute of the selected elements."""

    selector: str
    attribute: str
    values: list[str]


class Evidence(AnswerShape):
    """The evidence for a value: its position on the page, and a confidence."""

    status: Literal["supported", "elsewhere", "absent"] | None = Field(
        default=None,
        description="`supported`: the page supports the value; `elsewhere`: it is there, but of something else; "
        "`absent`: it is not on the page.",
    )
    confidence: float | None = Field(default=None, description="Confidence that the page supports the value, 0 to 1.")
    url: str
    quote: str = Field(description="Words of the page, verbatim.")
    place: str = Field(description="Where on the page, in words.")
    method: Literal["deterministic", "extractive", "model"]
    start: int | None = Field(default=None, description="Where it begins in the page's Markdown, in characters.")
    end: int | None = Field(default=None, description="Where it ends there.")
    page_number: int | None = Field(default=None, description="The page of a document that has the quote.")
    bbox: tuple[float, float, float, float] | None = Field(
        default=None, description="Left, top, right and bottom of its paragraph or table there, in points."
    )
    value: Any = Field(default=None, description="The value that was emptied because of `onUnsupported`.")


class ProductPrice(AnswerShape):
    """A price."""

    amount: float
    currency: str | None = Field(default=None, description="ISO 4217 code, or the sign where it is in doubt.")
    formatted: str | None = Field(default=None, description="As the page prints it.")


class ProductSale(AnswerShape):
    """The earlier price of a variant."""

    original_price: ProductPrice


class ProductAvailability(AnswerShape):
    """Whether a variant can be had."""

    in_stock: bool
    text: str | None = Field(default=None, description="What the page says; absent where it says nothing.")


class ProductImage(AnswerShape):
    """A picture of a product."""

    url: str
    alt: str | None = None


class ProductVariant(AnswerShape):
    """One of the forms in which a product is sold."""

    id: str | None = None
    sku: str | None = None
    title: str | None = None
    values: dict[str, Any] | None = Field(default=None, description="By what it differs: its `color`, its `size`.")
    price: ProductPrice | None = None
    sale: ProductSale | None = None
    availability: ProductAvailability
    images: list[ProductImage] | None = None


class ProductAnswer(AnswerShape):
    """A product with its variants."""

    title: str
    url: str
    brand: str | None = None
    category: str | None = None
    description: str | None = None
    variants: list[ProductVariant]


class BrandingAnswer(OpenAnswerShape):
    """The look of a page. Colours are `#rrggbb`, lengths as CSS has them."""

    color_scheme: Literal["light", "dark"] | None = None
    brand_name: str | None = None
    logo: str | None = Field(default=None, description="Address of the logo; a drawing in the page as a data address.")
    colors: dict[str, str] | None = Field(
        default=None, description="By role: `primary`, `secondary`, `accent`, `background`, `textPrimary`, `link` …"
    )
    fonts: list[dict[str, Any]] | None = Field(default=None, description="`family`, `count` and `roles`.")
    typography: dict[str, Any] | None = None
    spacing: dict[str, Any] | None = None
    components: dict[str, Any] | None = Field(
        default=None, description="`buttonPrimary`, `buttonSecondary`, `input`, each with its styles."
    )
    icons: dict[str, str] | None = None
    images: dict[str, str | None] | None = Field(default=None, description="`logo`, `favicon`, `ogImage`.")
    animations: dict[str, str] | None = None
    layout: dict[str, Any] | None = None
    sources: dict[str, str] = Field(description="Where each value was found, by JSON pointer.")


class MenuItemAnswer(AnswerShape):
    """A dish or another item of a menu."""

    id: str
    name: str
    description: str | None = None
    price: ProductPrice | None = None
    availability: ProductAvailability
    source_url: str
    url: str | None = None
    images: list[ProductImage]
    dietary: list[str]
    calories: float | None = None
    option_groups: list[Any]
    identifiers: dict[str, str]


class MenuSectionAnswer(AnswerShape):
    """A section of a menu."""

    id: str
    name: str
    description: str | None = None
    items: list[MenuItemAnswer]


class MenuAnswer(AnswerShape):
    """The menu of a page."""

    is_menu: bool
    confidence: float = Field(description="How surely the page shows a menu, from 0 to 1.")
    merchant: dict[str, str] = Field(description="`name`, perhaps `type` and `location`.")
    currency: str | None = None
    source_url: str
    sections: list[MenuSectionAnswer]


class VideoAnswer(AnswerShape):
    """A video of a page."""

    url: str
    source_url: str = Field(alias="sourceURL", description="Address of the page.")
    source: str = Field(description="Where it was found: an element, a meta tag, marked-up data.")
    kind: Literal["file", "player"] = Field(description="A video file, or the page of a player.")
    provider: str | None = None
    title: str | None = None
    thumbnail: str | None = None
    description: str | None = None
    duration: int | None = Field(default=None, description="In seconds.")
    mime_type: str | None = None
    width: int | None = None
    height: int | None = None


class Document(OpenAnswerShape):
    """One page in the formats that were asked for; other members are absent."""

    markdown: str | None = None
    passages: list[PassageAnswer] | None = Field(
        default=None, description="With `maxTokens`: the parts of `markdown`, where some of the page was left out."
    )
    html: str | None = None
    raw_html: str | None = None
    raw_base64: str | None = None
    links: list[str] | None = None
    images: list[str] | None = None
    screenshot: str | None = Field(default=None, description="Address of the picture.")
    attributes: list[AttributeValues] | None = None
    actions: ActionResults | None = None
    json_: Any = Field(default=None, alias="json", description="Data in the shape of the schema; null what is missing.")
    extract: Any = Field(default=None, description="As `json`, for the older format of version 1.")
    summary: str | None = None
    answer: str | None = Field(default=None, description="Answer to the `question`; empty when the page has none.")
    highlights: str | None = Field(default=None, description="Passages about the query, verbatim.")
    product: ProductAnswer | None = Field(default=None, description="What the page sells; absent when it sells none.")
    branding: BrandingAnswer | None = Field(default=None, description="The look of the page.")
    menu: MenuAnswer | None = Field(default=None, description="The menu of the page; absent when it has none.")
    audio: str | None = Field(default=None, description="Address of the main recording; absent when there is none.")
    video: str | None = Field(default=None, description="Address of the main video; absent when there is none.")
    videos: list[VideoAnswer] | None = Field(default=None, description="All videos, the main one first.")
    evidence: dict[str, Evidence] | None = Field(default=None, description=EVIDENCE)
    warning: str | None = None
    metadata: Metadata


class Scraped(Success):
    """The answer to a scrape."""

    model_config = example(
        success=True,
        data={
            "markdown": "# Example Domain",
            "metadata": {
                "title": "Example Domain",
                "url": "https://example.com/",
                "sourceURL": "https://example.com",
                "statusCode": 200,
                "contentType": "text/html",
                "proxyUsed": "basic",
                "cacheState": "miss",
                "creditsUsed": 1,
                "scrapeId": "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11",
            },
        },
    )

    data: Document
    warning: str | None = None
    scrape_id: str | None = Field(default=None, alias="scrape_id", description="For origins that contain `website`.")
    agent_hints: AgentHints = None


class Acknowledged(Success):
    """Yes."""
