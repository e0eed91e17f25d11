"""Several services at once: the answers of those that answer, and a sentence on each that does not."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, SearchFailed, ServiceError, TimedOut
from gossamer.ports.search import ProviderFailed

_T = TypeVar("_T")
# The service that asks nobody outside.
OWN: Final = "index"
_NOBODY: Final = "No service is switched on for this search. An operator can name some with {setting}."
# Answers of others are worth more than an error at the deadline.
_SPARE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class ApiCall(Generic[_T]):
    """A request to the service *name*, which is made when *answer* is awaited."""

    name: str
    answer: Awaitable[_T]


@dataclass(frozen=True, slots=True)
class Gathered(Generic[_T]):
    """The *answers* with the names of their services, in the order of the requests, and *failures* in sentences."""

    answers: tuple[tuple[str, _T], ...]
    failures: tuple[str, ...]

    def check(self, setting: str, *, found: bool) -> None:
        """Raise when nobody answered, or nobody outside did and nothing was *found*.

        Raises NotAvailable, which names the *setting*, and SearchFailed.
        """
        if not self.answers and not self.failures:
            raise NotAvailable(_NOBODY.format(setting=setting))
        if self.failures and not found and all(name == OWN for name, _ in self.answers):
            raise SearchFailed(f"Nobody answered the search. {' '.join(self.failures)}")


async def gather_requests(requests: Sequence[ApiCall[_T]], deadline: Deadline) -> Gathered[_T]:
    """Make all *requests* at once and return what came of them before *deadline*."""
    early = deadline.sooner(_SPARE_SECONDS)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_answer(request, early)) for request in requests]
    outcomes = [(request.name, task.result()) for request, task in zip(requests, tasks, strict=True)]
    return Gathered(
        tuple((name, outcome.value) for name, outcome in outcomes if isinstance(outcome, _Answered)),
        tuple(dict.fromkeys(f"{name}: {outcome}" for name, outcome in outcomes if isinstance(outcome, str))),
    )


@dataclass(frozen=True, slots=True)
class _Answered(Generic[_T]):
    value: _T


async def _answer(request: ApiCall[_T], deadline: Deadline) -> _Answered[_T] | str:
    """Return the answer, or why there is none."""
    try:
        async with deadline.guard():
            return _Answered(await request.answer)
    except TimedOut:
        return "it did not answer in time."
    except ProviderFailed as failure:
        return str(failure)
    except ServiceError as failure:
        return failure.message
