"""Callers and their requests. The gate decides on an `AccessRequest`, never on a route."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network
from typing import Protocol, TypeAlias

from gossamer.core.errors import NotAllowed
from gossamer.core.specs import TermsUse
from gossamer.core.threats import DEFAULTS, ThreatSettings
from gossamer.core.visit_identity import VisitIdentity

Network: TypeAlias = IPv4Network | IPv6Network


class Group(StrEnum):
    """Endpoint groups that a key can be limited to, and those that are always reachable."""

    SCRAPE = "scrape"
    BATCH_SCRAPE = "batch-scrape"
    CRAWL = "crawl"
    MAP = "map"
    SEARCH = "search"
    EXTRACT = "extract"
    AGENT = "agent"
    PARSE = "parse"
    BROWSER = "browser"
    MONITOR = "monitor"
    RESEARCH = "research"
    LLMSTXT = "llmstxt"
    DEEP_RESEARCH = "deep-research"
    XCLAW = "xclaw"
    ACCOUNT = "account"
    LEGACY = "v0"
    # Endpoints that nobody has classified: refused to every key that is limited to groups.
    UNKNOWN = "unknown"


class Mode(StrEnum):
    """Kinds of requests that are counted apart; reading how a job stands is in none of them."""

    SCRAPE = "scrape"
    MAP = "map"
    SEARCH = "search"
    CRAWL = "crawl"
    EXTRACT = "extract"
    BROWSER = "browser"
    BROWSER_EXECUTE = "browserExecute"
    ACCOUNT = "account"
    RESEARCH = "research"


@dataclass(frozen=True, slots=True)
class AccessRequest:
    """A request, reduced to the parts that restrictions check.

    *model* is whether a language model is needed for it, *live* whether a site may be visited:
    false when only stored pages are read.
    """

    group: Group
    formats: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    urls: tuple[str, ...] = ()
    model: bool = False
    live: bool = False


class Restriction(Protocol):
    """A limit on what a key may do. Restrictions only narrow."""

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""


# Returns the error that says why an address may not be visited, or None.
Permits: TypeAlias = Callable[[str], NotAllowed | None]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a caller.

    *team_rates* are requests a minute of the whole team by mode, *key_rate* those of the key in
    all modes together; *team_concurrency* and *key_concurrency* are pages under way at once. None,
    and a mode that is not named, is no bound but the deployment's. *metered* says that credits have to be
    reserved before work begins, because the team or the key has a bound on them.
    """

    team_rates: Mapping[str, int] = field(default_factory=dict)
    key_rate: int | None = None
    team_concurrency: int | None = None
    key_concurrency: int | None = None
    metered: bool = False


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Principal:
    """The authenticated caller: a team, and the key that spoke for it.

    *addresses* are those the key may be used from; empty for any. *threats* are settings of the team, and *terms* is
    what the key takes pages for. Sites are visited as *identity*, None for that of the service.
    """

    team_id: str
    key_id: str
    restrictions: tuple[Restriction, ...] = field(default=())
    addresses: tuple[Network, ...] = ()
    limits: Limits = NO_LIMITS
    zero_data_retention: bool = False
    threats: ThreatSettings = DEFAULTS
    terms: TermsUse = TermsUse()
    identity: VisitIdentity | None = None
