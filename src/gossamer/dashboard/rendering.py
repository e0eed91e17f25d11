"""Templates to text: Jinja with autoescape everywhere, and undefined names are errors."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gossamer.core.accounts import Role
from gossamer.dashboard.assets import Assets

_PARTS: Final = re.compile(r"[^/?&=_.-]*[/?&=_.-]+|[^/?&=_.-]+")


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """A page in the navigation; *icon* is a symbol of static/icons.svg."""

    path: str
    label: str
    icon: str
    admins_only: bool = False


ENTRIES: Final = (
    NavigationEntry("/dashboard", "Overview", "home"),
    NavigationEntry("/dashboard/playground", "Playground", "play"),
    NavigationEntry("/dashboard/research", "Research", "search"),
    NavigationEntry("/dashboard/activity", "Activity", "activity"),
    NavigationEntry("/dashboard/history", "Page history", "clock"),
    NavigationEntry("/dashboard/sessions", "Sessions", "window"),
    NavigationEntry("/dashboard/monitors", "Monitors", "eye"),
    NavigationEntry("/dashboard/usage", "Usage", "chart"),
    NavigationEntry("/dashboard/keys", "API keys", "key"),
    NavigationEntry("/dashboard/settings", "Settings", "settings"),
    NavigationEntry("/dashboard/audit", "Audit log", "audit", admins_only=True),
)


def entries(role: Role) -> tuple[NavigationEntry, ...]:
    """Return the entries that somebody in *role* can open."""
    return tuple(entry for entry in ENTRIES if role is Role.ADMIN or not entry.admins_only)


def is_current(entry: NavigationEntry, path: str) -> bool:
    """Return whether *path* is the entry's page or below it."""
    return path == entry.path or (entry.path != ENTRIES[0].path and path.startswith(entry.path + "/"))


class Views:
    """The templates of the dashboard."""

    def __init__(self, assets: Assets) -> None:
        self._environment = Environment(
            loader=PackageLoader("gossamer.dashboard", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            # Templates are part of the package: they do not change while the process runs.
            auto_reload=False,
        )
        self._environment.globals.update(static=assets.address, navigation=entries, is_current=is_current)
        self._environment.filters.update(date=_date, moment=_moment, iso=_iso, number=_number, breaks=_breaks)

    def render(self, template: str, **values: Any) -> str:
        """Return *template* with *values*."""
        return self._environment.get_template(template).render(values)


def _date(at: datetime) -> str:
    return f"{at.astimezone(UTC):%d %b %Y}".lstrip("0")


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%d %b %Y, %H:%M} UTC".lstrip("0")


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _number(value: int) -> str:
    """Return *value* in groups of three digits, parted by narrow spaces that do not break."""
    return f"{value:,}".replace(",", "\u202f")


def _breaks(address: str) -> Markup:
    """Return *address* with places where a line may end, so that no word of it has to be broken."""
    return Markup("<wbr>").join(_PARTS.findall(address))
