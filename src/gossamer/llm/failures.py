"""What a model's provider did instead of answering."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a *sentence* without the key; whether to ask *again*, and after which *pause*."""

    sentence: str
    again: bool
    pause: timedelta | None = None
