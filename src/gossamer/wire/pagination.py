"""Pagination of a job's results: `skip` and `limit`, and the address of the next page.

Clients follow `next` blindly, some of them without noticing that nothing comes any more.
So the first request gets a `next` as long as something may follow, and a request that
followed one gets another only if it brought something.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gossamer.core.jobs import Job
from gossamer.wire.issues import InvalidBody

PAGE = 100
_MOST = 1000
_HIGHEST_SKIP = 2**31 - 1
_DIGITS = re.compile(r"[0-9]{1,10}")
QUERY = {
    "skip": "Number of entries to skip; 0 by default.",
    "limit": f"Maximum number of entries, 1 to {_MOST}; {PAGE} when left out.",
}


@dataclass(frozen=True, slots=True)
class Paging:
    """Which part is asked for; *continued* when the caller named its start."""

    skip: int = 0
    limit: int = PAGE
    continued: bool = False
    limited: bool = False

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Paging":
        """Return the part of a list that *query* asks for; raises InvalidBody for wrong numbers."""
        return cls(
            skip=whole_number(query, "skip", 0, low=0, high=_HIGHEST_SKIP),
            limit=whole_number(query, "limit", PAGE, low=1, high=_MOST),
            continued="skip" in query,
            limited="limit" in query,
        )

    def next_url(self, address: str, skip: int) -> str:
        """Return the address of the part that begins after *skip*; *address* is this one's, without query."""
        limit = f"&limit={self.limit}" if self.limited else ""
        return f"{address}?skip={skip}{limit}"

    def following(self, job: Job, returned: int, *, while_running: bool) -> int | None:
        """Return the `skip` of the next part of *job*'s pages, None when there is no `next`.

        With *while_running* a job that runs always has one. One that has ended and brought nothing has none, whatever
        it counts: its pages may have been forgotten with their reading.
        """
        shown = self.skip + returned
        if job.state.final:
            return shown if returned and shown < job.progress.done else None
        return shown if returned or not self.continued or while_running else None


def whole_number(query: Mapping[str, str], name: str, default: int, *, low: int, high: int) -> int:
    """Return the parameter *name* of *query*, *default* when it is not there. Raises InvalidBody."""
    text = query.get(name, "").strip()
    if not text and name not in query:
        return default
    if _DIGITS.fullmatch(text) and low <= int(text) <= high:
        return int(text)
    bounds = f"at least {low}" if high == _HIGHEST_SKIP else f"from {low} to {high}"
    message = f"Invalid pagination: {name} must be a whole number {bounds}."
    raise InvalidBody(message, ({"code": "custom", "path": [name], "message": message},))
