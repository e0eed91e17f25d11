"""Changes to a key other than restrictions: name, expiry, addresses, revocation."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from starlette.responses import Response

from gossamer.core.accounts import ApiKey
from gossamer.core.errors import CallerError, NotAllowed
from gossamer.dashboard.forms import Form
from gossamer.dashboard.pages.keys.key_lookup import KEYS, key_of
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

CHOICES: Final = (
    ("", "Never"),
    ("30", "In 30 days"),
    ("90", "In 90 days"),
    ("365", "In a year"),
    ("date", "On a day…"),
)


def expiry_of(form: Form, now: datetime) -> datetime | None:
    """Return when the key ends, None for never; at the end of a day that is named. Raises CallerError."""
    chosen = form.one("expiry")
    if not chosen:
        return None
    if chosen != "date":
        return now + timedelta(days=_days(chosen))
    try:
        after = date.fromisoformat(form.one("day")) + timedelta(days=1)
    except (ValueError, OverflowError) as error:
        raise CallerError("Choose the day on which the key ends.") from error
    return datetime.combine(after, time(), UTC)


def _days(chosen: str) -> int:
    if chosen not in {value for value, _ in CHOICES}:
        raise CallerError("Choose when the key ends.")
    return int(chosen)


@dataclass(frozen=True, slots=True)
class KeyForm:
    """A form about a key: its path segment, its title, its save function and the notice afterwards."""

    name: str
    title: str
    save: Callable[[Visit, SignIn, ApiKey], Awaitable[None]]
    notice: str

    async def ask(self, visit: Visit, session: SignIn) -> Response:
        """Show the form."""
        return self._form(visit, session, await key_of(visit, session))

    async def do(self, visit: Visit, session: SignIn) -> Response:
        """Save it, or say in the form what is wrong with it."""
        key = await key_of(visit, session)
        try:
            await self.save(visit, session, key)
        except NotAllowed:
            raise
        except CallerError as failure:
            return self._form(visit, session, key, problem=failure.message, status=400)
        return visit.leave(KEYS, self.notice)

    def _form(self, visit: Visit, session: SignIn, key: ApiKey, problem: str = "", status: int = 200) -> Response:
        values: Mapping[str, Any] = {"key": key, "choices": CHOICES, "problem": problem}
        return visit.dialog(f"keys/{self.name}.html", session, title=self.title, status=status, **values)


async def _rename(visit: Visit, session: SignIn, key: ApiKey) -> None:
    await visit.operations.members.update_key(session.actor, key.key_id, name=visit.form.one("name"))


async def _set_expiry(visit: Visit, session: SignIn, key: ApiKey) -> None:
    ends = expiry_of(visit.form, visit.now())
    await visit.operations.members.update_key(session.actor, key.key_id, expires_at=ends)


async def _set_addresses(visit: Visit, session: SignIn, key: ApiKey) -> None:
    listed = visit.form.one("addresses").replace(",", " ").split()
    await visit.operations.members.set_key_addresses(session.actor, key.key_id, listed)


async def _revoke(visit: Visit, session: SignIn, key: ApiKey) -> None:
    await visit.operations.members.revoke_key(session.actor, key.key_id)


_CHANGES: Final = (
    KeyForm("rename", "Rename key", _rename, "key-renamed"),
    KeyForm("expiry", "Expiry", _set_expiry, "key-expiry"),
    KeyForm("addresses", "Allowed addresses", _set_addresses, "key-addresses"),
    KeyForm("revoke", "Revoke key", _revoke, "key-revoked"),
)


def routes() -> Iterator[Route]:
    """Yield the routes that change a key."""
    for change in _CHANGES:
        path = f"{KEYS}/{{key_id}}/{change.name}"
        yield SignedInRoute("GET", path, change.ask, admins_only=True)
        yield SignedInRoute("POST", path, change.do, admins_only=True)
