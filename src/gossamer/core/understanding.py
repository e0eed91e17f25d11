"""What is understood of a page: values of a schema, summaries, answers, and what they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from gossamer.core.interaction import TokenUsage


class Method(StrEnum):
    """How something was made.

    DETERMINISTIC: read from what the page marks up or lays out. EXTRACTIVE: sentences of the page, chosen.
    MODEL: said by a language model.
    """

    DETERMINISTIC = "deterministic"
    EXTRACTIVE = "extractive"
    MODEL = "model"


class Confidence(StrEnum):
    """How plainly a page says a value of a field.

    HIGH: it marks it up, labels it, or has it where the other entries of the list have theirs. MEDIUM: a sentence says
    it, or it stands in a list of such. LOW: nothing but its kind and its place speak for it, or it stands beside the
    content.
    """

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a value rests on: the page, its words (*quote*, verbatim, at most some 300 characters) and where they are.

    *place* is readable by people: "JSON-LD Product > offers > price", "meta og:title", "table 2, row 3, Price",
    "paragraph 7". *confidence* is None where nobody judged whether the page says it of a field: of passages.
    """

    url: str
    quote: str
    place: str
    method: Method
    confidence: Confidence | None = None

    def to_json(self) -> Mapping[str, str]:
        """Return it as an answer shows it, and as it is stored."""
        told = {"url": self.url, "quote": self.quote, "place": self.place, "method": self.method.value}
        return told if self.confidence is None else {**told, "confidence": self.confidence.value}


# RFC 6901: the entry behind the last one of a list.
NEXT: Final = "-"


@dataclass(frozen=True, slots=True)
class Withheld:
    """A *value* that is said less plainly than was asked for, where it belongs, and what it rests on.

    *path* is a JSON pointer (RFC 6901) into the answer without it; one that ends in `/-` is a further entry of a list.
    """

    path: str
    value: Any
    evidence: Evidence

    def to_json(self) -> Mapping[str, Any]:
        """Return it as an answer shows it: an operation of a JSON Patch (RFC 6902) that gives the answer with it."""
        return {"op": "add", "path": self.path, "value": self.value, **self.evidence.to_json()}


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a schema (or a prompt) asked for.

    *value* has the shape of the schema, None where the page says nothing. *evidence* and *missing* are by JSON pointer
    (RFC 6901) of a leaf: what a value rests on, and why there is none; *withheld* is what was not sure enough.
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
    withheld: tuple[Withheld, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the page's text: *text* verbatim, *place* as in Evidence, *score* of a question (higher is better)."""

    text: str
    place: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Told:
    """A text about a page: a summary, an answer, highlights. Empty *text*: the page does not say.

    *model_failure* is as in Extraction.
    """

    text: str
    method: Method
    quotes: tuple[Evidence, ...] = ()
    usage: TokenUsage = TokenUsage()
    warnings: tuple[str, ...] = ()
    model_failure: str = ""
