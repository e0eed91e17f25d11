"""The decision about a host.

The whitelist wins over every other rule. After it come the blacklist, the blocked top-level domains and, in the mode
`normal`, the operator's threat lists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.threats.names import Domains, parents, plain_host
from gossamer.core.threats.settings import FailurePolicy, ThreatMode, ThreatSettings

_UNREADABLE: Final = "the threat lists of this server cannot be read, and `failurePolicy` is `closed`"


@dataclass(frozen=True, slots=True)
class ThreatListing:
    """The operator's threat lists: domains by the name of their list, and the names of lists that cannot be read."""

    domains: tuple[tuple[str, frozenset[str]], ...] = ()
    unreadable: tuple[str, ...] = ()

    def match(self, host: str) -> tuple[str, str] | None:
        """Return the list that has *host* or a domain above it, and that domain; None when no list has."""
        for name, domains in self.domains:
            parent = next((domain for domain in parents(host) if domain in domains), None)
            if parent is not None:
                return name, parent
        return None


@dataclass(frozen=True, slots=True)
class HostAllowed:
    """The host may be visited."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """The host may not be visited; *rule* names what blocks it."""

    rule: str


ThreatVerdict: TypeAlias = HostAllowed | Blocked
_ALLOWED: Final = HostAllowed()


class ThreatPolicy:
    """The rules that hold for a request."""

    def __init__(self, settings: ThreatSettings, listing: ThreatListing) -> None:
        self._whitelist = Domains.of(settings.whitelist)
        self._blacklist = Domains.of(settings.blacklist)
        self._tlds = frozenset(settings.blocked_tlds)
        self._listing = listing if settings.mode is ThreatMode.NORMAL else ThreatListing()
        self._closed = settings.failure_policy is FailurePolicy.CLOSED
        self._rules: tuple[Callable[[str], str | None], ...] = (
            self._match_blacklist,
            self._of_blocked_tld,
            self._match_listing,
            self._unknown,
        )

    @property
    def is_open(self) -> bool:
        """Return whether a host is allowed that could not be looked up in all of the operator's lists."""
        return not self._closed

    def verdict(self, host: str) -> ThreatVerdict:
        """Return whether *host*, as `host_of` returns it, may be visited."""
        name = plain_host(host)
        if self._whitelist.match(name) is not None:
            return _ALLOWED
        rule = next((reason for rule in self._rules if (reason := rule(name)) is not None), None)
        return _ALLOWED if rule is None else Blocked(rule)

    def _match_blacklist(self, host: str) -> str | None:
        entry = self._blacklist.match(host)
        return None if entry is None else f"blacklist entry `{entry}`"

    def _of_blocked_tld(self, host: str) -> str | None:
        if not self._tlds:
            return None
        ending = next((name for name in parents(host) if name in self._tlds), None)
        return None if ending is None else f"blocked top-level domain `{ending}`"

    def _match_listing(self, host: str) -> str | None:
        match = self._listing.match(host)
        return None if match is None else f"`{match[1]}` in the threat list `{match[0]}` of this server"

    def _unknown(self, _: str) -> str | None:
        return _UNREADABLE if self._closed and self._listing.unreadable else None
