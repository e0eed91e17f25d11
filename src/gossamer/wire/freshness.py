"""The accepted age of a stored copy; milliseconds on the wire."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from gossamer.core.specs import CachePolicy
from gossamer.wire.shapes import Whole

TWO_DAYS = timedelta(days=2)
_TWO_YEARS = timedelta(days=730)
# Beyond this an age means "any": clients send the largest number they have.
_CENTURY = timedelta(days=36_500)
_CENTURY_MS = _CENTURY // timedelta(milliseconds=1)

Age = Annotated[Whole, Field(ge=0, le=2**63 - 1)]


def cache_policy(
    *, max_age: int | None, min_age: int | None = None, lockdown: bool = False, store: bool = True, default: timedelta
) -> CachePolicy:
    """Return which stored copies will do, from what the caller said in milliseconds.

    Who asks for an old copy, or for copies only, is not held to the *default* age.
    """
    if max_age is not None:
        oldest = None if max_age >= _CENTURY_MS else timedelta(milliseconds=max_age)
    elif lockdown:
        oldest = _TWO_YEARS
    else:
        oldest = default if min_age is None else None
    youngest = None if min_age is None else timedelta(milliseconds=min(min_age, _CENTURY_MS))
    return CachePolicy(max_age=oldest, min_age=youngest, store=store, lockdown=lockdown)
