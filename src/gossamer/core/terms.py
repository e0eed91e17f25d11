"""The terms of sites: statements about what a page may be used for, and which of them count.

Statements of one kind override each other: the most specific place wins, and a denial among equals. Kinds do not
override each other: a denial by any of them is one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.core.specs import Purpose, TermsUse

ROBOTS: Final = "robots.txt"
PRODUCT_TOKEN: Final = "gossamer"  # noqa: S105 - what robots.txt calls a name


@dataclass(frozen=True, slots=True)
class RobotsLine:
    """A line of a robots.txt by its *number*; *group* is the agent it is for, "" outside of all groups."""

    number: int
    group: str
    field: str
    value: str

    @property
    def text(self) -> str:
        """Return the line as it is usually written."""
        return f"{self.field.capitalize()}: {self.value}"

    def as_json(self) -> dict[str, Any]:
        """Return it under wire names."""
        return {"line": self.number, "group": self.group, "rule": self.text}


@dataclass(frozen=True, slots=True)
class Signal:
    """A statement about a page: of which kind it is, where it stands, its *text*, and the *uses* it allows or denies.

    The higher the *rank*, the more specific is its place among those of its kind. *details* are under wire names.
    """

    name: str
    place: str
    text: str
    uses: Mapping[Purpose, bool]
    rank: int = 1
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return it under wire names."""
        uses = {purpose.value: "allow" if is_allowed else "deny" for purpose, is_allowed in self.uses.items()}
        return {"signal": self.name, "place": self.place, "text": self.text, "uses": uses, **self.details}


@dataclass(frozen=True, slots=True)
class Denial:
    """A use that a site does not allow, and the statement that denies it."""

    purpose: Purpose | None
    signal: Signal

    def explain(self) -> str:
        """Return a sentence about it."""
        use = "this page to be fetched" if self.purpose is None else f"the purpose `{self.purpose}` for this page"
        return f"The site does not allow {use}: {self.signal.name} ({self.signal.place}) says `{self.signal.text}`."


@dataclass(frozen=True, slots=True)
class SiteTerms:
    """The statements about one page. *line* is the line of robots.txt that decided, None where no line did."""

    signals: tuple[Signal, ...] = ()
    line: RobotsLine | None = None
    licenses: tuple[str, ...] = ()

    def find_denial(self, use: TermsUse) -> Denial | None:
        """Return the first denial of a purpose of *use*; without any purpose, that of robots.txt alone."""
        if not use.purposes:
            return next((Denial(None, signal) for signal in self.signals if signal.name == ROBOTS), None)
        denials = (
            Denial(purpose, signal)
            for purpose in use.purposes
            for signal in _decisive(self.signals, purpose)
            if not signal.uses[purpose]
        )
        return next(denials, None)

    def as_json(self, use: TermsUse) -> dict[str, Any]:
        """Return the statements, and what they mean for *use*, under wire names."""
        denial = self.find_denial(use)
        decision = "denied" if denial is not None else "unstated"
        if denial is None and use.purposes and all(any(_decisive(self.signals, name)) for name in use.purposes):
            decision = "allowed"
        return {
            "policy": use.policy,
            "purposes": list(use.purposes),
            "decision": decision,
            **({} if denial is None else {"reason": denial.explain()}),
            "robots": None if self.line is None else self.line.as_json(),
            "signals": [signal.as_json() for signal in self.signals],
            "licenses": list(self.licenses),
        }


def _decisive(signals: Sequence[Signal], purpose: Purpose) -> Iterator[Signal]:
    """Yield the signals about *purpose* that no more specific one of their kind overrides."""
    purpose_signals = [signal for signal in signals if purpose in signal.uses]
    for signal in purpose_signals:
        if signal.rank == max(other.rank for other in _of_kind(purpose_signals, signal.name)):
            yield signal


def _of_kind(signals: Iterable[Signal], name: str) -> Iterator[Signal]:
    return (signal for signal in signals if signal.name == name)
