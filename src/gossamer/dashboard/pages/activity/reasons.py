"""Codes in words, from `reasons.toml`: why a scrape or map failed, and why a URL is no page of a job."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Final

_WORDS: Final = tomllib.loads((resources.files(__package__) / "reasons.toml").read_text("utf-8"))
FAILURES: Final[Mapping[str, str]] = _WORDS["failures"]
REFUSALS: Final[Mapping[str, str]] = _WORDS["refusals"]
_OWN_FAILURE: Final = "Something failed on our side."


def failure(code: str) -> str:
    """Return the meaning of the *code* of a failed scrape or map."""
    return FAILURES.get(code, _OWN_FAILURE)


def refusal(code: str | None) -> str:
    """Return the meaning of the *code* of a URL that is no page; empty when there is no more to say than the code."""
    return "" if code is None else REFUSALS.get(code) or FAILURES.get(code, "")
