"""Single things that can be done on a page, each as somebody with mouse and keyboard would do it.

A *ref* is that of a node in the last snapshot.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

Button: TypeAlias = Literal["left", "right", "middle"]


@dataclass(frozen=True, slots=True)
class Click:
    """Scroll into view and click; *modifiers* are "Shift", "Control", "Alt", "Meta"."""

    ref: str
    button: Button = "left"
    modifiers: tuple[str, ...] = ()
    kind: ClassVar[str] = "click"


@dataclass(frozen=True, slots=True)
class ClickAt:
    """Click a point: of the viewport, or of the element's box when *ref* is given, in CSS pixels."""

    x: float
    y: float
    ref: str | None = None
    kind: ClassVar[str] = "click_at"


@dataclass(frozen=True, slots=True)
class DoubleClick:
    """Click twice."""

    ref: str
    kind: ClassVar[str] = "double_click"


@dataclass(frozen=True, slots=True)
class Hover:
    """Move the mouse onto it."""

    ref: str
    kind: ClassVar[str] = "hover"


@dataclass(frozen=True, slots=True)
class Type:
    """Put the cursor into a field and type; *clear* removes first what it holds, *submit* presses Enter at the end.

    Text is typed key by key, so that pages that listen hear it.
    """

    ref: str
    text: str
    clear: bool = True
    submit: bool = False
    kind: ClassVar[str] = "type"


@dataclass(frozen=True, slots=True)
class Clear:
    """Remove what a field holds."""

    ref: str
    kind: ClassVar[str] = "clear"


@dataclass(frozen=True, slots=True)
class Press:
    """Press a key, as in KeyboardEvent.key, with modifiers before it ("Control+a"), *times* times.

    Where the focus is, unless *ref* says where.
    """

    key: str
    ref: str | None = None
    times: int = 1
    kind: ClassVar[str] = "press"


@dataclass(frozen=True, slots=True)
class Select:
    """Choose the options of a select element that have these labels, and no others."""

    ref: str
    labels: tuple[str, ...]
    kind: ClassVar[str] = "select"


@dataclass(frozen=True, slots=True)
class Check:
    """See to it that a checkbox, radio button or switch is on, or off; does nothing when it is."""

    ref: str
    on: bool = True
    kind: ClassVar[str] = "check"


@dataclass(frozen=True, slots=True)
class SetValue:
    """Give a slider, spin button, or a date, time, colour or range field this value, in the notation of HTML."""

    ref: str
    value: str
    kind: ClassVar[str] = "set_value"


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag an element onto another: its middle, or the side of it that is named, for putting it before or after."""

    ref: str
    to: str
    place: Literal["middle", "before", "after"] = "middle"
    kind: ClassVar[str] = "drag"


@dataclass(frozen=True, slots=True)
class DragBy:
    """Drag an element by so many CSS pixels."""

    ref: str
    dx: float
    dy: float
    kind: ClassVar[str] = "drag_by"


@dataclass(frozen=True, slots=True)
class ScrollBy:
    """Scroll the page, or the element, by so many views; "left" and "right" sideways. *to_end* is as far as it goes."""

    direction: Literal["up", "down", "left", "right"] = "down"
    ref: str | None = None
    views: float = 1.0
    to_end: bool = False
    kind: ClassVar[str] = "scroll_by"


@dataclass(frozen=True, slots=True)
class ScrollTo:
    """Bring an element into view."""

    ref: str
    kind: ClassVar[str] = "scroll_to"


@dataclass(frozen=True, slots=True)
class SelectText:
    """Select text in an element: the first place where it has exactly *text*, all of it when None."""

    ref: str
    text: str | None = None
    kind: ClassVar[str] = "select_text"


@dataclass(frozen=True, slots=True)
class WaitFor:
    """Wait until the page shows *text* (or shows it no longer, when *gone*), or for *seconds*.

    With neither, until the page has come to rest.
    """

    text: str | None = None
    gone: bool = False
    seconds: float | None = None
    kind: ClassVar[str] = "wait_for"


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to an address."""

    url: str
    kind: ClassVar[str] = "go_to"


@dataclass(frozen=True, slots=True)
class Back:
    """Go back in the history."""

    kind: ClassVar[str] = "back"


@dataclass(frozen=True, slots=True)
class Forward:
    """Go forward in the history."""

    kind: ClassVar[str] = "forward"


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the page again."""

    kind: ClassVar[str] = "reload"


@dataclass(frozen=True, slots=True)
class SwitchTab:
    """Make another tab the active one."""

    index: int
    kind: ClassVar[str] = "switch_tab"


@dataclass(frozen=True, slots=True)
class CloseTab:
    """Close a tab, the active one when None; the one before it becomes active. The last one stays."""

    index: int | None = None
    kind: ClassVar[str] = "close_tab"


@dataclass(frozen=True, slots=True)
class AnswerDialog:
    """Answer the open dialog; *text* is for prompts."""

    accept: bool = True
    text: str | None = None
    kind: ClassVar[str] = "answer_dialog"


@dataclass(frozen=True, slots=True)
class Upload:
    """Give a file field a file of this name and content; nothing of the host's file system is ever read."""

    ref: str
    name: str
    content: bytes
    kind: ClassVar[str] = "upload"


Step: TypeAlias = (
    Click
    | ClickAt
    | DoubleClick
    | Hover
    | Type
    | Clear
    | Press
    | Select
    | Check
    | SetValue
    | Drag
    | DragBy
    | ScrollBy
    | ScrollTo
    | SelectText
    | WaitFor
    | GoTo
    | Back
    | Forward
    | Reload
    | SwitchTab
    | CloseTab
    | AnswerDialog
    | Upload
)


@dataclass(frozen=True, slots=True)
class Locator:
    """A locator of an element in another visit: *css* selects it alone in its document; role and name for people.

    *frames* are the selectors of the iframes it is in, outermost first. A shadow root on the way is
    pierced, as Playwright's CSS does: *css* has a space there.
    """

    css: str
    role: str = ""
    name: str = ""
    frames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepResult:
    """The effect of a step. *target* and *onto* are the elements it acted on.

    *navigated* says that the document is another one.

    *note* is what is worth telling: "a new tab opened", "a confirm dialog asks: …"; empty mostly.
    *before* and *after* are the page's address.
    """

    before: str
    after: str
    target: Locator | None = None
    onto: Locator | None = None
    navigated: bool = False
    note: str = ""
