"""Threat protection: what holds for a request or a job, and the settings of a team.

The settings of the team come with the caller. They and the override of the request make the policy; the operator's
lists are read for the modes that need them alone.
"""

from dataclasses import dataclass
from typing import Final, NoReturn, Protocol

from gossamer.core.access import AccessRequest, Group, Permits, Principal
from gossamer.core.accounts import Actor
from gossamer.core.errors import NotAllowed, UnsafeDomain
from gossamer.core.threats import (
    Blocked,
    TeamThreats,
    ThreatListing,
    ThreatMode,
    ThreatOverride,
    ThreatPolicy,
    ThreatSettings,
)
from gossamer.core.urls import host_of
from gossamer.features.accounts import Accounts, Teams
from gossamer.operations.gate import NO_ZSCALER, admit, permits_of

_OFF: Final = (
    "`threatProtection` has no effect: the mode of this team is `off`, and the request names no other. Send a `mode`."
)
_UNCHECKED: Final = (
    "Threat protection used the lists of the team and the request alone: the threat lists of this server cannot be "
    "read, and `failurePolicy` is `open`."
)
_REMEDY: Final = "To allow the domain, add it to the `whitelist` of the team or of the request."
_SETTINGS_LOCKED: Final = "This API key is restricted and cannot change the settings of its team."
_FORCED: Final = "The operator of this service has forced the threat protection of this team: it cannot be changed."


class ThreatLists(Protocol):
    """Lists of domains that the operator keeps up to date.

    A list that cannot be read now is named among the unreadable ones, and none of its domains are returned. A change
    of a list holds from the next call.
    """

    async def current(self) -> ThreatListing:
        """Return the current lists; empty when the operator has none."""


@dataclass(frozen=True, slots=True)
class RequestWatch:
    """Allowed addresses of a request: *permits* by key and threat protection, *unsafe* by the latter alone.

    *warnings* are for the caller.
    """

    permits: Permits | None = None
    unsafe: Permits | None = None
    warnings: tuple[str, ...] = ()

    def check(self, *urls: str) -> None:
        """Raise UnsafeDomain when threat protection blocks all of *urls*; the key was asked before."""
        if self.unsafe is None:
            return
        refusals = [self.unsafe(url) for url in urls]
        first = next(iter(refusals), None)
        if first is not None and all(refusals):
            raise UnsafeDomain(f"{first.message} {_REMEDY}")


class ThreatWatch:
    """Makes the policy of a request from its team's settings, its override and the operator's *lists*."""

    def __init__(self, lists: ThreatLists) -> None:
        self._lists = lists

    async def of(self, caller: Principal, override: ThreatOverride | None) -> RequestWatch:
        """Return the watch over the addresses open to *caller*. An override that the team forbids now is left out."""
        settings = caller.threats
        if override and settings.takes_overrides:
            settings = override.over(settings)
        if settings.mode is ThreatMode.OFF:
            return RequestWatch(permits_of(caller, None), warnings=_warnings_when_off(override))
        listing = await self._lists.current() if settings.mode is ThreatMode.NORMAL else ThreatListing()
        policy = ThreatPolicy(settings, listing)
        unsafe = _blocking(policy)
        unchecked = bool(listing.unreadable) and policy.is_open
        return RequestWatch(permits_of(caller, unsafe), unsafe, (_UNCHECKED,) if unchecked else ())


def _warnings_when_off(override: ThreatOverride | None) -> tuple[str, ...]:
    return (_OFF,) if override and override.mode is None else ()


def _blocking(policy: ThreatPolicy) -> Permits:
    def refusal(url: str) -> UnsafeDomain | None:
        host = host_of(url)
        match policy.verdict(host):
            case Blocked(rule):
                # A crawl keeps it for each link that it meets, so it is short.
                return UnsafeDomain(f"Threat protection blocks {host or 'this address'} ({rule}).")
        return None

    return refusal


class ThreatOperations:
    """The settings of a caller's team. Every key may read them, a key without restrictions may set them."""

    def __init__(self, teams: Teams, accounts: Accounts) -> None:
        self._teams = teams
        self._accounts = accounts

    async def read(self, caller: Principal) -> TeamThreats:
        """Return the team's settings, the defaults when it has made none."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._teams.threats(caller.team_id)

    async def set(self, caller: Principal, settings: ThreatSettings) -> TeamThreats:
        """Set all of it and return it. Raises NotAllowed for restricted keys, forced settings and `zscaler`."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        if caller.restrictions:
            raise NotAllowed(_SETTINGS_LOCKED)
        if settings.mode is ThreatMode.ZSCALER:
            raise NotAllowed(NO_ZSCALER)
        if (await self._teams.threats(caller.team_id)).settings.forced:
            raise NotAllowed(_FORCED)
        threats = await self._teams.set_threats(Actor(name=f"API key {caller.key_id}"), caller.team_id, settings)
        self._accounts.forget()
        return threats

    def refuse_zscaler(self) -> NoReturn:
        """Raise NotAllowed for what only a connector to Zscaler could do."""
        raise NotAllowed(NO_ZSCALER)
