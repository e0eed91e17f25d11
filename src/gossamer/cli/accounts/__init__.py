"""`gossamer team`, `key`, `member`, `user`, `org`, `audit`: what an operator does without a server.

A module is imported by the command that needs it: the service's parts behind it take longer than most commands.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gossamer.cli.accounts import audit, deletion, keys, members, organizations, teams

_MODULES = frozenset({"audit", "deletion", "keys", "members", "organizations", "teams"})


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
