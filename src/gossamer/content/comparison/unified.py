"""The diff as text, in the unified format of git, and as the JSON that clients know (that of parse-diff)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

_CONTEXT: Final = 3
_SIGNS: Final = {"same": " ", "del": "-", "add": "+"}
_BEFORE: Final = "previous"
_AFTER: Final = "current"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a diff; *kind* is "same", "del" or "add"."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Lines that stand together; *old* and *new* are the numbers of the first of them, from 1."""

    old: int
    new: int
    lines: Sequence[DiffLine]

    @property
    def heading(self) -> str:
        old_count = sum(line.kind != "add" for line in self.lines)
        new_count = sum(line.kind != "del" for line in self.lines)
        # An empty side is named by the line before it, as git does.
        old, new = self.old - (not old_count), self.new - (not new_count)
        return f"@@ -{old},{old_count} +{new},{new_count} @@"


def write_unified_diff(lines: Sequence[DiffLine]) -> str:
    """Return *lines* as a unified diff with three lines of context, "" where nothing differs."""
    hunks = list(_hunks(lines))
    if not hunks:
        return ""
    written = [f"--- {_BEFORE}", f"+++ {_AFTER}"]
    for hunk in hunks:
        written.append(hunk.heading)
        written += [_SIGNS[line.kind] + line.text for line in hunk.lines]
    return "\n".join(written) + "\n"


def build_diff_object(lines: Sequence[DiffLine]) -> dict[str, Any]:
    """Return the same diff as an object: files, chunks and changes with their line numbers."""
    chunks = [{"content": hunk.heading, "changes": list(_changes(hunk))} for hunk in _hunks(lines)]
    return {"files": [{"from": _BEFORE, "to": _AFTER, "chunks": chunks}]}


def _changes(hunk: _Hunk) -> Iterator[dict[str, Any]]:
    old, new = hunk.old, hunk.new
    for line in hunk.lines:
        content = _SIGNS[line.kind] + line.text
        match line.kind:
            case "same":
                yield {"type": "normal", "normal": True, "ln1": old, "ln2": new, "content": content}
            case "del":
                yield {"type": "del", "del": True, "ln": old, "content": content}
            case _:
                yield {"type": "add", "add": True, "ln": new, "content": content}
        old += line.kind != "add"
        new += line.kind != "del"


def _hunks(lines: Sequence[DiffLine]) -> Iterator[_Hunk]:
    shown = sorted(
        {
            near
            for at, line in enumerate(lines)
            if line.kind != "same"
            for near in range(max(0, at - _CONTEXT), min(len(lines), at + _CONTEXT + 1))
        }
    )
    old, new, at = 1, 1, 0
    while shown:
        size = next((n for n, shown_index in enumerate(shown) if shown_index != shown[0] + n), len(shown))
        for line in lines[at : shown[0]]:
            old += line.kind != "add"
            new += line.kind != "del"
        at = shown[0]
        yield _Hunk(old, new, lines[at : at + size])
        shown = shown[size:]
        for line in lines[at : at + size]:
            old += line.kind != "add"
            new += line.kind != "del"
        at += size
