"""Bounds of admission, and their messages."""

from dataclasses import dataclass
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree

# After this share of its time a request could hardly get the page any more.
_WAITED_FOR: Final = 2 / 3
_ASK_OPERATOR: Final = "an operator of this service can raise the team's concurrency"
_ASK_ADMIN: Final = "a team admin can raise it in the dashboard: API Keys, Restrictions (/dashboard/keys)"


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit in words: so many *places* for *what* of *whose*, and who can raise it."""

    places: int
    what: str
    whose: str
    remedy: str


def of_deployment(places: int, whose: str, setting: str) -> Bound:
    """Return a bound that the operator set for everybody; jobs have one of their own."""
    return Bound(places, "scrapes and maps", whose, f"an operator can raise {setting}")


def of_team(places: int) -> Bound:
    """Return the bound of a team that has one of its own, its jobs included."""
    return Bound(places, "pages", "this team", _ASK_OPERATOR)


def of_key(places: int) -> Bound:
    """Return the bound of a key, its jobs included."""
    return Bound(places, "pages", "this API key", _ASK_ADMIN)


def patience(deadline: Deadline) -> float:
    """Return the seconds that a place is waited for; below 0 when they are over."""
    return deadline.remaining() - deadline.budget.total_seconds() * (1 - _WAITED_FOR)


def none_ended(bound: Bound, deadline: Deadline) -> NoPlaceFree:
    """Return the error for who waited in vain."""
    budget = deadline.budget.total_seconds()
    return NoPlaceFree(
        explanation(bound, f"none ended within two thirds of the timeout of {budget:g} seconds. Try again later")
    )


def explanation(bound: Bound, reason: str) -> str:
    """Return the limit reached, the reason that it is a problem now, and who can change it."""
    return (
        f"{bound.places} {bound.what} of {bound.whose} are under way, which is the limit, and {reason}; {bound.remedy}."
    )
