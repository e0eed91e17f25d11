"""What is said less plainly than was asked for: taken out of the answer and told beside it, so that nothing is lost.

Where evidence is asked for, an answer that a model had a part in keeps what is sure, unless less is asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gossamer.core.formats import Json
from gossamer.core.understanding import NEXT, Confidence, Evidence, Extraction, Method, Withheld
from gossamer.core.json_pointers import below, coverage, is_empty
from gossamer.features.understanding.merging import identity_of

_ORDER: Final = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)
_VALUE: Final = "The page says it with {told} confidence, and {least} was asked for: see `withheld`."
_ENTRIES: Final = "Entries that the page says with less than {least} confidence were left out: see `withheld`."


def sure_enough(found: Extraction, wanted: Json) -> Extraction:
    """Return *found* without what is said less plainly than *wanted* asks for; that is *withheld* then."""
    least = _least(found, wanted)
    if least is Confidence.LOW:
        return found
    sieve = _Sieve(found, least)
    value = sieve.part(found.value, "", "")
    if not sieve.withheld:
        return found
    return replace(
        found,
        value=value,
        evidence=sieve.evidence,
        missing=sieve.missing,
        withheld=tuple(sieve.withheld),
        coverage=coverage(value),
    )


def _least(found: Extraction, wanted: Json) -> Confidence:
    if wanted.min_confidence is not None:
        return wanted.min_confidence
    return Confidence.HIGH if wanted.evidence and found.method is Method.MODEL else Confidence.LOW


@dataclass(slots=True)
class _Sieve:
    """Takes an answer apart: what stays, with what is told of it by the pointers that it has from now on."""

    found: Extraction
    least: Confidence
    evidence: dict[str, Evidence] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    withheld: list[Withheld] = field(default_factory=list)

    def part(self, value: Any, old: str, new: str) -> Any:
        """Return what stays of *value*, which was at the pointer *old* and is at *new*."""
        if (why := self.found.missing.get(old)) is not None:
            self.missing[new] = why
        match value:
            case dict():
                return {name: self.part(inside, below(old, name), below(new, name)) for name, inside in value.items()}
            case list():
                return list(self._entries(value, old, new))
        proof = self.found.evidence.get(old)
        if proof is None:
            return value
        if self._is_sure(proof):
            self.evidence[new] = proof
            return value
        self.missing[new] = _VALUE.format(told=proof.confidence, least=self.least)
        self.withheld.append(Withheld(new, value, proof))
        return None

    def _entries(self, entries: list[Any], old: str, new: str) -> Iterator[Any]:
        kept = 0
        for number, entry in enumerate(entries):
            here = below(old, number)
            doubt = self._doubt(entry, here)
            if doubt is None:
                yield self.part(entry, here, below(new, kept))
                kept += 1
            else:
                self.missing[new] = _ENTRIES.format(least=self.least)
                self.withheld.append(Withheld(below(new, NEXT), entry, doubt))

    def _doubt(self, entry: Any, at: str) -> Evidence | None:
        """Return what makes an entry unsure as a whole: it is a text, or its name or all of it is unsure."""
        if not isinstance(entry, dict):
            proof = self.found.evidence.get(at)
            return proof if proof is not None and not self._is_sure(proof) else None
        name = identity_of(entry)
        told = self._proofs(entry, at)
        unsure = {key: proof for key, proof in told.items() if not self._is_sure(proof)}
        if name is not None and name in unsure:
            return unsure[name]
        rest = {key: value for key, value in entry.items() if key not in unsure}
        return next(iter(unsure.values()), None) if is_empty(rest) else None

    def _proofs(self, entry: Mapping[str, Any], at: str) -> dict[str, Evidence]:
        return {key: proof for key in entry if (proof := self.found.evidence.get(below(at, key))) is not None}

    def _is_sure(self, proof: Evidence) -> bool:
        return proof.confidence is None or _ORDER.index(proof.confidence) >= _ORDER.index(self.least)
