"""The page actions as the clients send them: nine kinds, told apart by `type`."""

from datetime import timedelta
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from gossamer.core import actions as core
from gossamer.wire.issues import UNKNOWN_TYPE
from gossamer.wire.shapes import Shape, Whole, at_most, broken_rule

MAX_ACTIONS = 50
MAX_WAIT = timedelta(seconds=60)
# How long a wait for an element counts towards MAX_WAIT.
_SELECTOR_WAIT = timedelta(seconds=1)

Quality = Annotated[Whole, Field(ge=1, le=100, description="JPEG quality; PNG when left out.")]
Selector = Annotated[str, Field(min_length=1, max_length=5000, description="CSS selector.")]


class Viewport(Shape):
    """Size of the visible page in CSS pixels."""

    width: Annotated[Whole, Field(ge=1, le=7680)] = 1280
    height: Annotated[Whole, Field(ge=1, le=4320)] = 800


class _Action(Shape):
    """An action, which in the core is what it *becomes*."""

    becomes: ClassVar[type[core.Action]]

    def action(self) -> core.Action:
        """Return the action as the core knows it."""
        return self.to_core(self.becomes)


class Wait(Shape):
    """Wait for a time, or for an element."""

    type: Literal["wait"]
    milliseconds: Annotated[Whole, Field(gt=0, le=86_400_000)] | None = None
    selector: Selector | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> "Wait":
        if (self.milliseconds is None) == (self.selector is None):
            raise broken_rule("A wait action has either milliseconds or selector, not both.")
        return self

    def action(self) -> core.Action:
        """Return the action as the core knows it."""
        if self.selector is not None:
            return core.WaitFor(self.selector)
        return core.Wait(timedelta(milliseconds=self.milliseconds or 0))

    @property
    def waits(self) -> timedelta:
        """Return the time this counts towards the limit on waiting."""
        return timedelta(milliseconds=self.milliseconds) if self.milliseconds is not None else _SELECTOR_WAIT


class Click(_Action):
    """Click an element, or every element that matches."""

    becomes = core.Click
    type: Literal["click"]
    selector: Selector
    every: Annotated[bool, Field(alias="all")] = False


class Write(_Action):
    """Type text into the element that has the focus."""

    becomes = core.Write
    type: Literal["write"]
    text: str


class Press(_Action):
    """Press one key."""

    becomes = core.Press
    type: Literal["press"]
    key: Annotated[str, Field(min_length=1, max_length=100)]


class Scroll(_Action):
    """Scroll the page or an element."""

    becomes = core.Scroll
    type: Literal["scroll"]
    direction: Literal["up", "down"] = "down"
    selector: Selector | None = None


class TakeScreenshot(_Action):
    """Take a picture now."""

    becomes = core.TakeScreenshot
    type: Literal["screenshot"]
    full_page: bool = False
    quality: Quality | None = None
    viewport: Viewport | None = None


class Snapshot(_Action):
    """Keep the page as it is now."""

    becomes = core.Snapshot
    type: Literal["scrape"]


class RunScript(_Action):
    """Run JavaScript in the page."""

    becomes = core.RunScript
    type: Literal["executeJavascript"]
    script: str


class PrintPdf(_Action):
    """Print the page."""

    becomes = core.PrintPdf
    type: Literal["pdf", "generatePDF"]
    landscape: bool = False
    scale: Annotated[float, Field(ge=0.1, le=2)] = 1.0
    format: Literal["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"] = "Letter"


def _tag(value: Any) -> str | None:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    if not isinstance(kind, str):
        return None
    return "@pdf" if kind == "generatePDF" else f"@{kind}"


PageAction: TypeAlias = Annotated[
    Annotated[Wait, Tag("@wait")]
    | Annotated[Click, Tag("@click")]
    | Annotated[Write, Tag("@write")]
    | Annotated[Press, Tag("@press")]
    | Annotated[Scroll, Tag("@scroll")]
    | Annotated[TakeScreenshot, Tag("@screenshot")]
    | Annotated[Snapshot, Tag("@scrape")]
    | Annotated[RunScript, Tag("@executeJavascript")]
    | Annotated[PrintPdf, Tag("@pdf")],
    Discriminator(
        _tag,
        custom_error_type=UNKNOWN_TYPE,
        custom_error_message=(
            "Invalid action. Its type is one of wait, click, write, press, scroll, screenshot, scrape, "
            "executeJavascript, pdf."
        ),
    ),
]


PageActions: TypeAlias = Annotated[list[PageAction], BeforeValidator(at_most(MAX_ACTIONS, "actions"))]


def check_waiting(wait_for: int | None, timeout: int | None, actions: list[PageAction] | None) -> None:
    """Raise unless the waits asked for fit into the time there is; times in milliseconds."""
    wait = timedelta(milliseconds=wait_for or 0)
    if timeout is not None and wait > timedelta(milliseconds=timeout) / 2:
        raise broken_rule("waitFor must not exceed half of timeout")
    most = max(MAX_WAIT, timedelta(milliseconds=timeout or 0))
    if wait + sum((a.waits for a in actions or () if isinstance(a, Wait)), timedelta(0)) > most:
        seconds = int(most.total_seconds())
        raise broken_rule(
            f"Total wait time (waitFor + wait actions) cannot exceed {seconds} seconds. A longer `timeout` allows more."
        )


def core_actions(actions: list[PageAction] | None) -> tuple[core.Action, ...] | None:
    """Return the actions as the core knows them; None when none were named."""
    return None if actions is None else tuple(action.action() for action in actions)
