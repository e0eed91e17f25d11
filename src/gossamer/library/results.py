"""What calls return beside documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from gossamer.core.documents import Document
from gossamer.core.records import Record


@dataclass(frozen=True, slots=True)
class FailedPage(Document):
    """A page that was asked for and could not be had: a document without content.

    Its *metadata* has `sourceURL` (the address as it was given), `url`, `error` (a sentence) and `code`.
    """

    @classmethod
    def of(cls, address: str, *, url: str, code: str, error: str) -> Self:
        """Return the failure of the page that was asked for as *address*."""
        return cls({"sourceURL": address, "url": url, "error": error, "code": code})

    @property
    def url(self) -> str:
        """Return the address as it was given."""
        return str(self.metadata["sourceURL"])

    @property
    def code(self) -> str:
        """Return the stable code of the reason."""
        return str(self.metadata["code"])

    @property
    def error(self) -> str:
        """Return the reason in a sentence."""
        return str(self.metadata["error"])


@dataclass(frozen=True, slots=True)
class Extraction(Record):
    """The answer to `extract`: *data* in the schema's shape, None where no page has it, and what may be wrong with it.

    *sources* are by JSON pointer into *data*: the URLs that say each value.
    """

    data: Any
    sources: Mapping[str, Sequence[str]]
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class Interaction(Record):
    """The answer to a prompt: whether all of it was done, and the answer in words and, of a list or table, as data.

    *notices* are doubts and limits, as "There are 40 products; 50 were asked for."
    """

    done: bool
    output: str
    data: Any = None
    not_understood: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LlmsTxt(Record):
    """An llms.txt of a site, and with `full` the text of its pages in one file ("" without)."""

    text: str
    full_text: str = ""
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class Check(Record):
    """One look at a watched page: *status* is "new", "same", "changed", "removed" or "error".

    *alert* says that it matters, *reason* why; *difference* are the lines of a unified diff, empty without an alert.
    """

    url: str
    at: datetime
    status: str
    alert: bool
    reason: str
    difference: tuple[str, ...] = ()
