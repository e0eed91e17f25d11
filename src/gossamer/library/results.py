"""What calls return beside documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Extraction:
    """The answer to `extract`: *data* in the schema's shape, None where no page has it, and what may be wrong with it.

    *sources* are by JSON pointer into *data*: the URLs that say each value.
    """

    data: Any
    sources: Mapping[str, Sequence[str]]
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class Interaction:
    """The answer to a prompt: whether all of it was done, and the answer in words and, of a list or table, as data."""

    done: bool
    output: str
    data: Any = None
    not_understood: tuple[str, ...] = ()
