"""Scrape options of version 2: flat in a scrape, nested as `scrapeOptions` elsewhere."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.formats import Markdown
from gossamer.core.redactions import PiiKind, Redaction, RedactionMode, ReplaceStyle
from gossamer.core.specs import PdfOptions, ProfileUse, ProxyTier, ScrapeSpec, TermsUse
from gossamer.wire.freshness import TWO_DAYS, Age, cache_policy
from gossamer.wire.issues import UNKNOWN_TYPE
from gossamer.wire.request_options import PageOptions
from gossamer.wire.shapes import Shape, StrictShape, Whole, at_most, broken_rule
from gossamer.wire.terms import PolicyOption, PurposeOption
from gossamer.wire.v2.formats import FormatShape, Question, check_together, checks_prompt_injection, core_formats

_DEFAULT_TIMEOUT = timedelta(seconds=60)
_DEFAULT_FORMATS = (Markdown(),)
_NO_MARKDOWN = "`maxTokens`, `query` and `cursor` shorten `markdown`, which `formats` does not have."


class PdfParser(StrictShape):
    """Options for parsing a PDF."""

    type: Literal["pdf"]
    mode: Literal["fast", "auto", "ocr"] = "auto"
    max_pages: Annotated[Whole, Field(ge=1, le=10_000)] | None = None
    pages: bool = False
    # The older name of `pages`.
    page_markdown: bool = False
    blocks: bool = False
    page_markers: bool = False


class ImageParser(StrictShape):
    """Read the text of images."""

    type: Literal["image"]


def _tag(value: Any) -> str | None:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return f"@{kind}" if isinstance(kind, str) else None


def _as_object(entry: Any) -> Any:
    return {"type": entry} if isinstance(entry, str) else entry


ParserShape: TypeAlias = Annotated[
    Annotated[PdfParser, Tag("@pdf")] | Annotated[ImageParser, Tag("@image")],
    Discriminator(
        _tag, custom_error_type=UNKNOWN_TYPE, custom_error_message="Invalid parser. Its type is one of pdf, image."
    ),
    BeforeValidator(_as_object),
]


def reads_images(parsers: Sequence[ParserShape] | None) -> bool:
    """Return whether the text of images is recognised: unless *parsers* is given and does not name them."""
    return parsers is None or any(isinstance(parser, ImageParser) for parser in parsers)


def pdf_options(parsers: Sequence[ParserShape] | None) -> PdfOptions:
    """Return the way to read PDFs: as they are when *parsers* is given and does not name them."""
    if parsers is None:
        return PdfOptions()
    pdf = next((parser for parser in parsers if isinstance(parser, PdfParser)), None)
    if pdf is None:
        return PdfOptions(parse=False)
    return pdf.to_core(PdfOptions, pages=pdf.pages or pdf.page_markdown)


def _check_formats(formats: list[FormatShape]) -> list[FormatShape]:
    check_together(formats)
    return formats


def _check_cursor(cursor: str | None) -> str | None:
    try:
        ExcerptSpec.of(None, None, cursor)
    except ValueError as error:
        raise broken_rule(str(error)) from error
    return cursor


class PiiRedaction(StrictShape):
    """Options for finding and hiding personal data."""

    mode: Annotated[RedactionMode | None, Field(strict=False)] = None
    entities: (
        Annotated[list[Annotated[PiiKind, Field(strict=False)]], BeforeValidator(at_most(20, "entities"))] | None
    ) = None
    replace_style: Annotated[ReplaceStyle | None, Field(strict=False)] = None

    def redaction(self) -> Redaction:
        """Return it as the core knows it; no entities are all of them."""
        usual = Redaction()
        return Redaction(
            self.mode or usual.mode,
            tuple(dict.fromkeys(self.entities)) if self.entities else usual.kinds,
            self.replace_style or usual.style,
        )


def _redaction_tag(value: Any) -> str:
    return "@object" if isinstance(value, dict | PiiRedaction) else "@switch"


_Redaction: TypeAlias = Annotated[
    Annotated[bool, Tag("@switch")] | Annotated[PiiRedaction, Tag("@object")], Discriminator(_redaction_tag)
]


class Profile(Shape):
    """A browser state that is kept under a name."""

    name: Annotated[str, Field(min_length=1, max_length=128)]
    save_changes: bool = True
    wait_at_walls: Annotated[
        bool,
        Field(
            description="In a job: wait at a login, consent or challenge page until a session has saved the profile. "
            "Pages of the job then only read it."
        ),
    ] = False

    def use(self) -> ProfileUse:
        """Return it as the core knows it."""
        return ProfileUse(self.name, save=self.save_changes and not self.wait_at_walls, waits=self.wait_at_walls)


def _refuse_waiting(profile: Profile) -> Profile:
    if profile.wait_at_walls:
        raise broken_rule("`waitAtWalls` is for jobs: a single page is answered as it is.")
    return profile


OwnProfile = Annotated[Profile, AfterValidator(_refuse_waiting)]


class ScrapeOptions(PageOptions):
    """Options of a scrape: how a page is fetched, and which formats are returned."""

    formats: (
        Annotated[
            list[FormatShape],
            Field(description="Formats to return; `markdown` by default."),
            BeforeValidator(at_most(50, "formats")),
            AfterValidator(_check_formats),
        ]
        | None
    ) = None
    max_tokens: Annotated[
        Annotated[Whole, Field(ge=1, le=1_000_000)] | None,
        Field(
            description="At most so many tokens of `markdown`; with `query` its passages that fit, else its beginning."
        ),
    ] = None
    query: Annotated[
        Question | None,
        Field(description="Which passages of `markdown` are wanted; 1500 tokens unless `maxTokens` says."),
    ] = None
    cursor: Annotated[
        str | None,
        Field(description="Read on from here: the `cursor` of a passage in an earlier answer."),
        AfterValidator(_check_cursor),
    ] = None
    parsers: Annotated[list[ParserShape], BeforeValidator(at_most(20, "parsers"))] | None = None
    proxy: Literal["basic", "stealth", "enhanced", "auto"] = "auto"
    min_age: Age | None = None
    lockdown: bool = False
    safe_mode: bool = False
    redact_pii: Annotated[_Redaction, Field(alias="redactPII")] = False
    profile: Annotated[
        Profile | None,
        Field(description="Cookies and storage under a name of the team: the page is visited with them, by a browser."),
    ] = None
    check_prompt_injection: bool = False
    purpose: PurposeOption = None
    terms_policy: PolicyOption = None
    domain_tools: bool | None = None
    tool_detail: Literal["compact", "summary", "full"] | None = None

    @model_validator(mode="after")
    def _shortens_markdown(self) -> "ScrapeOptions":
        if self.formats is not None and self.excerpt() is not None and Markdown() not in core_formats(self.formats):
            raise broken_rule(_NO_MARKDOWN)
        return self

    def excerpt(self) -> ExcerptSpec | None:
        """Return the wanted excerpt of the Markdown, None for all of it."""
        return ExcerptSpec.of(self.max_tokens, self.query, self.cursor)

    def _redaction(self) -> Redaction | None:
        if isinstance(self.redact_pii, PiiRedaction):
            return self.redact_pii.redaction()
        return Redaction() if self.redact_pii else None

    def spec_for(self, url: str, **request: Any) -> ScrapeSpec:
        """Return the request for *url* with these options; *request* adds fields of the spec."""
        formats = _DEFAULT_FORMATS if self.formats is None else core_formats(self.formats)
        return self.spec_with(
            url,
            formats=formats,
            default_timeout=_DEFAULT_TIMEOUT,
            pdf=pdf_options(self.parsers),
            recognise_images=reads_images(self.parsers),
            proxy=ProxyTier.BASIC if self.safe_mode and self.proxy == "auto" else ProxyTier(self.proxy),
            cache=cache_policy(
                max_age=self.max_age,
                min_age=self.min_age,
                lockdown=self.lockdown,
                store=self.store_in_cache,
                default=TWO_DAYS,
            ),
            profile=self.profile.use() if self.profile else None,
            excerpt=self.excerpt(),
            redaction=self._redaction(),
            safe_mode=self.safe_mode,
            terms=TermsUse.of(self.purpose, self.terms_policy),
            check_injection=self.check_prompt_injection or checks_prompt_injection(self.formats or ()),
            **request,
        )
