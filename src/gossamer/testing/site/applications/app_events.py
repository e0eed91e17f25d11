"""Actions of the applications' users, as their server received them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from aiohttp import web


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that a user did: in which application, what, and what they told with it."""

    application: str
    what: str
    details: Mapping[str, str] = field(default_factory=dict)


Happenings: TypeAlias = list[Happening]
HAPPENINGS: web.AppKey[Happenings] = web.AppKey("happenings", Happenings)


def note(request: web.Request, application: str, what: str, **details: str) -> None:
    """Remember that it happened."""
    request.app[HAPPENINGS].append(Happening(application, what, details))


async def form_of(request: web.Request) -> dict[str, str]:
    """Return the fields of a posted form that are text."""
    return {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
