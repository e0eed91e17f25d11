"""Other processes of this deployment, asked what only they can do: they have the browser of a session."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

Headers: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReplicaRequest:
    """A request as it reached us; *target* is its path and query as they were sent."""

    method: str
    target: str
    headers: Headers
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class ReplicaReply:
    """The response of another process."""

    status: int
    headers: Headers
    body: bytes


class NotReached(Exception):
    """Nobody answers at the address: the process is gone, or the address is wrong."""


class UpgradeRefused(Exception):
    """The process answered a request for a WebSocket with *status*."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered with status {status}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Farewell:
    """The close code and reason of a socket."""

    code: int
    reason: str


class ReplicaSocket(Protocol):
    """An open WebSocket to another process."""

    @property
    def subprotocol(self) -> str | None:
        """Return the subprotocol that was agreed on, if any."""

    async def send(self, message: str | bytes) -> None:
        """Send a text or bytes; nothing when it is closed."""

    async def receive(self) -> str | bytes | Farewell:
        """Return the next message; a Farewell when the socket was closed."""


class Replicas(Protocol):
    """Processes at addresses that they told themselves, in the database; no caller has a say in these."""

    async def ask(self, address: str, request: ReplicaRequest) -> ReplicaReply:
        """Pass *request* on, and return the answer; it may take as long as it likes. Raises NotReached."""

    def connect(self, address: str, request: ReplicaRequest) -> AbstractAsyncContextManager[ReplicaSocket]:
        """Pass a request for a WebSocket on. Raises NotReached and UpgradeRefused."""
