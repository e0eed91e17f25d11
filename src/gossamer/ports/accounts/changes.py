"""Changes of a team or a key: members left out stay, and None removes a limit."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from gossamer.core.accounts import UNCHANGED, Unchanged


@dataclass(frozen=True, slots=True)
class Change:
    """A change."""

    def given(self) -> Mapping[str, Any]:
        """Return the values to change, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value is not UNCHANGED}


@dataclass(frozen=True, slots=True)
class TeamChange(Change):
    """A change of a team."""

    name: str | Unchanged = UNCHANGED
    credits: int | Unchanged | None = UNCHANGED
    concurrency: int | Unchanged | None = UNCHANGED
    rate_limits: Mapping[str, int] | Unchanged = UNCHANGED


@dataclass(frozen=True, slots=True)
class KeyChange(Change):
    """A change of a key, without its restrictions."""

    name: str | Unchanged = UNCHANGED
    expires_at: datetime | Unchanged | None = UNCHANGED
