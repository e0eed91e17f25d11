"""The form for a monitor: what somebody typed, and the request that it stands for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import urlsplit

from pydantic import ValidationError

from gossamer.dashboard.forms import Form

# What can be watched, in words, and the goal that stands for it where none is typed.
WHAT: Final[Mapping[str, tuple[str, str]]] = {
    "page": ("The whole page", "Tell me about any change of its text."),
    "part": ("A part of the page", "Name the part by a CSS selector, such as #news or .price."),
    "price": ("A price", "Tell me when a price changes."),
    "list": ("A list", "Tell me when an entry is added."),
    "stock": ("Availability", "Tell me when something is sold out or available again."),
}
_GOALS: Final = {"price": "The price changes", "list": "A new entry is added", "stock": "The stock changes"}
SCHEDULES: Final = (
    ("every 5 minutes", "Every 5 minutes"),
    ("every 15 minutes", "Every 15 minutes"),
    ("every 30 minutes", "Every 30 minutes"),
    ("hourly", "Every hour"),
    ("every 6 hours", "Every 6 hours"),
    ("daily at 9:00", "Every day at 9:00"),
    ("weekly", "Every week"),
)
_FIELDS: Final = 5


@dataclass(frozen=True, slots=True)
class Draft:
    """The fields of the form, as they were typed."""

    urls: str = ""
    name: str = ""
    what: str = "page"
    part: str = ""
    goal: str = ""
    schedule: str = "hourly"
    words: str = ""
    timezone: str = "UTC"
    emails: str = ""
    webhook: str = ""
    services: str = ""
    key: str = ""

    @classmethod
    def of(cls, form: Form) -> Self:
        """Return what was typed into *form*."""
        given = {name: form.one(name) for name in cls.__slots__ if name in form}
        made = cls(**given)
        return made if made.what in WHAT else cls(**{**given, "what": "page"})

    def body(self) -> dict[str, Any]:
        """Return the body of the request that creates the monitor."""
        urls = self.urls.split()
        body: dict[str, Any] = {
            "name": self.name or (urlsplit(urls[0]).netloc or urls[0] if urls else ""),
            "schedule": self._schedule(),
            "targets": [{"type": "scrape", "urls": urls, **self._compared()}],
            "notification": self._notification(),
        }
        goal = self.goal or _GOALS.get(self.what, "")
        optional = {"goal": goal, "webhook": self.webhook}
        return {**body, **{name: value for name, value in optional.items() if value}}

    def scrape_body(self) -> dict[str, Any]:
        """Return the body of the request that shows what would be watched."""
        only = self._compared().get("compare", {}).get("onlySelectors", [])
        first = self.urls.split()[:1]
        return {"url": first[0] if first else "", "formats": ["markdown"], "includeTags": only, "maxAge": 0}

    def _compared(self) -> dict[str, Any]:
        if self.what != "part" or not self.part:
            return {}
        return {"compare": {"onlySelectors": [one.strip() for one in self.part.split(",") if one.strip()]}}

    def _schedule(self) -> dict[str, Any]:
        text = self.words or self.schedule
        kind = "cron" if len(text.split()) == _FIELDS and not text[0].isalpha() else "text"
        return {kind: text, "timezone": self.timezone or "UTC"}

    def _notification(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if recipients := self.emails.replace(",", " ").split():
            found["email"] = {"enabled": True, "recipients": recipients, "includeDiffs": True}
        if services := self.services.split():
            found["apprise"] = {"urls": services}
        return found


def sentence(failure: ValidationError) -> str:
    """Return what is wrong with a form, in one sentence."""
    first = failure.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if isinstance(part, str) and part != "scrape")
    message = str(first["msg"]).removeprefix("Value error, ")
    return message if first["type"] == "custom" else f"{where}: {message}."
