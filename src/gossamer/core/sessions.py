"""Browser sessions: a page that stays open, on its own or after a scrape."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal

from gossamer.core.actions import Action
from gossamer.core.specs import Location, ProfileUse
from gossamer.core.urls import WebUrl


class SessionState(StrEnum):
    """A session is active until it is ended, by whom or what ever."""

    ACTIVE = "active"
    DESTROYED = "destroyed"


class EndReason(StrEnum):
    """Why a session ended."""

    ASKED = "asked"
    IDLE = "idle"
    EXPIRED = "expired"
    CREDITS = "credits"
    # The key that it was opened with may not have it any more.
    REVOKED = "revoked"
    STOPPED = "stopped"
    # Its page took too much memory or crashed, or its browser, or the process that had it, is gone.
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a session's page: a scrape's visit done again, or an empty page when *url* is None."""

    url: WebUrl | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    wait_for: timedelta = timedelta(0)
    actions: tuple[Action, ...] = ()
    mobile: bool = False
    location: Location = Location()
    skip_tls_verification: bool = False
    block_ads: bool = True
    tier: Literal["basic", "stealth"] = "basic"
    profile: ProfileUse | None = None


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """A session: *lifetime* ends it, and *idle* time without use before that."""

    opening: Opening = Opening()
    lifetime: timedelta = timedelta(minutes=10)
    idle: timedelta = timedelta(minutes=5)
    viewable: bool = True
    recorded: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it is recorded. *scrape_id* is the scrape it continues, whose id it has; None when it stands alone.

    *owner* is the process that has its browser and *address* where that process is asked by others;
    *alive_until* moves on while it runs. *credits* is what it was charged, None until it has ended.
    """

    session_id: str
    team_id: str
    key_id: str
    scrape_id: str | None
    state: SessionState
    spec: SessionSpec
    created_at: datetime
    last_activity: datetime
    expires_at: datetime
    owner: str
    address: str
    alive_until: datetime
    prompted: bool = False
    ended_at: datetime | None = None
    end_reason: EndReason | None = None
    credits: int | None = None


class Access(StrEnum):
    """The rights of a session's token."""

    DEVTOOLS = "cdp"
    VIEW = "view"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class RecordedFrame:
    """A picture of a recording; *name* is that of its JPEG in the blob store, sizes are CSS pixels."""

    at: datetime
    width: int
    height: int
    name: str


@dataclass(frozen=True, slots=True)
class RecordedPage:
    """A page that a recorded session showed, one for each address it was at, in their order."""

    page_id: str
    url: str
    started_at: datetime
    ended_at: datetime
    frames: tuple[RecordedFrame, ...] = ()


@dataclass(frozen=True, slots=True)
class StorageState:
    """Cookies, as the DevTools protocol has them, and local storage by origin."""

    cookies: tuple[Mapping[str, Any], ...] = ()
    storage: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProfileClaim:
    """The right to save a team's profile without a session; nobody else has it *until* then, or until its release."""

    claim_id: str
    team_id: str
    name: str
    until: datetime


class Language(StrEnum):
    """Languages of code that a session runs."""

    NODE = "node"
    PYTHON = "python"
    BASH = "bash"


@dataclass(frozen=True, slots=True)
class Code:
    """Code to run beside a session's page, at most for *seconds*."""

    text: str
    language: Language = Language.NODE
    seconds: float = 30


@dataclass(frozen=True, slots=True)
class CodeOutcome:
    """The result of code. *result* is its last value as text, "" for none.

    *error* is one sentence when *exit_code* is not 0. *killed* says that its time, memory or output was over,
    *truncated* that output was cut.
    """

    stdout: str = ""
    stderr: str = ""
    result: str = ""
    exit_code: int = 0
    killed: bool = False
    error: str | None = None
    truncated: bool = False
