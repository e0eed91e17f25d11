"""Dishes, and the sections that they stand in."""

import re
from dataclasses import dataclass, field
from typing import Final

CALORIES: Final = re.compile(r"(\d{1,2}[.,]?\d{3}|\d{2,4})\s*k?cal", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Amount:
    """A price: *currency* is empty where the page does not say it, *label* what it is the price of ("large")."""

    value: float
    currency: str = ""
    printed: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Dish:
    """One thing on a menu; *prices* has several where it comes in several sizes, *extras* what may be added."""

    name: str
    description: str = ""
    prices: tuple[Amount, ...] = ()
    text: str = ""
    link: str = ""
    images: tuple[str, ...] = ()
    availability: str | None = None
    calories: float | None = None
    diets: tuple[str, ...] = ()
    ident: str = ""
    extras: tuple["DishSection", ...] = ()


@dataclass(slots=True)
class DishSection:
    """Dishes under one heading."""

    name: str
    description: str = ""
    dishes: list[Dish] = field(default_factory=list)
