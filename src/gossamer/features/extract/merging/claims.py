"""Claims of pages: a value, its position in the page's answer, and its weight."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.core.extractions import PageValue
from gossamer.core.understanding import Status

_WEIGHTS: Final[Mapping[Status | None, float]] = {Status.SUPPORTED: 1.0, Status.ELSEWHERE: 0.5, Status.ABSENT: 0.25}
_UNKNOWN: Final = 0.5
# How much it counts that a page knows all that was asked for; less than another page's word.
_COVERAGE: Final = 0.25


@dataclass(frozen=True, slots=True)
class ValueClaim:
    """A *value* that a page gave at *pointer* of its answer; *coverage* is what share of everything the page knows."""

    page: PageValue
    order: int
    value: Any
    pointer: str = ""
    coverage: float = 0.0

    @property
    def weight(self) -> float:
        """Return the weight of the claim."""
        proof = self.page.evidence.get(self.pointer)
        base = _UNKNOWN if proof is None else _WEIGHTS.get(proof.status, 1.0)
        return base + _COVERAGE * self.coverage

    def inside(self, name: str | int) -> "ValueClaim":
        """Return the claim about a member or an entry, which must be there."""
        return ValueClaim(self.page, self.order, self.value[name], pointer_to(self.pointer, name), self.coverage)

    def without(self, name: str) -> "ValueClaim":
        """Return the claim of an object without the value of its member *name*."""
        return replace(self, value={**self.value, name: None}) if name in self.value else self

    def members(self) -> Iterator["ValueClaim"]:
        """Yield the entries of a list."""
        return (self.inside(number) for number in range(len(self.value)))


def claims_of(pages: Sequence[PageValue]) -> list[ValueClaim]:
    """Return the claims of *pages* about the whole, in their order; empty values count only if all are."""
    claims = [ValueClaim(page, order, page.value, coverage=_coverage(page.value)) for order, page in enumerate(pages)]
    return [claim for claim in claims if not is_empty(claim.value)] or claims


def pointer_to(pointer: str, name: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a member of what stands at *pointer*."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def is_empty(value: Any) -> bool:
    """Return whether *value* says nothing: all of it is null, or text without a character."""
    match value:
        case dict():
            return all(map(is_empty, value.values()))
        case list():
            return all(map(is_empty, value))
        case str():
            return not value.strip()
    return value is None


def _coverage(value: Any) -> float:
    filled, all_of_them = _leaves(value)
    return filled / all_of_them if all_of_them else 0.0


def _leaves(value: Any) -> tuple[int, int]:
    """Return the number of leaves that say something, and of all leaves; a list is one."""
    if isinstance(value, dict):
        counted = [_leaves(part) for part in value.values()]
        return sum(filled for filled, _ in counted), sum(leaf_count for _, leaf_count in counted)
    return (0 if is_empty(value) else 1), 1
