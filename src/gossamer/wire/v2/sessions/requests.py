"""`POST /v2/browser`, `…/execute` and `POST /v2/scrape/{id}/interact`."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field, model_validator

from gossamer.core.errors import CallerError
from gossamer.core.sessions import Code, Language, Opening, SessionSpec, SessionState
from gossamer.core.specs import Location
from gossamer.wire.integrations import Sender
from gossamer.wire.locations import Place
from gossamer.wire.shapes import Shape, Whole, broken_rule, example
from gossamer.wire.v2.options import OwnProfile

_NOTHING_ASKED = "Either 'code' or 'prompt' must be provided."

LanguageName = Annotated[
    Literal["node", "python", "bash"],
    Field(description="Node.js and Python have Playwright's `page` at hand; bash has `CDP_URL`."),
]
CodeText = Annotated[str, Field(min_length=1, max_length=100_000)]
Seconds = Annotated[float, Field(ge=1, le=300, description="Seconds until the prompt or the code must have ended.")]

QUERY = {"status": "`active` or `destroyed`; both when left out."}


def asked_state(query: Mapping[str, str]) -> SessionState | None:
    """Return the state that sessions are wanted in, None for any; CallerError when there is no such state."""
    status = query.get("status")
    if not status:
        return None
    try:
        return SessionState(status)
    except ValueError as error:
        raise CallerError("Invalid status. Use active or destroyed.") from error


class BrowserRequest(Shape, Sender):
    """A session that stands alone."""

    model_config = example(ttl=600, activityTtl=300, profile={"name": "shop", "saveChanges": True})

    ttl: Annotated[Whole, Field(ge=30, le=3600, description="Seconds until the session ends.")] = 600
    activity_ttl: Annotated[
        Whole, Field(ge=10, le=3600, description="Seconds without use until the session ends before that.")
    ] = 300
    stream_web_view: Annotated[bool, Field(description="Whether the page can be watched.")] = True
    record_session: Annotated[bool, Field(description="Whether a replay is kept.")] = True
    block_ads: bool = True
    location: Place | None = None
    proxy: Annotated[
        Literal["basic", "stealth"], Field(description="Through which proxies: those of the job that waits at a wall.")
    ] = "basic"
    profile: Annotated[
        OwnProfile | None, Field(description="Cookies and storage that outlive the session, under a name of the team.")
    ] = None

    def spec(self) -> SessionSpec:
        """Return the request as the core knows it."""
        place = self.location.location() if self.location else Location()
        profile = self.profile.use() if self.profile else None
        return SessionSpec(
            opening=Opening(location=place, block_ads=self.block_ads, tier=self.proxy, profile=profile),
            lifetime=timedelta(seconds=self.ttl),
            idle=timedelta(seconds=self.activity_ttl),
            viewable=self.stream_web_view,
            recorded=self.record_session,
        )


class ExecuteRequest(Shape, Sender):
    """Code to run beside a session's page."""

    model_config = example(code="await page.goto('https://example.com'); await page.title()", language="node")

    code: CodeText
    language: LanguageName = "node"
    timeout: Seconds = 30

    def spec(self) -> Code:
        """Return the request as the core knows it."""
        return Code(self.code, Language(self.language), self.timeout)


class InteractRequest(Shape, Sender):
    """An instruction for a scraped page, in words or as code. With both, the words count."""

    model_config = example(prompt='Click "Load more" until it is gone')

    prompt: Annotated[str, Field(min_length=1, max_length=10_000, description="What to do, or to find out.")] | None = (
        None
    )
    code: CodeText | None = None
    language: LanguageName = "node"
    timeout: Seconds = 30

    @model_validator(mode="after")
    def _asks_for_something(self) -> "InteractRequest":
        if not (self.prompt or "").strip() and not (self.code or "").strip():
            raise broken_rule(_NOTHING_ASKED)
        return self

    @property
    def words(self) -> str | None:
        """Return the prompt, None when the task is given as code."""
        return self.prompt if self.prompt and self.prompt.strip() else None

    def spec(self) -> Code:
        """Return the code as the core knows it."""
        return Code(self.code or "", Language(self.language), self.timeout)
