"""The tasks: see README.md for what `tasks.json` of a split says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.prompts.site import FOLDER

SPLITS = ("dev", "unseen", "fresh")

# What visitors leave behind: a task that does not name it must not change it.
LASTING = {
    "shop": ("cart", "newsletter", "coupon"),
    "jobs": ("applications", "alerts"),
    "docs": (),
    "admin": ("users",),
    "bikes": ("bookings",),
    "flats": ("saved", "viewings"),
    "help": ("tickets", "votes"),
    "stock": ("items",),
    "library": ("holds", "lists", "loans", "contact", "reviews"),
    "depot": ("items", "log", "requests"),
}


@dataclass(frozen=True, slots=True)
class Task:
    """A prompt on a fresh copy of *site*."""

    name: str
    split: str
    site: str
    prompt: str
    expect: Mapping[str, Any]


def tasks_of(split: str) -> list[Task]:
    """Return the tasks of *split* in their order."""
    rows = json.loads((FOLDER / split / "tasks.json").read_text("utf-8"))
    return [Task(row["id"], split, row["site"], row["prompt"], row["expect"]) for row in rows]
