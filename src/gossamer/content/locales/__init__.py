"""Locales: words and phrases of languages as data, one TOML file a subject.

Code asks for a table by the file's name and the key's path: `words("prices", "per_piece")`. Files are read once.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(subject: str) -> Mapping[str, Any]:
    """Return the whole table of *subject*: the content of `<subject>.toml` in this folder."""
    return tomllib.loads(files(__package__).joinpath(f"{subject}.toml").read_text(encoding="utf-8"))


def entry(subject: str, *path: str) -> Any:
    """Return the value at *path* in the table of *subject*; a key that is missing is a KeyError."""
    table_value: Any = table(subject)
    for key in path:
        table_value = table_value[key]
    return table_value


@cache
def words(subject: str, *path: str) -> frozenset[str]:
    """Return the words at *path* as a set; the data is one string with blanks between words, or a list of phrases."""
    entries = entry(subject, *path)
    return frozenset(entries.split() if isinstance(entries, str) else entries)


@cache
def pattern(subject: str, *path: str) -> re.Pattern[str]:
    """Return the regular expression at *path*, compiled; its flags stand in it, as `(?i)`."""
    return re.compile(entry(subject, *path))


@cache
def selector(subject: str, *path: str) -> str:
    """Return the CSS selector at *path*: its `elements`, and its `tags` with one of its `words` in one of `attributes`.

    `unless` is a selector of those that are left out.
    """
    row = entry(subject, *path)
    unless = f":not({row['unless']})" if "unless" in row else ""
    named = (
        f'{tag}[{attribute}*="{word}" i]{unless}'
        for word in row.get("words", "").split()
        for attribute in row.get("attributes", "class id").split()
        for tag in row.get("tags", "").split() or [""]
    )
    return ", ".join((*row.get("elements", ()), *named))
