"""People who sign in: their passwords and sessions, and how the first of them comes to be.

A session is a random token that only its holder knows; here is its hash. Every sign-in and every change
of the team makes a new one, so that a token planted before is worth nothing after (session fixation).
"""

import hashlib
import math
from dataclasses import replace
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from gossamer.core.accounts import OPEN_TEAM, Actor, Deed, ProvenPerson, Role, SignIn, User
from gossamer.core.errors import (
    AlreadyThere,
    NotAllowed,
    NotFound,
    SecondFactorNeeded,
    SignInRefused,
    TooManySignIns,
    Unauthenticated,
)
from gossamer.core.ids import csrf_of, new_id, new_token, token_hash
from gossamer.core.restrictions import address as address_of
from gossamer.features.accounts.accounts import first_team
from gossamer.features.accounts.passwords import Passwords
from gossamer.features.accounts.second_factors import SecondFactors
from gossamer.features.accounts.texts import check_password, email_of, folded, may_be_password, name_of
from gossamer.ports.accounts import Account, InTeam, JoinOutcome, SessionRecord, SignedIn
from gossamer.ports.clock import Clock
from gossamer.store.accounts.people import PeopleStore
from gossamer.store.accounts.sessions import SignInStore

_LASTS: Final = timedelta(days=14)
_IDLE: Final = timedelta(days=2)
# How exactly it is known when a session was used last: each note is a write.
_NOTED_EVERY: Final = timedelta(minutes=1)
_PROVIDER: Final = Actor(name="OpenID Connect", operator=True)

WINDOW: Final = timedelta(minutes=15)
_BY_ACCOUNT: Final = 10
_BY_ADDRESS: Final = 50
# A customer with one address of IPv6 has all of such a network (RFC 6177).
_ONE_CUSTOMER: Final = 64


class Attempts:
    """Counts each attempt as failed until it has succeeded, whether or not there is such an account."""

    def __init__(self, store: SignInStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def begin(self, email: str, address: str | None) -> None:
        """Count an attempt; raises TooManySignIns when there were too many."""
        limits = {_account(email): _BY_ACCOUNT}
        if address is not None:
            limits[_address(address)] = _BY_ADDRESS
        now = self._clock.now()
        counted = await self._store.count(tuple(limits), now=now, window=WINDOW)
        waits = [
            failures.since + WINDOW - now
            for failures, limit in zip(counted, limits.values(), strict=True)
            if failures.count > limit
        ]
        if waits:
            seconds = max(1, math.ceil(max(waits).total_seconds()))
            raise TooManySignIns(
                f"Too many sign-ins failed. Please try again in {math.ceil(seconds / 60)} minutes.", retry_after=seconds
            )

    async def succeeded(self, email: str, address: str | None) -> None:
        """Take back what was counted for it."""
        await self._store.forgive(_account(email), None if address is None else _address(address))


def _account(email: str) -> str:
    # A hash, because people type their password into the wrong field.
    return "account:" + hashlib.sha256(folded(email).encode("utf-8", "surrogatepass")).hexdigest()


def _address(address: str) -> str:
    ip_address = address_of(address)
    if isinstance(ip_address, IPv6Address):
        return f"address:{IPv6Network((ip_address, _ONE_CUSTOMER), strict=False)}"
    return f"address:{ip_address or 'unknown'}"


class SignIns:
    """Sessions and passwords of people."""

    def __init__(
        self, people: PeopleStore, sessions: SignInStore, passwords: Passwords, factors: SecondFactors, clock: Clock
    ) -> None:
        self.factors = factors
        self._people = people
        self._sessions = sessions
        self._passwords = passwords
        self._clock = clock
        self._attempts = Attempts(sessions, clock)

    async def anybody(self) -> bool:
        """Return whether there is anybody who can sign in."""
        return await self._people.anybody()

    async def set_up(self, *, email: str, name: str, password: str) -> User:
        """Make the first person, an admin of the first team; raises AlreadyThere when there is somebody."""
        account = await self._new_account(email, name, password)
        now = self._clock.now()
        deed = Deed(now, account.user.email, "service.set_up", account.user.email, OPEN_TEAM)
        if not await self._people.set_up(account, first_team(now), deed):
            raise already_set_up()
        return account.user

    async def sign_in(self, email: str, password: str, *, address: str) -> str:
        """Return the token of a new session.

        Raises SignInRefused, TooManySignIns, SecondFactorNeeded, and NotAllowed when the person is in no team.
        """
        account = await self._proven(email, password, address)
        if account.factor is not None:
            raise SecondFactorNeeded(self.factors.ticket(account.user))
        return await self._open_session(account)

    async def sign_in_with_code(self, ticket: str, code: str, *, address: str) -> str:
        """Return the token of a new session; raises CallerError for a wrong code, and as `sign_in`."""
        account = await self.factors.account_of(ticket)
        await self._attempts.begin(account.user.email, address)
        await self.factors.check(account, code)
        await self._attempts.succeeded(account.user.email, address)
        return await self._open_session(account)

    async def enable_factor(self, actor: Actor, password: str, secret: str, code: str) -> list[str]:
        """Ask the actor for a second factor from now on, and return recovery codes."""
        account = await self._own_account(actor)
        await self._check_password(account, password)
        return await self.factors.enable(account, secret, code)

    async def disable_factor(self, actor: Actor, password: str) -> None:
        """Ask the actor for the password alone from now on."""
        account = await self._own_account(actor)
        await self._check_password(account, password)
        await self.factors.disable(account, actor.name)

    async def remove_factor(self, actor: Actor, email: str) -> None:
        """Ask a person who has lost the device for the password alone from now on; raises NotFound."""
        account = await self._people.account(folded(email))
        if account is None:
            raise NotFound("There is no account with this address.")
        await self.factors.disable(account, actor.name)

    async def has_factor(self, actor: Actor) -> bool:
        """Return whether the actor signs in with a second factor."""
        return (await self._own_account(actor)).factor is not None

    async def sign_in_proven(self, person: ProvenPerson, new_team: str | None) -> str:
        """Return the token of a new session of somebody whom another service has proven.

        Who is not known yet becomes a member of *new_team*. Raises NotAllowed when there is none, or no such team.
        """
        account = await self._people.account(folded(person.email))
        if account is None and new_team is not None:
            name, unknown = person.name or person.email, new_token()
            await self.add_member(
                _PROVIDER, new_team, role=Role.MEMBER, email=person.email, name=name, password=unknown
            )
            account = await self._people.account(folded(person.email))
        if account is None:
            raise NotAllowed(f"There is no account for {person.email} here. Ask an admin of a team for an invitation.")
        return await self._open_session(account)

    async def _open_session(self, account: Account) -> str:
        user = account.user
        teams = await self._sessions.teams_of(user.user_id)
        if not teams:
            raise NotAllowed("You are no longer in a team. Ask an admin of one for an invitation.")
        token, now, team = new_token(), self._clock.now(), teams[0][0]
        record = SessionRecord(token_hash(token), user.user_id, team.team_id, now, now, now + _LASTS)
        deed = self._make_deed(user, "session.signed_in", team.team_id)
        if not await self._sessions.open(record, deed, password_hash=account.password_hash):
            raise SignInRefused
        return token

    async def session(self, token: str) -> SignIn | None:
        """Return the session of *token*; None when it is unknown or has ended, or the person is in no team."""
        now = self._clock.now()
        signed_in = await self._live(token, now)
        if signed_in is None or not signed_in.teams:
            return None
        if now - signed_in.record.seen_at >= _NOTED_EVERY:
            await self._sessions.seen(signed_in.record.token_hash, now)
        team, _, features = _find_viewed_team(signed_in)
        return SignIn(
            user=signed_in.user,
            team=team,
            features=features,
            teams=tuple(each for each, _, _ in signed_in.teams),
            roles={each.team_id: role for each, role, _ in signed_in.teams},
            csrf=csrf_of(token),
        )

    async def sign_out(self, token: str) -> None:
        """End the session of *token*, if there is one."""
        signed_in = await self._sessions.signed_in(token_hash(token))
        if signed_in is not None:
            deed = self._make_deed(signed_in.user, "session.signed_out", signed_in.record.team_id)
            await self._sessions.close(signed_in.record.token_hash, deed)

    async def switch_team(self, token: str, team_id: str) -> str:
        """Return the token of the session that looks at *team_id* instead; it lasts no longer than this one would.

        Raises Unauthenticated when the session has ended, NotFound when the person is not in that team.
        """
        now = self._clock.now()
        signed_in = await self._live(token, now)
        if signed_in is None:
            raise _session_over()
        if team_id not in {team.team_id for team, _, _ in signed_in.teams}:
            raise NotFound("Team not found.")
        fresh, old = new_token(), signed_in.record
        record = replace(old, token_hash=token_hash(fresh), team_id=team_id, seen_at=now)
        deed = self._make_deed(signed_in.user, "session.switched_team", team_id)
        if not await self._sessions.replace(record, deed, instead_of=old.token_hash):
            raise _session_over()
        return fresh

    async def change_password(self, actor: Actor, *, old: str, new: str, keep: str | None) -> None:
        """Change the actor's password and end all their sessions but the one of the token *keep*."""
        account = await self._own_account(actor)
        check_password(new)
        await self._check_password(account, old)
        deed = self._make_deed(account.user, "password.changed", "")
        if not await self._set_password(account, new, deed, keep=keep, instead_of=account.password_hash):
            raise _wrong_password()

    async def check_password(self, actor: Actor, password: str) -> None:
        """Raise NotAllowed unless this is the actor's password; each try counts as a sign-in."""
        await self._check_password(await self._own_account(actor), password)

    async def _own_account(self, actor: Actor) -> Account:
        account = await self._people.account_of(actor.user_id) if actor.user_id else None
        if account is None:
            raise NotFound("Sign in to change your account.")
        return account

    async def _check_password(self, account: Account, password: str) -> None:
        email = account.user.email
        await self._attempts.begin(email, None)
        if not await self._matches(account, password):
            raise _wrong_password()
        await self._attempts.succeeded(email, None)

    async def set_password(self, actor: Actor, email: str, password: str) -> None:
        """Give a person another password and end all their sessions; raises NotFound."""
        account = await self._people.account(folded(email))
        if account is None:
            raise NotFound("There is no account with this address.")
        check_password(password)
        deed = Deed(self._clock.now(), actor.name, "password.set", account.user.email)
        await self._set_password(account, password, deed)
        await self._attempts.succeeded(account.user.email, None)

    async def add_member(self, actor: Actor, team_id: str, *, role: Role, email: str, name: str, password: str) -> User:
        """Put a person into a team, who is made when nobody has that address."""
        account = await self._people.account(folded(email)) or await self._new_account(email, name, password)
        detail = {"role": role.value}
        deed = Deed(self._clock.now(), actor.name, "member.added", account.user.email, team_id, detail=detail)
        _check(await self._people.add_member(account, role, deed))
        return account.user

    async def accept(self, token: str, *, email: str, name: str, password: str, address: str) -> User:
        """Let a person into the team of an invitation, who is made when nobody has that address."""
        hashed = token_hash(token)
        invitation_and_team = await self._people.invited(hashed, now=self._clock.now())
        if invitation_and_team is None:
            raise _invitation_over()
        invitation, _ = invitation_and_team
        email = email_of(email)
        if invitation.email and invitation.email != email:
            raise NotAllowed("This invitation is for another e-mail address.")
        has_account = await self._people.account(email) is not None
        account = await (
            self._proven(email, password, address) if has_account else self._new_account(email, name, password)
        )
        detail = {"role": invitation.role.value}
        deed = Deed(self._clock.now(), email, "member.joined", email, invitation.team_id, detail=detail)
        _check(await self._people.accept(hashed, account, deed))
        return account.user

    async def sweep(self) -> None:
        """Forget sessions and invitations that ended, and failures that do not count any more."""
        await self._sessions.sweep(now=self._clock.now(), idle=_IDLE, window=WINDOW)

    async def _live(self, token: str, now: datetime) -> SignedIn | None:
        signed_in = await self._sessions.signed_in(token_hash(token))
        if signed_in is None or signed_in.record.expires_at <= now or now - signed_in.record.seen_at >= _IDLE:
            return None
        return signed_in

    async def _proven(self, email: str, password: str, address: str) -> Account:
        """Return whose password it is; raises SignInRefused and TooManySignIns."""
        await self._attempts.begin(email, address)
        account = await self._people.account(folded(email))
        if not await self._matches(account, password) or account is None:
            raise SignInRefused
        if account.factor is None:
            # With a factor, the code decides: a right password between guesses must not take them back.
            await self._attempts.succeeded(email, address)
        if self._passwords.is_outdated(account.password_hash):
            new = await self._passwords.hash(password)
            await self._people.rehash(account.user.user_id, old=account.password_hash, new=new)
            return replace(account, password_hash=new)
        return account

    async def _matches(self, account: Account | None, password: str) -> bool:
        stored = None if account is None else account.password_hash
        return may_be_password(password) and await self._passwords.match(stored, password)

    async def _new_account(self, email: str, name: str, password: str) -> Account:
        email, name = email_of(email), name_of(name, "person")
        check_password(password)
        user = User(user_id=new_id(), email=email, name=name, created_at=self._clock.now())
        return Account(user, await self._passwords.hash(password))

    async def _set_password(
        self, account: Account, new: str, deed: Deed, *, keep: str | None = None, instead_of: str | None = None
    ) -> bool:
        hashed = await self._passwords.hash(new)
        kept_token_hash = None if keep is None else token_hash(keep)
        return await self._people.set_password(
            account.user.user_id, hashed, instead_of=instead_of, keep=kept_token_hash, deed=deed
        )

    def _make_deed(self, user: User, action: str, team_id: str) -> Deed:
        return Deed(self._clock.now(), user.email, action, user.email, team_id)


def already_set_up() -> AlreadyThere:
    """Return the error for a service that has a first person already."""
    return AlreadyThere("This service is set up already; sign in, or ask an admin for an invitation.")


def _find_viewed_team(signed_in: SignedIn) -> InTeam:
    """Return the team that a session looks at, or another one of a person who was removed from it."""
    return next((each for each in signed_in.teams if each[0].team_id == signed_in.record.team_id), signed_in.teams[0])


def _session_over() -> Unauthenticated:
    return Unauthenticated("The session has ended. Please sign in again.")


def _wrong_password() -> NotAllowed:
    return NotAllowed("The current password is wrong.")


def _invitation_over() -> NotFound:
    return NotFound("This invitation was used or withdrawn, or is older than 7 days. Ask for a new one.")


def _check(acceptance: JoinOutcome) -> None:
    if acceptance is JoinOutcome.GONE:
        raise _invitation_over()
    if acceptance is JoinOutcome.ALREADY_IN:
        raise AlreadyThere("The person with this address is already in the team.")
    if acceptance is JoinOutcome.ADDRESS_TAKEN:
        raise AlreadyThere("This address was taken meanwhile. Please try again.")
