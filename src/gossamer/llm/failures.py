"""Failures of a model's provider."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto

from gossamer.llm.shapes import ShapeRefusal


class Fault(Enum):
    """The scope of a failure: NONE concerns one request, PASSING may end soon, LASTING does not."""

    NONE = auto()
    PASSING = auto()
    LASTING = auto()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a *sentence* without the key; whether to ask *again*, and after which *pause*.

    *refusal* is set where the answer was wanted in a shape that the server may not take: another one may do.
    *calls* is how often it was asked, *fault* what follows for who asks next.
    """

    sentence: str
    again: bool
    pause: timedelta | None = None
    refusal: ShapeRefusal | None = None
    calls: int = 1
    fault: Fault = Fault.NONE
