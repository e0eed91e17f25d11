"""Shapes of answers about sessions, for the API reference."""

from typing import Any, Literal

from pydantic import Field

from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import example

_ID = "0c2e4b1a-8f5d-4c3b-9a7e-1d2f3a4b5c6d"
_AT = f"http://127.0.0.1:3002/v2/browser/{_ID}"
_ADDRESSES = {
    "cdpUrl": f"ws://127.0.0.1:3002/v2/browser/{_ID}/cdp?token=…",
    "liveViewUrl": f"{_AT}/live?token=…",
    "interactiveLiveViewUrl": f"{_AT}/live?token=…",
}


class _Addresses(AnswerShape):
    """The addresses of a session; each holds a secret."""

    cdp_url: str = Field(description="WebSocket of the DevTools protocol, for Playwright and Puppeteer.")
    live_view_url: str = Field(description="A page that shows the session.")
    interactive_live_view_url: str = Field(description="A page that shows the session and takes mouse and keyboard.")


class Created(_Addresses):
    """A session that was opened."""

    model_config = example(success=True, id=_ID, **_ADDRESSES, expiresAt="2026-01-02T03:14:05.000Z")

    success: bool
    id: str
    expires_at: str


class ListedSession(_Addresses):
    """A session of the team."""

    id: str
    status: Literal["active", "destroyed"]
    stream_web_view: bool
    created_at: str
    last_activity: str
    expires_at: str
    scrape_id: str | None = Field(default=None, description="The scrape that it continues.")
    end_reason: str | None = Field(
        default=None, description="`asked`, `idle`, `expired`, `memory`, `credits`, `stopped` or `lost`."
    )


class Listed(Success):
    """Sessions of the team of the last day, youngest first."""

    sessions: list[ListedSession]


class SessionAnswer(ListedSession):
    """A session."""

    success: bool


class _Outcome(AnswerShape):
    stdout: str
    result: str = Field(description="The last value of the code as text, or what the prompt gave.")
    stderr: str
    exit_code: int = Field(description="0 when all was done.")
    killed: bool = Field(description="Whether a limit of time, memory or output was reached.")
    error: str | None = Field(default=None, description="One sentence when `exitCode` is not 0.")
    truncated: bool | None = Field(default=None, description="Present when output was cut.")


class Executed(_Outcome):
    """The result of code."""

    success: bool = Field(description="True also when the code failed.")


class Ended(Success):
    """A session that was ended."""

    model_config = example(
        success=True, sessionDurationMs=41200, creditsBilled=2, status="destroyed", cleanupQueued=True
    )

    session_duration_ms: int
    credits_billed: int | None = Field(default=None, description="Absent when it had ended before.")
    status: Literal["destroyed"]
    cleanup_queued: bool


class Target(AnswerShape):
    """An element of the page."""

    selector: str = Field(description="CSS that selects it alone in its document.")
    role: str | None = None
    name: str | None = Field(default=None, description="Its accessible name.")
    frames: list[str] | None = Field(default=None, description="Selectors of the iframes it is in, outermost first.")


class StepTaken(AnswerShape):
    """One thing that was done on the page."""

    kind: str
    what: str = Field(description="The step in words.")
    target: Target | None = None
    onto: Target | None = None
    for_: str | None = Field(default=None, alias="for", description="The part of the prompt that it is for.")
    url: str | None = Field(default=None, description="Address of the page after it.")
    note: str | None = None
    error: str | None = Field(default=None, description="Why it could not be done.")


class ModelUsage(AnswerShape):
    """The use of a language model."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Interacted(_Outcome, _Addresses):
    """The result of a prompt or of code."""

    model_config = example(
        success=True,
        output='Clicked "Load more" 11 times; it is gone.',
        stdout="",
        stderr="",
        result='Clicked "Load more" 11 times; it is gone.',
        exitCode=0,
        killed=False,
        sessionId=_ID,
        **_ADDRESSES,
        steps=[
            {
                "kind": "click",
                "what": 'click button "Load more"',
                "target": {"selector": "#more", "role": "button", "name": "Load more"},
                "for": 'Click "Load more" until it is gone',
                "url": "https://example.com/list",
            }
        ],
        quotes=[],
        notUnderstood=[],
        candidates=[],
        notices=[],
        madeBy="deterministic",
    )

    success: bool = Field(description="Whether the whole prompt was carried out.")
    session_id: str
    output: str | None = Field(default=None, description="The answer to a prompt, in words.")
    steps: list[StepTaken] | None = Field(default=None, description="What was done for a prompt.")
    data: Any = Field(default=None, description="A structured answer: a list, a table, a number.")
    quotes: list[str] | None = Field(default=None, description="The places of the page that the answer is from.")
    not_understood: list[str] | None = Field(default=None, description="Parts of the prompt that were not understood.")
    candidates: list[str] | None = Field(default=None, description="What on the page comes nearest to them.")
    notices: list[str] | None = Field(default=None, description="Warnings, as of instructions in the page.")
    made_by: Literal["deterministic", "model"] | None = None
    usage: ModelUsage | None = None
    transcript: list[dict[str, Any]] | None = Field(default=None, description="The conversation with the model.")


class StepsTaken(Success):
    """The steps of a session; the member present depends on `format`."""

    url: str | None = Field(default=None, description="The page that the session began with.")
    steps: list[StepTaken] | None = None
    actions: list[dict[str, Any]] | None = Field(default=None, description="The steps as `actions` of a scrape.")


class RecordedPage(AnswerShape):
    """The recording of one page."""

    page_id: str
    url: str = Field(description="HLS playlist, read with the key.")
    player_url: str = Field(description="The same for video players; holds a secret instead of the key.")
    page_url: str = Field(description="Address of the page.")
    start_time_ms: int = Field(description="Milliseconds since 1970.")
    end_time_ms: int


class Replay(Success):
    """The recording of a session."""

    pages: list[RecordedPage]
    page_count: int
