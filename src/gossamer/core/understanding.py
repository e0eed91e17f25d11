"""Results of understanding a page: values of a schema, summaries, answers, and their evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gossamer.core.interaction import TokenUsage


class Method(StrEnum):
    """The method that made a value.

    DETERMINISTIC: read from what the page marks up or lays out. EXTRACTIVE: sentences of the page, chosen.
    MODEL: said by a language model.
    """

    DETERMINISTIC = "deterministic"
    EXTRACTIVE = "extractive"
    MODEL = "model"


class Status(StrEnum):
    """Whether a page says a value of a field.

    SUPPORTED: the page says it of the field. ELSEWHERE: it is on the page, but beside another label or in another
    record. ABSENT: the page does not say it.
    """

    SUPPORTED = "supported"
    ELSEWHERE = "elsewhere"
    ABSENT = "absent"


class Confidence(StrEnum):
    """A level of confidence in a word; *number* is it as a number. From MEDIUM on a value is supported."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def number(self) -> float:
        """Return the level as a confidence from 0 to 1."""
        return {"high": 0.8, "medium": 0.5, "low": 0.2}[self.value]


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A place in a document: the *number* of a page, and the left, top, right and bottom edge of a *box* on it.

    Edges are points from the top left corner; None where the format has none.
    """

    number: int
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a value: the page, its words (*quote*, verbatim, about 300 characters) and their position.

    *place* is readable by people: "JSON-LD Product > offers > price", "meta og:title", "table 2, row 3, Price",
    "paragraph 7"; *offsets* are where in the page's Markdown the quoted value begins and ends, where it has it.
    *status* and *confidence* (0 to 1) say whether the page says the value of its field; None where nobody judged that:
    of passages. *emptied* is the value that the answer does not have because the caller wanted it emptied.
    *page_place* is where a document has the quote.
    """

    url: str
    quote: str
    place: str
    method: Method
    confidence: float | None = None
    status: Status | None = None
    offsets: tuple[int, int] | None = None
    emptied: Any = None
    page_place: PagePlace | None = None

    def to_json(self) -> Mapping[str, Any]:
        """Return it as an answer shows it, and as it is stored."""
        fields: dict[str, Any] = {}
        if self.status is not None:
            fields["status"] = self.status.value
        if self.confidence is not None:
            fields["confidence"] = self.confidence
        fields |= {"url": self.url, "quote": self.quote, "place": self.place, "method": self.method.value}
        if self.offsets is not None:
            fields["start"], fields["end"] = self.offsets
        if self.page_place is not None:
            fields["pageNumber"] = self.page_place.number
            if self.page_place.box is not None:
                fields["bbox"] = list(self.page_place.box)
        return fields if self.emptied is None else {**fields, "value": self.emptied}


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result for a schema or a prompt.

    *value* has the shape of the schema, None where the page says nothing. *evidence* and *missing* are by JSON pointer
    (RFC 6901) of a leaf: what a value rests on, and why there is none.
    *coverage* is the share of the schema's leaves that have a value, 0 to 1. *model_failure* is why a model did not
    help, or not with all of it; empty where it did, or nobody asked it.
    """

    value: Any
    method: Method
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    coverage: float = 0.0
    usage: TokenUsage = TokenUsage()
    warnings: tuple[str, ...] = ()
    model_failure: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the page's text: *text* verbatim, *place* as in Evidence, *score* of a question (higher is better)."""

    text: str
    place: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """A text about a page: a summary, an answer, highlights. Empty *text*: the page does not say.

    *model_failure* is as in Extraction.
    """

    text: str
    method: Method
    quotes: tuple[Evidence, ...] = ()
    usage: TokenUsage = TokenUsage()
    warnings: tuple[str, ...] = ()
    model_failure: str = ""
