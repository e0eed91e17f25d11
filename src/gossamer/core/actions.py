"""Actions of a browser on a page before it is read, and their results."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Literal, TypeAlias

from gossamer.core.formats import Viewport


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for a time."""

    duration: timedelta
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class WaitFor:
    """Wait until an element that matches the CSS *selector* is there."""

    selector: str
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Click:
    """Click the first element that matches, or every one."""

    selector: str
    every: bool = False
    kind: ClassVar[str] = "click"


@dataclass(frozen=True, slots=True)
class Write:
    """Type into the element that has the focus."""

    text: str
    kind: ClassVar[str] = "write"


@dataclass(frozen=True, slots=True)
class Press:
    """Press one key, named as in the DOM's KeyboardEvent.key."""

    key: str
    kind: ClassVar[str] = "press"


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll the page, or the element that matches, by one view."""

    direction: Literal["up", "down"] = "down"
    selector: str | None = None
    kind: ClassVar[str] = "scroll"


@dataclass(frozen=True, slots=True)
class TakeScreenshot:
    """Take a picture now."""

    full_page: bool = False
    quality: int | None = None
    viewport: Viewport | None = None
    kind: ClassVar[str] = "screenshot"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Keep the address and HTML as they are now."""

    kind: ClassVar[str] = "scrape"


@dataclass(frozen=True, slots=True)
class RunScript:
    """Run JavaScript in the page and keep what it returns."""

    script: str
    kind: ClassVar[str] = "executeJavascript"


@dataclass(frozen=True, slots=True)
class PrintPdf:
    """Print the page as a PDF; *format* is a paper size's name, *scale* 0.1 to 2."""

    landscape: bool = False
    scale: float = 1.0
    format: str = "Letter"
    kind: ClassVar[str] = "pdf"


Action: TypeAlias = Wait | WaitFor | Click | Write | Press | Scroll | TakeScreenshot | Snapshot | RunScript | PrintPdf


@dataclass(frozen=True, slots=True)
class Captured:
    """Bytes that a page gave, and their media type."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class PageSnapshot:
    """Address and HTML of a page at one moment."""

    url: str
    html: str


@dataclass(frozen=True, slots=True)
class ScriptReturn:
    """The *type* (as JavaScript's typeof; "object", "string", …) and JSON value a script returned."""

    type: str
    value: Any


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """Results of the actions, each kind in the order of the request.

    *addresses* are those the page had before and after each of them, each once.
    """

    screenshots: tuple[Captured, ...] = ()
    scrapes: tuple[PageSnapshot, ...] = ()
    returns: tuple[ScriptReturn, ...] = ()
    pdfs: tuple[Captured, ...] = ()
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """An ActionOutcome whose captures were stored: addresses in place of bytes."""

    screenshots: tuple[str, ...] = ()
    scrapes: tuple[PageSnapshot, ...] = ()
    returns: tuple[ScriptReturn, ...] = ()
    pdfs: tuple[str, ...] = ()

    def as_json(self) -> Mapping[str, Any]:
        """Return the four lists under their names on the wire; clients require all of them."""
        return {
            "screenshots": list(self.screenshots),
            "scrapes": [{"url": s.url, "html": s.html} for s in self.scrapes],
            "javascriptReturns": [{"type": r.type, "value": r.value} for r in self.returns],
            "pdfs": list(self.pdfs),
        }
