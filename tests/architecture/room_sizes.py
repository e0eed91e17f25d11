"""Size and density of decisions of each room of the source, and the budgets in `rooms.toml`.

A room is a package of `gossamer`; `content` and `features` are divided by their packages. Decisions are statements that
branch or loop, ternaries, match cases, each further operand of `and` and `or`, and each comprehension with its
conditions; native sources are counted by their words.

    python -m tests.architecture.room_sizes   # lowers the budgets of rooms that became smaller
"""

import ast
import functools
import math
import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src/gossamer"
BUDGETS = Path(__file__).with_name("rooms.toml")

_BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.Assert,
    ast.match_case,
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_NATIVE_BRANCH = re.compile(r"\b(?:if|elif|for|while|except|and|or|case)\b|&&|[|]{2}|\?")
_NATIVE_SUFFIXES = {".pyx", ".pxd", ".c", ".h"}


@dataclass(frozen=True, slots=True)
class Size:
    """Lines of a source, lines with code among them, and decisions."""

    lines: int = 0
    code: int = 0
    decisions: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(self.lines + other.lines, self.code + other.code, self.decisions + other.decisions)

    @property
    def density(self) -> float:
        """Return the decisions per 100 lines of code, rounded up to a tenth."""
        return math.ceil(1000 * self.decisions / max(1, self.code)) / 10


@functools.cache
def measure_rooms() -> dict[str, Size]:
    """Return the size of each room, and of the whole source as `everything`."""
    rooms: defaultdict[str, Size] = defaultdict(Size)
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix == ".py":
            size = _measure_python(path.read_text("utf-8"))
        elif path.suffix in _NATIVE_SUFFIXES and not _is_generated(path):
            size = _measure_native(path.read_text("utf-8"))
        else:
            continue
        rooms[_find_room(path.relative_to(SOURCE).parts)] += size
        rooms["everything"] += size
    return dict(rooms)


def read_budgets() -> dict[str, dict[str, float]]:
    """Return the highest number of lines and density of decisions by room."""
    return tomllib.loads(BUDGETS.read_text("utf-8"))


def write_budgets(sizes: dict[str, Size]) -> None:
    """Lower the budgets to *sizes*; a room without a budget gets its size."""
    budgets = read_budgets()
    comment = "# The most lines, and decisions per 100 lines of code, of each room (see room_sizes.py).\n"
    rows = [
        f'"{room}" = {{ lines = {min(size.lines, budget.get("lines", size.lines)):.0f},'
        f" density = {min(size.density, budget.get('density', size.density))} }}"
        for room, size in sorted(sizes.items())
        for budget in [budgets.get(room, {})]
    ]
    BUDGETS.write_text(comment + "\n".join(rows) + "\n", "utf-8")


def _find_room(parts: tuple[str, ...]) -> str:
    if len(parts) == 1:
        return "top"
    depth = 1
    if parts[0] in {"content", "features"} and len(parts) > 2:
        depth = 3 if parts[:2] == ("features", "interact") and len(parts) > 3 else 2
    return "/".join(parts[:depth])


def _measure_python(text: str) -> Size:
    decisions = 0
    code = {number for number, line in enumerate(text.splitlines(), 1) if line.strip() and not _is_comment(line)}
    for node in ast.walk(ast.parse(text)):
        decisions += _count_decisions(node)
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            code.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return Size(text.count("\n"), len(code), decisions)


def _count_decisions(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, _BRANCHES))


def _measure_native(text: str) -> Size:
    code = [line for line in text.splitlines() if line.strip() and not _is_comment(line)]
    return Size(text.count("\n"), len(code), sum(len(_NATIVE_BRANCH.findall(line)) for line in code))


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//"))


def _is_generated(path: Path) -> bool:
    return path.suffix == ".c" and path.with_suffix(".pyx").exists()


if __name__ == "__main__":
    write_budgets(measure_rooms())
