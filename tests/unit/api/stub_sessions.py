"""Sessions that live in memory: one that stands alone, and the one of the stored scrape."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import NotFound, ServiceError, SessionEnded
from gossamer.core.interaction import Click, Interaction, Locator, Performed, StepResult
from gossamer.core.sessions import (
    Access,
    Code,
    CodeOutcome,
    EndReason,
    RecordedFrame,
    RecordedPage,
    Session,
    SessionSpec,
    SessionState,
)
from gossamer.operations.gate import admit
from gossamer.operations.sessions import (
    EndedSession,
    Frame,
    OpenedSession,
    PromptResult,
    SessionSteps,
    Shown,
    UserInput,
)

SESSION_ID = "0c2e4b1a-8f5d-4c3b-9a7e-1d2f3a4b5c6d"
SCRAPE_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
TOKENS = {Access.DEVTOOLS: "to-drive", Access.VIEW: "to-see", Access.CONTROL: "to-use"}
JPEG = b"\xff\xd8picture\xff\xd9"
CLICKED = Performed(
    Click("e1"),
    StepResult("https://example.org/", "https://example.org/2", Locator("#more", "button", "Load more")),
    meant="click Load more",
)
DONE = Interaction(done=True, output="Clicked.", steps=(CLICKED,))
PAGE = RecordedPage(
    "1",
    "https://example.org/",
    START,
    START + timedelta(seconds=8),
    tuple(RecordedFrame(START + timedelta(seconds=n), 640, 400, f"frame-{n}.jpg") for n in range(8)),
)


def a_session(session_id: str = SESSION_ID, scrape_id: str | None = None, **more: Any) -> Session:
    told = {
        "session_id": session_id,
        "team_id": "team",
        "key_id": "key",
        "scrape_id": scrape_id,
        "state": SessionState.ACTIVE,
        "spec": SessionSpec(),
        "created_at": START,
        "last_activity": START + timedelta(seconds=5),
        "expires_at": START + timedelta(minutes=10),
        "owner": "process",
        "address": "http://127.0.0.1:1",
        "alive_until": START + timedelta(minutes=1),
    }
    return Session(**{**told, **more})


class StubChannel:
    """Says back what it is told; ends when told so."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.closed = asyncio.Event()

    async def send(self, message: str) -> None:
        await self.told.put(message)

    async def messages(self) -> AsyncIterator[str]:
        while (message := await self.told.get()) != "end":
            yield message

    async def close(self) -> None:
        self.closed.set()


@dataclass
class StubSessions:
    """Answers what it was made with; remembers what was asked."""

    session: Session = field(default_factory=a_session)
    tokens: Mapping[Access, str] = field(default_factory=lambda: TOKENS)
    interaction: Interaction = DONE
    outcome: CodeOutcome = field(default_factory=lambda: CodeOutcome("out\n", "", "4"))
    steps_done: Sequence[Performed] = (CLICKED,)
    page: RecordedPage = PAGE
    failure: ServiceError | None = None
    credits: int | None = 2
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    used: asyncio.Queue[UserInput] = field(default_factory=asyncio.Queue)
    frames: asyncio.Queue[Frame | None] = field(default_factory=asyncio.Queue)
    channel: StubChannel = field(default_factory=StubChannel)

    def _enter(self, caller: Principal, group: Group, *asked: Any) -> None:
        admit(caller, AccessRequest(group))
        self.asked.append(asked)
        if self.failure:
            raise self.failure

    def _of(self, session_id: str) -> OpenedSession:
        if session_id != self.session.session_id:
            raise NotFound("Browser session not found.")
        return OpenedSession(self.session, self.tokens)

    def _continued(self, scrape_id: str) -> OpenedSession:
        if scrape_id != SCRAPE_ID:
            raise NotFound("Job not found.")
        return OpenedSession(a_session(SCRAPE_ID, SCRAPE_ID), self.tokens)

    async def create(self, caller: Principal, group: Group, spec: SessionSpec, *, dialect: str = "") -> OpenedSession:
        self._enter(caller, group, spec, dialect)
        return OpenedSession(replace(self.session, spec=spec), self.tokens)

    async def sessions(self, caller: Principal, group: Group, state: SessionState | None) -> Sequence[OpenedSession]:
        self._enter(caller, group, state)
        ended = a_session(
            SCRAPE_ID, SCRAPE_ID, state=SessionState.DESTROYED, end_reason=EndReason.IDLE, spec=SessionSpec()
        )
        return [OpenedSession(self.session, self.tokens), OpenedSession(ended, {})]

    async def read(self, caller: Principal, group: Group, session_id: str) -> OpenedSession:
        self._enter(caller, group, session_id)
        return self._of(session_id)

    async def execute(self, caller: Principal, group: Group, session_id: str, code: Code) -> CodeOutcome:
        self._enter(caller, group, session_id, code)
        self._of(session_id)
        return self.outcome

    async def end(self, caller: Principal, group: Group, session_id: str) -> EndedSession:
        self._enter(caller, group, session_id)
        self._of(session_id)
        return EndedSession(41_200, self.credits)

    async def interact(
        self, caller: Principal, group: Group, scrape_id: str, prompt: str, seconds: float, *, dialect: str = ""
    ) -> PromptResult:
        self._enter(caller, group, scrape_id, prompt, seconds, dialect)
        return PromptResult(self.interaction, self._continued(scrape_id))

    async def run_code(
        self, caller: Principal, group: Group, scrape_id: str, code: Code, *, dialect: str = ""
    ) -> tuple[CodeOutcome, OpenedSession]:
        self._enter(caller, group, scrape_id, code, dialect)
        return self.outcome, self._continued(scrape_id)

    async def end_scrape(self, caller: Principal, group: Group, scrape_id: str) -> EndedSession:
        self._enter(caller, group, scrape_id)
        self._continued(scrape_id)
        return EndedSession(0, 0)

    async def steps(self, caller: Principal, group: Group, session_id: str, *, of_scrape: bool = False) -> SessionSteps:
        self._enter(caller, group, session_id, of_scrape)
        return SessionSteps("https://example.org/" if of_scrape else None, self.steps_done)

    async def export(
        self, caller: Principal, group: Group, session_id: str, *, of_scrape: bool = False, form: str
    ) -> list[dict[str, Any]] | str:
        self._enter(caller, group, session_id, of_scrape, form)
        return "# a script" if form == "playwright" else [{"type": "click", "selector": "#more"}]

    async def replay(
        self, caller: Principal, group: Group, session_id: str
    ) -> tuple[OpenedSession, Sequence[RecordedPage]]:
        self._enter(caller, group, session_id)
        return self._of(session_id), [replace(self.page, frames=())]

    async def replay_page(
        self, caller: Principal, group: Group, session_id: str, page_id: str
    ) -> tuple[OpenedSession, RecordedPage]:
        self._enter(caller, group, session_id, page_id)
        return self._of(session_id), self._recorded(page_id)

    def _recorded(self, page_id: str) -> RecordedPage:
        if page_id != self.page.page_id:
            raise NotFound("Replay page not found.")
        return self.page

    async def shown(self, session_id: str, token: str) -> Shown:
        known = {token: access for access, token in self.tokens.items()}
        if session_id != self.session.session_id or token not in known:
            raise NotFound("Browser session not found.")
        return Shown(self.session, known[token])

    async def _opened(self, session_id: str, token: str, *accesses: Access) -> None:
        if (await self.shown(session_id, token)).access not in accesses:
            raise NotFound("Browser session not found.")
        if self.failure:
            raise self.failure
        if self.session.state is SessionState.DESTROYED:
            raise SessionEnded("Browser session has been destroyed.")

    async def recorded(self, session_id: str, token: str, page_id: str) -> RecordedPage:
        await self.shown(session_id, token)
        return self._recorded(page_id)

    async def devtools(self, session_id: str, token: str) -> StubChannel:
        await self._opened(session_id, token, Access.DEVTOOLS)
        return self.channel

    async def watch(self, session_id: str, token: str) -> AsyncIterator[Frame]:
        await self._opened(session_id, token, Access.VIEW, Access.CONTROL)
        return self._frames()

    async def _frames(self) -> AsyncIterator[Frame]:
        while (frame := await self.frames.get()) is not None:
            yield frame

    async def control(self, session_id: str, token: str) -> Callable[[UserInput], Awaitable[None]]:
        await self._opened(session_id, token, Access.CONTROL)
        return self.used.put
