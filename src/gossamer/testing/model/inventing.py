"""A scripted model that invents a share of its answers."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gossamer.core.json_pointers import reference_token


@dataclass(frozen=True, slots=True)
class Lies:
    """An answer: *values*, in which those at *places* (JSON pointers) are invented."""

    values: Mapping[str, Any]
    places: frozenset[str]


def lies(values: Mapping[str, Any], *, share: float, seed: int = 1) -> Lies:
    """Return *values* with a *share* of its texts and numbers, 0 to 1, invented; the same for the same *seed*.

    What is invented looks likely and is nowhere on a page: the same type, with other words and figures.
    """
    leaves = [*_leaves(values, "")]
    chosen = random.Random(seed).sample(leaves, round(len(leaves) * share))
    places = frozenset(chosen)
    return Lies(_placeholder(values, "", places), places)


def _leaves(value: Any, place: str) -> list[str]:
    if isinstance(value, Mapping):
        return [leaf for name, part in value.items() for leaf in _leaves(part, f"{place}/{reference_token(name)}")]
    if isinstance(value, list):
        return [leaf for index, part in enumerate(value) for leaf in _leaves(part, f"{place}/{index}")]
    return [place] if isinstance(value, str | int | float) and not isinstance(value, bool) else []


def _placeholder(value: Any, place: str, places: frozenset[str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _placeholder(part, f"{place}/{reference_token(name)}", places) for name, part in value.items()}
    if isinstance(value, list):
        return [_placeholder(part, f"{place}/{index}", places) for index, part in enumerate(value)]
    return _invent_value(value, place) if place in places else value


def _invent_value(value: Any, place: str) -> Any:
    figure = 7_919 + sum(map(ord, place))
    if isinstance(value, int):
        return value + figure
    if isinstance(value, float):
        return round(value + figure + 0.37, 2)
    return f"Zorblax {figure} of Quxford"
