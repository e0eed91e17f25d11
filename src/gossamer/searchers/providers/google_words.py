"""Words of Google's own search page, which several providers pass on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from gossamer.core.searches import Freshness
from gossamer.searchers.freshness import Age, exact_age
from gossamer.searchers.reading import plain_text
from gossamer.searchers.service import Unanswered

_QDR: Final = {Age.HOUR: "h", Age.DAY: "d", Age.WEEK: "w", Age.MONTH: "m", Age.YEAR: "y"}
_LONGEST_ERROR: Final = 300


def tbs(freshness: Freshness, now: datetime) -> str:
    """Return the `tbs` parameter; empty when any time and any order will do."""
    parts: list[str] = []
    if age := exact_age(freshness, now):
        parts.append(f"qdr:{_QDR[age]}")
    elif freshness.since is not None or freshness.until is not None:
        parts.append("cdr:1")
        parts.extend(
            f"{name}:{american(moment)}"
            for name, moment in (("cd_min", freshness.since), ("cd_max", freshness.until))
            if moment is not None
        )
    if freshness.by_date:
        parts.append("sbd:1")
    return ",".join(parts)


def american(moment: datetime) -> str:
    """Return the day as month/day/year."""
    return f"{moment.month}/{moment.day}/{moment.year}"


def primary(language: str | None) -> str | None:
    """Return "pt" for "pt-BR"; Chinese keeps its region, which tells its script."""
    if language is None:
        return None
    first, _, rest = language.partition("-")
    if first.lower() == "zh":
        return "zh-tw" if rest.lower() in {"tw", "hk", "mo", "hant"} else "zh-cn"
    return first.lower()


def no_results(payload: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Tell "no results", which some write as an error with status 200, from a failure; raise Unanswered for that."""
    error = plain_text(payload.get("error"), longest=_LONGEST_ERROR)
    if error and not count and "any results" not in error and "no results" not in error.lower():
        raise Unanswered("it failed to ask Google.", detail=error)
    return ()
