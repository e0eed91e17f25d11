"""Output of account commands: tables for people, JSON for machines."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.table import Table

_ENDLESS = 10_000


def tell_json(value: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Print *value* as JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def tell_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print *rows* under *columns*, or that there are none; nothing of them is read as markup, and nothing is cut."""
    rows = list(rows)
    if not rows:
        print("None.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(_plain(cell) for cell in row))
    # A pipe has no width; rows that are read by line must not be folded.
    console = Console(width=None if sys.stdout.isatty() else _ENDLESS, markup=False, highlight=False, emoji=False)
    console.print(table)


def tell_facts(facts: Mapping[str, str]) -> None:
    """Print each fact on a line of its own."""
    width = max(map(len, facts))
    for name, value in facts.items():
        print(f"{name:<{width}}  {_plain(value)}")


def moment(at: datetime | None, otherwise: str = "-") -> str:
    """Return *at* to the minute, in UTC."""
    return otherwise if at is None else at.strftime("%Y-%m-%d %H:%M")


def state(purge_at: datetime | None) -> str:
    """Return whether a team or organization is in use, by when it is removed if it is deleted."""
    return "in use" if purge_at is None else f"deleted, gone on {purge_at:%Y-%m-%d}"


def describe_bound(value: int | None) -> str:
    """Return a bound as people say it."""
    return "no limit" if value is None else str(value)


def _plain(text: str) -> str:
    """Return *text* on one line and without what would steer a terminal: names are chosen by others."""
    return "".join(character if character.isprintable() else "�" for character in text)
