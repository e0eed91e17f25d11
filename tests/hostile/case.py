"""A hostile case: a response, and the accepted outcomes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from gossamer.core.errors import ServiceError, TimedOut, TooLarge, Unreachable
from tests.hostile.exchange import Exchange

Answer: TypeAlias = Callable[[Exchange], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class HostileCase:
    """One way a site can misbehave.

    *page* tells whether a page is an acceptable outcome, *errors* which failures are. *needs_browser*
    marks what only shows when scripts run; *slow* what ends by the deadline.
    """

    name: str
    concern: str
    does: str
    answer: Answer
    page: bool = True
    errors: tuple[type[ServiceError], ...] = ()
    needs_browser: bool = False
    slow: bool = False

    @property
    def path(self) -> str:
        """Return the path under which the origin plays it."""
        return f"/{self.name}"

    def accepts(self, failure: BaseException | None) -> bool:
        """Return whether this outcome is one to expect: None stands for a page."""
        return self.page if failure is None else isinstance(failure, self.errors)


def never(name: str, concern: str, does: str, answer: Answer) -> HostileCase:
    """Return a case that can only end by the deadline."""
    return HostileCase(name, concern, does, answer, page=False, errors=(TimedOut,), slow=True)


def endless(name: str, concern: str, does: str, answer: Answer) -> HostileCase:
    """Return a case that ends by a limit or by the deadline."""
    return HostileCase(name, concern, does, answer, page=False, errors=(TooLarge, TimedOut), slow=True)


def broken(name: str, concern: str, does: str, answer: Answer, *, page: bool = False) -> HostileCase:
    """Return a case that breaks HTTP; with *page*, what came may be taken."""
    return HostileCase(name, concern, does, answer, page=page, errors=(Unreachable, TooLarge))


def odd(name: str, concern: str, does: str, answer: Answer) -> HostileCase:
    """Return a case that is strange and still a page."""
    return HostileCase(name, concern, does, answer)


def in_browser(name: str, concern: str, does: str, answer: Answer) -> HostileCase:
    """Return a case that only a browser feels; it may end either way."""
    return HostileCase(name, concern, does, answer, errors=(ServiceError,), needs_browser=True)


def page_of(body: bytes, content_type: str | None = "text/html; charset=utf-8", status: str = "200 OK") -> Answer:
    """Return the answer that is just *body*."""

    async def answer(exchange: Exchange) -> None:
        await exchange.page(body, content_type=content_type, status=status)

    return answer


def raw(*pieces: bytes) -> Answer:
    """Return the answer that is exactly these bytes."""

    async def answer(exchange: Exchange) -> None:
        for piece in pieces:
            await exchange.send(piece)

    return answer
