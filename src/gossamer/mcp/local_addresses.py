"""Addresses in results of tools whose server does not listen, as over standard streams.

A stored file is named by its path on this machine. An address of the API keeps its path alone, which a tool can use.
What only a listening server gives, such as a live view, is empty, and a warning says so.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

# Nothing can be there (RFC 6761), so no address of a page is taken for one of ours.
HOST: Final = "gossamer.invalid"
_OURS: Final = re.compile(rf"(?P<scheme>http|ws)://{re.escape(HOST)}(?P<path>/\S*)(?P<note>.*)", re.DOTALL)
_BLOBS: Final = "/blobs/"


@dataclass(frozen=True, slots=True)
class LocalAddresses:
    """Replaces the addresses; *file_of* returns the path of a stored file by its name."""

    file_of: Callable[[str], str]

    def shown(self, result: Any) -> Any:
        """Return *result* as its reader can use it."""
        rewriting = _Rewriting(self.file_of)
        value = rewriting.of(result, "")
        if not rewriting.emptied or not isinstance(value, Mapping):
            return value
        names = ", ".join(f"`{name}`" for name in sorted(rewriting.emptied))
        note = f"Empty, because no server listens here: {names}. `gossamer serve` gives them."
        return {**value, "warning": " ".join(filter(None, [value.get("warning"), note]))}


@dataclass(slots=True)
class _Rewriting:
    """One result: *emptied* collects the names of fields that nobody can use."""

    file_of: Callable[[str], str]
    emptied: set[str] = field(default_factory=set)

    def of(self, value: Any, name: str) -> Any:
        match value:
            case str():
                return self._text(value, name)
            case Mapping():
                return {key: self.of(each, key) for key, each in value.items()}
            case list():
                return [self.of(each, name) for each in value]
            case _:
                return value

    def _text(self, text: str, name: str) -> str:
        match = _OURS.fullmatch(text)
        if match is None:
            return text
        path = match["path"]
        if path.startswith(_BLOBS):
            return self.file_of(path.removeprefix(_BLOBS)) + match["note"]
        # A client with the token needs no key: only a browser, or a program that connects, can use it.
        if match["scheme"] == "ws" or "token=" in path:
            self.emptied.add(name)
            return ""
        return path + match["note"]
