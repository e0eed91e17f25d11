"""The navigation of the dashboard."""

from dataclasses import dataclass
from typing import Final

from gossamer.core.accounts import Role


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the navigation; *icon* is a symbol of static/icons.svg."""

    path: str
    label: str
    icon: str
    admins_only: bool = False


ENTRIES: Final = (
    Entry("/dashboard", "Overview", "home"),
    Entry("/dashboard/playground", "Playground", "play"),
    Entry("/dashboard/research", "Research", "search"),
    Entry("/dashboard/activity", "Activity", "activity"),
    Entry("/dashboard/history", "Page history", "clock"),
    Entry("/dashboard/sessions", "Sessions", "window"),
    Entry("/dashboard/monitors", "Monitors", "eye"),
    Entry("/dashboard/usage", "Usage", "chart"),
    Entry("/dashboard/keys", "API keys", "key"),
    Entry("/dashboard/settings", "Settings", "settings"),
    Entry("/dashboard/audit", "Audit log", "audit", admins_only=True),
)


def entries(role: Role) -> tuple[Entry, ...]:
    """Return the entries that somebody in *role* can open."""
    return tuple(entry for entry in ENTRIES if role is Role.ADMIN or not entry.admins_only)


def is_current(entry: Entry, path: str) -> bool:
    """Return whether *path* is the entry's page or below it."""
    return path == entry.path or (entry.path != ENTRIES[0].path and path.startswith(entry.path + "/"))
