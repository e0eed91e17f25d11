"""Names become addresses here and nowhere else, and only checked ones come out.

Every answer of a look-up is checked. If one is forbidden, all are refused: an answer that
mixes public and private addresses is how DNS rebinding starts. Who connects dials exactly the
addresses returned, so a second look-up cannot change where a request goes.
"""

import asyncio
import ipaddress
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import psutil

from gossamer.core.errors import ForbiddenTarget, NameNotResolved
from gossamer.net.addresses import Address, parse_address
from gossamer.net.egress import EgressPolicy

LookUp: TypeAlias = Callable[[str], Sequence[str]]

_TTL = 30.0
_NEGATIVE_TTL = 5.0
_CACHED_NAMES = 4096
_LOOK_UPS_AT_ONCE = 32
_LOOK_UP_TIMEOUT = 10.0
_OWN_ADDRESSES_TTL = 30.0


def system_look_up(host: str) -> list[str]:
    """Return all addresses of *host* as the operating system resolves it; blocks."""
    answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers))


def own_addresses() -> frozenset[Address]:
    """Return the addresses of this machine's interfaces."""
    addresses = set()
    for interface in psutil.net_if_addrs().values():
        for entry in interface:
            if entry.family in {socket.AF_INET, socket.AF_INET6}:
                addresses.add(ipaddress.ip_address(entry.address.partition("%")[0]))
    return frozenset(addresses)


@dataclass(frozen=True, slots=True)
class _LookupResult:
    """The result of a look-up: addresses, or the reason why there are none."""

    addresses: tuple[Address, ...]
    until: float
    failure: str = ""


def _unknown(failure: str) -> _LookupResult:
    return _LookupResult((), time.monotonic() + _NEGATIVE_TTL, failure)


def _no_such(name: str) -> str:
    return f"The host name {name} could not be resolved. Check the spelling of the URL."


class Resolver:
    """Resolves names under an egress policy.

    One look-up per name is under way at a time, at most 32 in all, each in a daemon thread:
    the system's resolver blocks and cannot be interrupted. Answers are kept for 30 seconds,
    the absence of one for 5; the policy is asked on every call.
    """

    def __init__(
        self,
        policy: EgressPolicy,
        *,
        look_up: LookUp = system_look_up,
        own: Callable[[], frozenset[Address]] = own_addresses,
        look_up_timeout: float = _LOOK_UP_TIMEOUT,
    ) -> None:
        self.policy = policy
        self._look_up = look_up
        self._own_addresses = own
        self._look_up_timeout = look_up_timeout
        self._known: OrderedDict[str, _LookupResult] = OrderedDict()
        self._under_way: dict[str, asyncio.Event] = {}
        self._slots = asyncio.Semaphore(_LOOK_UPS_AT_ONCE)
        self._own: frozenset[Address] = frozenset()
        self._own_until = 0.0

    def screen(self, host: str, port: int) -> None:
        """Refuse what needs no look-up; see `EgressPolicy.screen`."""
        self.policy.screen(host, port, self._own_now())

    async def resolve(self, host: str, port: int) -> tuple[Address, ...]:
        """Return the addresses that may be dialled for *host*, which is canonical, on *port*.

        Raises ForbiddenTarget, InvalidTarget or NameNotResolved. Nothing in the message tells
        what a name resolved to.
        """
        self.screen(host, port)
        name = host.removesuffix(".")
        literal = parse_address(name)
        if literal is not None:
            return (literal,)
        answer = self._fresh(name) or await self._await_answer(name)
        if not answer.addresses:
            raise NameNotResolved(answer.failure)
        if not self.policy.names(name, port):
            local_addresses = self._own_now()
            if not all(self.policy.permits(address, local_addresses) for address in answer.addresses):
                raise ForbiddenTarget
        return answer.addresses

    def _fresh(self, name: str) -> _LookupResult | None:
        answer = self._known.get(name)
        return answer if answer is not None and answer.until > time.monotonic() else None

    async def _await_answer(self, name: str) -> _LookupResult:
        """Look *name* up, or wait for the running look-up; if that one is cancelled, take over."""
        while (other := self._under_way.get(name)) is not None:
            await other.wait()
            if (answer := self._fresh(name)) is not None:
                return answer
        done = self._under_way[name] = asyncio.Event()
        try:
            answer = await self._ask(name)
            self._remember(name, answer)
            return answer
        finally:
            del self._under_way[name]
            done.set()

    async def _ask(self, name: str) -> _LookupResult:
        try:
            async with asyncio.timeout(self._look_up_timeout):
                texts = await self._in_thread(name)
        except TimeoutError:
            return _unknown(f"The name server took too long to resolve {name}. Try again later.")
        except socket.gaierror as error:
            if error.errno == socket.EAI_AGAIN:
                return _unknown(f"The name server did not answer for {name}. Try again later.")
            return _unknown(_no_such(name))
        except (UnicodeError, OSError):
            return _unknown(_no_such(name))
        if not texts:
            return _unknown(_no_such(name))
        return _LookupResult(tuple(ipaddress.ip_address(text) for text in texts), time.monotonic() + _TTL)

    async def _in_thread(self, name: str) -> Sequence[str]:
        # Not a thread pool: its threads are joined at exit, and a look-up may hang for half a minute.
        await self._slots.acquire()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()

        def settle(texts: Sequence[str], error: Exception | None) -> None:
            self._slots.release()
            if answer.done():
                return
            if error is None:
                answer.set_result(texts)
            else:
                answer.set_exception(error)

        def look_up() -> None:
            texts: Sequence[str] = ()
            failure: Exception | None = None
            try:
                texts = self._look_up(name)
            except (OSError, UnicodeError) as error:
                failure = error
            # RuntimeError: the loop was closed meanwhile, and nobody is left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, texts, failure)

        threading.Thread(target=look_up, name="name look-up", daemon=True).start()
        return await answer

    def _remember(self, name: str, answer: _LookupResult) -> None:
        self._known[name] = answer
        self._known.move_to_end(name)
        if len(self._known) > _CACHED_NAMES:
            self._known.popitem(last=False)

    def _own_now(self) -> frozenset[Address]:
        now = time.monotonic()
        if now >= self._own_until:
            self._own = self._own_addresses()
            self._own_until = now + _OWN_ADDRESSES_TTL
        return self._own
