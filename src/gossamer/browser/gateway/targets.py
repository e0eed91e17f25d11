"""Targets, as far as one has to look into them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


class GatewayTarget(msgspec.Struct, rename="camel"):
    """A page, a worker, the browser itself."""

    target_id: str
    type: str = ""
    url: str = ""
    browser_context_id: str = ""


class TargetCreated(msgspec.Struct, rename="camel"):
    """The parameters of Target.targetCreated, targetInfoChanged and getTargetInfo."""

    target_info: GatewayTarget


class Named(msgspec.Struct, rename="camel"):
    """The id of a target."""

    target_id: str = ""


class Attached(msgspec.Struct, rename="camel"):
    """The parameters of Target.attachedToTarget."""

    session_id: str
    target_info: GatewayTarget


class Detached(msgspec.Struct, rename="camel"):
    """The parameters of Target.detachedFromTarget."""

    session_id: str


class FilterEntry(msgspec.Struct):
    """One line of a target filter; no *type* means all."""

    type: str | None = None
    exclude: bool = False


# The protocol's default for a filter that is not given.
_DEFAULT = (FilterEntry("browser", exclude=True), FilterEntry("tab", exclude=True), FilterEntry())


class Filter:
    """Which targets somebody asked for: the first line that names a target's type decides, else it is left out."""

    def __init__(self, entries: Sequence[FilterEntry] = _DEFAULT) -> None:
        self._entries = entries

    @classmethod
    def given(cls, params: Mapping[str, Any]) -> "Filter":
        """Return the filter in a command's parameters. Raises msgspec.ValidationError."""
        entries = params.get("filter")
        return cls() if entries is None else cls(msgspec.convert(entries, list[FilterEntry]))

    def matches(self, target: GatewayTarget) -> bool:
        """Return whether it was asked for."""
        for entry in self._entries:
            if entry.type is None or entry.type == target.type:
                return not entry.exclude
        return False
