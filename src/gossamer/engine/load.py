"""The load of the other processes, as this process knows it."""

from dataclasses import dataclass


@dataclass(slots=True)
class Load:
    """Whether nobody else works on the database, and how many lanes wait or run anywhere, when last counted."""

    alone: bool = False
    open_lanes: int = 0
