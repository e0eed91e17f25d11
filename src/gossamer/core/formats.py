"""Formats of a page. A format is a value; two equal requests have equal formats.

The API, the command line and the dashboard read `FORMATS`. To add a format: its class and a row of that table here, a
field of `Document`, and who makes it (`features/scrape/page_formats.py`); with options also their shape
(`wire/v2/formats.py`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, Final, Literal, TypeAlias

from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.understanding import Confidence


@dataclass(frozen=True, slots=True)
class Markdown:
    """The page as GitHub-flavoured Markdown."""

    name: ClassVar[str] = "markdown"


@dataclass(frozen=True, slots=True)
class Html:
    """Cleaned HTML with absolute addresses."""

    name: ClassVar[str] = "html"


@dataclass(frozen=True, slots=True)
class RawHtml:
    """The HTML as it was served, or as the browser left it."""

    name: ClassVar[str] = "rawHtml"


@dataclass(frozen=True, slots=True)
class RawBase64:
    """The bytes as they were served, in base64."""

    name: ClassVar[str] = "rawBase64"


@dataclass(frozen=True, slots=True)
class Links:
    """Absolute addresses of the page's links, each once."""

    name: ClassVar[str] = "links"


@dataclass(frozen=True, slots=True)
class Images:
    """Absolute addresses of the page's images, each once."""

    name: ClassVar[str] = "images"


@dataclass(frozen=True, slots=True)
class Viewport:
    """Size of the visible page in CSS pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of the page; PNG, or JPEG when *quality* (1 to 100) is given."""

    full_page: bool = False
    quality: int | None = None
    viewport: Viewport | None = None
    name: ClassVar[str] = "screenshot"


@dataclass(frozen=True, slots=True)
class AttributeSelector:
    """Which *attribute* of which elements (CSS *selector*) is wanted."""

    selector: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Attributes:
    """Attribute values of selected elements, in document order."""

    selectors: tuple[AttributeSelector, ...]
    name: ClassVar[str] = "attributes"


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The rule for a value: of elements by *css* or *xpath* the text, or an *attribute*; of that a part by *regex*.

    An expression alone is searched in the HTML. The first match counts, with *every* all of them do.
    """

    name: str
    css: str = ""
    xpath: str = ""
    regex: str = ""
    attribute: str = ""
    every: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """Values by names of the caller's, read from the HTML by rules of the caller's."""

    rules: tuple[FieldRule, ...]
    name: ClassVar[str] = "fields"


class OnUnsupported(StrEnum):
    """The treatment of a value that the page does not support: it stays with its status, or becomes null."""

    KEEP = "keep"
    NULL = "null"


# "low", "medium", "high", or a number from 0 to 1.
MinConfidence: TypeAlias = float | Confidence


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Which values of an answer a caller accepts.

    *on_unsupported* says what becomes of values that the page does not say; values with a confidence below
    *min_confidence* are emptied, too.
    """

    on_unsupported: OnUnsupported = OnUnsupported.KEEP
    min_confidence: MinConfidence | None = None

    @property
    def least(self) -> float:
        """Return the confidence that values need at least."""
        if self.min_confidence is None:
            return 0.0
        return self.min_confidence.number if isinstance(self.min_confidence, Confidence) else self.min_confidence


@dataclass(frozen=True, slots=True)
class Json:
    """Data in the shape of *schema* (a JSON schema, None: whatever the *prompt* asks for).

    With *evidence* the answer says of each value whether the page supports it; *on_unsupported* and *min_confidence*
    are as in Acceptance. *as_extract* is v1's older name of the field. *deterministic* data are
    read by rules alone: the same page gives the same data, and no model sees it. *of_several*: the page is one of
    several whose lists are put together, so that the thing it is about may be an entry.
    """

    schema: Mapping[str, Any] | None = None
    prompt: str = ""
    system_prompt: str = ""
    evidence: bool = False
    min_confidence: MinConfidence | None = None
    on_unsupported: OnUnsupported = OnUnsupported.KEEP
    as_extract: bool = False
    deterministic: bool = False
    of_several: bool = False

    @property
    def name(self) -> str:
        """Return the format's name, under which keys may be restricted to it."""
        return "deterministicJson" if self.deterministic else "json"

    @property
    def acceptance(self) -> Acceptance:
        """Return which values are accepted: all of them where no evidence is wanted."""
        return Acceptance(self.on_unsupported, self.min_confidence) if self.evidence else Acceptance()


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of the page, in some sentences."""

    name: ClassVar[str] = "summary"


@dataclass(frozen=True, slots=True)
class Question:
    """The answer that the page gives to a question; with *quoted* in its own words only.

    *as_query* is the older name of the format, under which keys may be restricted to it.
    """

    question: str
    quoted: bool = False
    as_query: bool = False

    @property
    def name(self) -> str:
        """Return the format's name, as every format has one."""
        return "query" if self.as_query else "question"


@dataclass(frozen=True, slots=True)
class Highlights:
    """The passages of the page that are about *query*."""

    query: str
    name: ClassVar[str] = "highlights"


@dataclass(frozen=True, slots=True)
class Product:
    """The product that the page sells, with its variants."""

    name: ClassVar[str] = "product"


@dataclass(frozen=True, slots=True)
class ChangeTracking:
    """The page compared with its last version of the same *tag* ("": the default history).

    *git_diff* and *json* are the modes; *schema* and *prompt* are those of the mode json, as in Json.
    """

    git_diff: bool = False
    json: bool = False
    schema: Mapping[str, Any] | None = None
    prompt: str = ""
    tag: str = ""
    rules: ComparisonRules = ComparisonRules()
    name: ClassVar[str] = "changeTracking"

    @property
    def data(self) -> Json | None:
        """Return the data that the mode json compares, None without the mode."""
        return Json(schema=self.schema, prompt=self.prompt) if self.json else None


@dataclass(frozen=True, slots=True)
class Branding:
    """The look of the page: colours, fonts, sizes, spacing, buttons, inputs and logo."""

    name: ClassVar[str] = "branding"


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu of a restaurant or shop: sections and their items with prices."""

    name: ClassVar[str] = "menu"


@dataclass(frozen=True, slots=True)
class Audio:
    """The address of the page's main sound recording."""

    name: ClassVar[str] = "audio"


@dataclass(frozen=True, slots=True)
class Video:
    """The address of the page's main video, and all of its videos."""

    name: ClassVar[str] = "video"


@dataclass(frozen=True, slots=True)
class Pii:
    """A name that only typings of one client know; it gives nothing but a warning."""

    name: ClassVar[str] = "pii"


# Formats that need a page to be understood: by its marks, by its sentences, or by a model.
Understood: TypeAlias = Json | Summary | Question | Highlights | Product

# Formats for which the text of a page is enough.
Textual: TypeAlias = Markdown | Summary | Question | Highlights

Format: TypeAlias = (
    Markdown
    | Html
    | RawHtml
    | RawBase64
    | Links
    | Images
    | Screenshot
    | Attributes
    | Fields
    | Json
    | Summary
    | Question
    | Highlights
    | Product
    | ChangeTracking
    | Branding
    | Menu
    | Audio
    | Video
    | Pii
)


@dataclass(frozen=True, slots=True)
class FormatTraits:
    """What holds for every request of a format.

    *label* is what people read, and *shown* how they see what it gives; both are empty where it is not offered to them.
    *surcharge* is its price in the `PriceTable` beside that of a page, *effort* how many times as much reading a page
    takes with it. Uploaded files have nothing that is *only_of_pages*. With the caller's own *expressions* reading may
    take any time.
    """

    format: Callable[..., Format]
    types: tuple[str, ...]
    label: str = ""
    shown: Literal["", "text", "list", "data"] = ""
    surcharge: str = ""
    effort: int = 0
    only_of_pages: bool = False
    expressions: bool = False
    in_version_1: bool = False

    @property
    def field(self) -> str:
        """Return the name of the field of `Document` with the result of a format that is `shown`."""
        return re.sub("([A-Z])", lambda letter: f"_{letter[1].lower()}", self.types[0])

    @property
    def is_plain(self) -> bool:
        """Return whether the format has no options, so that its type asks for it."""
        return not fields(self.format)  # type: ignore[arg-type]


# In the order in which people are shown them.
_ROWS: Final = (
    FormatTraits(Markdown, ("markdown",), "Markdown", "text", in_version_1=True),
    FormatTraits(Html, ("html",), "HTML", "text", in_version_1=True),
    FormatTraits(RawHtml, ("rawHtml",), "Raw HTML", "text", in_version_1=True),
    FormatTraits(RawBase64, ("rawBase64",), "Base64", in_version_1=True),
    FormatTraits(Links, ("links",), "Links", "list", in_version_1=True),
    FormatTraits(Images, ("images",), "Images", "list"),
    FormatTraits(Screenshot, ("screenshot",), only_of_pages=True),
    FormatTraits(Attributes, ("attributes",), expressions=True),
    FormatTraits(Fields, ("fields",), expressions=True),
    FormatTraits(Summary, ("summary",), "Summary", "text", effort=2, in_version_1=True),
    FormatTraits(Json, ("json", "deterministicJson"), "Data", "data", effort=5),
    FormatTraits(ChangeTracking, ("changeTracking",), only_of_pages=True),
    FormatTraits(Branding, ("branding",), "Branding", "data", only_of_pages=True, in_version_1=True),
    FormatTraits(Product, ("product",), "Product", "data", effort=5, in_version_1=True),
    FormatTraits(Menu, ("menu",), "Menu", "data", effort=5, in_version_1=True),
    FormatTraits(Question, ("question", "query"), "Answer", surcharge="question", effort=6),
    FormatTraits(Highlights, ("highlights",), "Highlights", surcharge="highlights", effort=2),
    FormatTraits(Audio, ("audio",), "Audio", "data", surcharge="media", only_of_pages=True),
    FormatTraits(Video, ("video",), "Video", "data", surcharge="media", only_of_pages=True),
    FormatTraits(Pii, ("pii",)),
)
FORMATS: Final[Mapping[Callable[..., Format], FormatTraits]] = {traits.format: traits for traits in _ROWS}
TYPES: Final = tuple(name for traits in _ROWS for name in traits.types)
# Formats that their type alone asks for.
PLAIN: Final[Mapping[str, Format]] = {traits.types[0]: traits.format() for traits in _ROWS if traits.is_plain}
