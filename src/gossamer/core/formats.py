"""What can be asked of a page. A format is a value; two equal requests have equal formats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

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
class Json:
    """Data in the shape of *schema* (a JSON schema, None: whatever the *prompt* asks for).

    With *evidence* the answer says what each value rests on, and values with less than *min_confidence* are withheld;
    with None what a model had no part in is kept, and of the rest what is sure. *as_extract* is v1's older name of the
    field.
    """

    schema: Mapping[str, Any] | None = None
    prompt: str = ""
    system_prompt: str = ""
    evidence: bool = False
    min_confidence: Confidence | None = None
    as_extract: bool = False
    name: ClassVar[str] = "json"


@dataclass(frozen=True, slots=True)
class Summary:
    """What the page says, in some sentences."""

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
class Understanding:
    """A format that this service does not have yet; *options* as the caller gave them."""

    kind: str
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the format's name, as every format has one."""
        return self.kind


# What is understood of a page, by its marks, by its sentences, or by a model.
Understood: TypeAlias = Json | Summary | Question | Highlights | Product

Format: TypeAlias = (
    Markdown
    | Html
    | RawHtml
    | RawBase64
    | Links
    | Images
    | Screenshot
    | Attributes
    | Json
    | Summary
    | Question
    | Highlights
    | Product
    | Understanding
)
