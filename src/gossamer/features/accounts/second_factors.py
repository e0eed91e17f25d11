"""Second factors: one-time passwords of a clock (RFC 6238), and recovery codes for who has lost the device.

A code opens one session: the step of the clock at which one was taken is kept, and no earlier one counts again.
"""

import base64
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from gossamer.core.accounts import Deed, User
from gossamer.core.errors import CallerError, SecretUnreadable, Unauthenticated
from gossamer.core.ids import same_secret, token_hash
from gossamer.ports.accounts import Account
from gossamer.ports.clock import Clock
from gossamer.store.accounts.people import PeopleStore
from gossamer.store.sealing import Seal

if TYPE_CHECKING:
    from pyotp import TOTP

_ISSUER: Final = "Gossamer"
_TICKET: Final = "sign-in by a second factor"
# Time to find the device.
_TICKET_LASTS: Final = timedelta(minutes=5)
_RECOVERY_CODES: Final = 10


class _Factor(msgspec.Struct, frozen=True):
    """The *secret* that the device shares, the last *step* that was used, and hashes of the recovery codes left."""

    secret: str
    step: int
    codes: list[str]


_factor = msgspec.json.Decoder(_Factor)


class SecondFactors:
    """Second factors of people, sealed in their rows."""

    def __init__(self, people: PeopleStore, seal: Seal, clock: Clock) -> None:
        self._people = people
        self._seal = seal
        self._clock = clock

    def propose(self, user: User) -> tuple[str, str]:
        """Return a new secret, and the address by which a device takes it (otpauth:)."""
        secret = base64.b32encode(secrets.token_bytes(20)).decode()
        return secret, _device(secret).provisioning_uri(name=user.email, issuer_name=_ISSUER)

    async def enable(self, account: Account, secret: str, code: str) -> list[str]:
        """Ask for codes of *secret* from now on, and return the recovery codes. Raises CallerError for a wrong code."""
        if (step := self._step_of(secret, code)) is None:
            raise _wrong_code()
        codes = [secrets.token_hex(5) for _ in range(_RECOVERY_CODES)]
        factor = _Factor(secret, step, [token_hash(item) for item in codes])
        await self._set(account, factor, self._make_deed(account.user, account.user.email, "second_factor.enabled"))
        return codes

    async def disable(self, account: Account, by: str) -> None:
        """Ask for the password alone from now on."""
        await self._set(account, None, self._make_deed(account.user, by, "second_factor.disabled"))

    async def check(self, account: Account, code: str) -> None:
        """Use a code up. Raises CallerError when it is wrong or was used before."""
        if account.factor is None:
            return
        factor = _factor.decode(self._seal.open(account.factor, _owner(account.user)))
        step, recovery = self._step_of(factor.secret, code), token_hash(code.strip().lower())
        if step is not None and step > factor.step:
            used = msgspec.structs.replace(factor, step=step)
        elif recovery in factor.codes:
            used = msgspec.structs.replace(factor, codes=[item for item in factor.codes if item != recovery])
        else:
            raise _wrong_code()
        await self._set(account, used)

    def ticket(self, user: User) -> str:
        """Return a ticket for the right password of *user*, valid for some minutes."""
        return self._seal.seal(f"{user.user_id} {(self._clock.now() + _TICKET_LASTS).timestamp()}", _TICKET)

    async def account_of(self, ticket: str) -> Account:
        """Return whose password a *ticket* stands for. Raises Unauthenticated when its time is over."""
        try:
            user_id, ends = self._seal.open(ticket, _TICKET).split()
            is_over = float(ends) < self._clock.now().timestamp()
        except (SecretUnreadable, ValueError):
            is_over, user_id = True, ""
        account = None if is_over else await self._people.account_of(user_id)
        if account is None:
            raise Unauthenticated("This took too long. Please sign in again.")
        return account

    def _step_of(self, secret: str, code: str) -> int | None:
        """Return the step of the clock whose code this is, give or take one; None when there is none."""
        try:
            device, written = _device(secret), "".join(code.split())
            now = device.timecode(self._clock.now())
            return next((now + i for i in (0, -1, 1) if same_secret(device.generate_otp(now + i), written)), None)
        except ValueError:
            return None

    async def _set(self, account: Account, factor: _Factor | None, deed: Deed | None = None) -> None:
        stored = factor and self._seal.seal(msgspec.json.encode(factor).decode(), _owner(account.user))
        if not await self._people.set_factor(account, stored or None, deed):
            raise _wrong_code()

    def _make_deed(self, user: User, by: str, action: str) -> Deed:
        return Deed(self._clock.now(), by, action, user.email)


def _device(secret: str) -> "TOTP":
    from pyotp import TOTP  # noqa: PLC0415 - the library and the command line do without the server's packages

    return TOTP(secret)


def _owner(user: User) -> str:
    return f"second factor of {user.user_id}"


def _wrong_code() -> CallerError:
    return CallerError("This code is wrong, or was used before. Wait for the next one.")
