"""The calls under way of one client, which its closing ends."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, Final, TypeVar

from gossamer.core.errors import CallerError, ServiceError

T = TypeVar("T")
CLOSED: Final = "Gossamer was closed before this call was done."


class Calls:
    """Runs calls in tasks of their own, so that `end` can end them while their callers wait."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._results: set[AsyncGenerator[Any, None]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of *work*. Raises CallerError when `end` came first.

        A ServiceError of *work* names options in Python's spelling.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if task not in self._tasks:
                raise CallerError(CLOSED) from None
            raise
        except ServiceError as error:
            raise _in_python(error) from error.__cause__
        finally:
            self._tasks.discard(task)

    async def each(self, results: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
        """Yield the items of *results*. Raises CallerError when `end` came first."""
        self._results.add(results)
        try:
            while (result := await self.run(_following(results))) is not None:
                yield result
            if results not in self._results:
                raise CallerError(CLOSED)
        finally:
            self._results.discard(results)
            await results.aclose()

    async def end(self) -> None:
        """End all calls; their callers get a CallerError."""
        tasks, self._tasks = self._tasks, set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        results, self._results = self._results, set()
        await asyncio.gather(*(result.aclose() for result in results), return_exceptions=True)


async def _following(results: AsyncGenerator[T, None]) -> T | None:
    return await anext(results, None)


def _in_python(error: ServiceError) -> ServiceError:
    """Return *error* with the options that its message names in Python's spelling."""
    from gossamer.library.requests import in_python  # noqa: PLC0415 - there is no error of a call before it is loaded

    error.message = in_python(error.message)
    error.args = (error.message,)
    return error
