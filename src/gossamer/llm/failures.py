"""What a model's provider did instead of answering."""

from dataclasses import dataclass
from datetime import timedelta

from gossamer.llm.shapes import Refusal


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a *sentence* without the key; whether to ask *again*, and after which *pause*.

    *refusal* is set where the answer was wanted in a shape that the server may not take: another one may do.
    *calls* is how often it was asked.
    """

    sentence: str
    again: bool
    pause: timedelta | None = None
    refusal: Refusal | None = None
    calls: int = 1
