"""Passwords: argon2id (RFC 9106), so that who steals the database has to pay for each guess.

Hashing takes a tenth of a second and 64 MiB. It is done in threads, few at a time; who comes when many
wait already gets an error that asks to retry.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from gossamer.core.errors import Overloaded
from gossamer.core.ids import new_token

_T = TypeVar("_T")
_AT_ONCE: Final = 2
_WAITING: Final = 50


class Passwords:
    """Makes and checks hashes of passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        # The second recommended option of RFC 9106, section 4, on one core instead of four.
        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._present = 0
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash of *password* for the store. Raises Overloaded."""
        return await self._in_turn(lambda: self._hasher.hash(_normal(password)))

    async def match(self, stored: str | None, password: str) -> bool:
        """Return whether *password* is the one of *stored*; None, for an unknown account, takes the same time.

        Raises Overloaded.
        """
        if self._nobodys is None:
            self._nobodys = await self.hash(new_token())
        against = self._nobodys if stored is None else stored
        return await self._in_turn(lambda: self._is(against, password)) and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Return whether *stored* was made with other parameters than would be used now."""
        return self._hasher.check_needs_rehash(stored)

    def _is(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, work: Callable[[], _T]) -> _T:
        if self._present >= _AT_ONCE + _WAITING:
            raise Overloaded("Too many people are signing in. Please try again in a moment.")
        self._present += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._present -= 1


def _normal(password: str) -> bytes:
    # The same password comes in different code points from different keyboards (NIST SP 800-63B, 3.1.1.2).
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
