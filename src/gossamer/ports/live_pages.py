"""A browser page that stays open: seen as snapshots, used by steps."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from gossamer.core.access import Permits
from gossamer.core.actions import ActionOutcome, Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import Viewport
from gossamer.core.interaction import Dialog, Snapshot, Step, StepResult
from gossamer.core.pages import FetchedPage
from gossamer.core.sessions import Opening, StorageState


class LivePage(Protocol):
    """The tabs of one session. One driver at a time: callers hold the session's lock.

    Everything raises TimedOut when the deadline passes first, and SessionLost when the page or its
    browser is gone.
    """

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that the active tab has open: it stands still until that is answered. None without one."""

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        """Return a snapshot of the active tab, through iframes and shadow roots, after it came to rest."""

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        """Do *step* with real input events and wait until the page came to rest, or a dialog asks.

        Raises StepFailed with a sentence when it cannot be done: the element is gone, covered,
        disabled, out of reach, no field.
        """

    async def page(self, *, deadline: Deadline) -> FetchedPage:
        """Return the active tab as a rendered page, for formats to be read from it."""

    async def screenshot(
        self,
        *,
        deadline: Deadline,
        full_page: bool = False,
        quality: int | None = None,
        viewport: Viewport | None = None,
    ) -> Captured:
        """Return a picture of the active tab, as PNG; as JPEG when *quality*, 1 to 100, is given.

        The page is laid out for *viewport* from then on.
        """

    async def evaluate(self, script: str, *, deadline: Deadline) -> object:
        """Run JavaScript in the page's own world and return its JSON value. Raises StepFailed when it throws."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the active tab: JPEG *data*, the view's size in CSS pixels, when, and the page's address."""

    data: bytes
    width: int
    height: int
    at: datetime
    url: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class MouseInput:
    """A mouse event at a point of the frame, with the wheel's movement, in CSS pixels.

    *clicks* counts those in quick succession. *modifiers* is the sum of Alt 1, Control 2, Meta 4 and Shift 8.
    """

    kind: Literal["move", "down", "up", "wheel"]
    x: float
    y: float
    button: Literal["none", "left", "middle", "right"] = "none"
    clicks: int = 0
    dx: float = 0
    dy: float = 0
    modifiers: int = 0


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A keyboard event; names are those of KeyboardEvent, *modifiers* as in MouseInput.

    *text* is what is typed, "" for keys that type nothing. Without a *key* the *text* is put in at once, as by pasting.
    """

    kind: Literal["down", "up"]
    key: str
    code: str = ""
    text: str = ""
    modifiers: int = 0


@dataclass(frozen=True, slots=True)
class NavigationInput:
    """A navigation of the active tab: to *url*, as it was typed, or through its history."""

    kind: Literal["go", "back", "forward", "reload"]
    url: str = ""


UserInput: TypeAlias = MouseInput | KeyInput | NavigationInput


class DevtoolsChannel(Protocol):
    """The DevTools protocol, limited to one session's tabs: no file of the host, no way around the egress policy."""

    async def send(self, message: str) -> None:
        """Take a JSON message of the client."""

    def messages(self) -> AsyncIterator[str]:
        """Yield the messages for the client, until the session or the channel ends."""

    async def close(self) -> None:
        """End it; the session goes on."""


class LiveSession(Protocol):
    """The browser's side of a session."""

    @property
    def page(self) -> LivePage:
        """Return its tabs."""

    @property
    def outcome(self) -> ActionOutcome | None:
        """Return the outcome of the actions it was opened with; None when there were none, or it was adopted."""

    @property
    def gone(self) -> bool:
        """Return whether its browser is gone, or was stopped because it took too much memory."""

    def frames(self) -> AsyncIterator[Frame]:
        """Yield pictures of the active tab as it changes, the first one at once, until the session ends.

        Many may watch; who is slow misses pictures, never the last one.
        """

    def recording(self) -> Sequence[Frame]:
        """Return the pictures that were kept since it was opened, in order; empty when it is not recorded.

        They are at least a second apart, and more when there are many: a recording spans the whole session
        within a bound of memory. It can still be read after the end.
        """

    async def use(self, event: UserInput) -> None:
        """Do what somebody did who watches. Raises SessionLost.

        Going somewhere ends when the page came to rest, and raises StepFailed with a sentence when it was not reached
        or may not be visited, and TimedOut. Who goes somewhere has to be the only driver of the tabs.
        """

    async def devtools(self) -> DevtoolsChannel:
        """Open a channel; several may be open. Raises SessionLost."""

    async def state(self) -> StorageState:
        """Return cookies, and the local storage of all origins that a tab showed, for a profile. Raises SessionLost."""

    async def close(self) -> None:
        """End it, its tabs and all that belongs to them; harmless when it is gone."""


class LiveBrowsers(Protocol):
    """Opens sessions in this process."""

    @property
    def available(self) -> bool:
        """Return whether there is a browser at all."""

    async def open(
        self,
        opening: Opening,
        *,
        deadline: Deadline,
        permits: Permits | None,
        state: StorageState | None,
        team_id: str = "",
        recorded: bool = False,
    ) -> LiveSession:
        """Open a session's page, go where *opening* says and do what it says.

        *permits* tells which addresses may not be visited, on any navigation of any tab or frame.
        *state* is what a profile of *team_id* kept. Raises what a fetcher raises, ActionFailed, NotAllowed when the
        page led to where *permits* says no, and NotAvailable without a browser.
        """

    async def adopt(self, scrape_id: str, *, permits: Permits | None) -> LiveSession | None:
        """Return the page that a scrape of this process left open, which is this session's from now.

        None when there is none: it was handed out before, its time was over, or this session may not visit it so.
        """
