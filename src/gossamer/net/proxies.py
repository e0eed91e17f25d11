"""Upstream proxies the operator configured, and which of them a request takes.

A setting is a comma-separated list of `http://user:password@host:port`. An entry may be bound
to a country, `country=DE:http://…`, or take it in its user name, `http://user-{country}:…`.

Whether a proxy failed is told by what it does before a site can have spoken: see `ProxyRefused`.
"""

import re
import secrets
import ssl
import time
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self
from urllib.parse import unquote, urlsplit

import structlog

from gossamer.core.errors import NameNotResolved
from gossamer.core.headers import basic_authorization
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import PROXY_FAILURES

Tier = Literal["basic", "stealth"]

_ENTRY = re.compile(r"(?:country=(?P<country>[A-Za-z]{2}):)?(?P<url>.+)")
_COUNTRY = re.compile(r"[A-Za-z]{2}", re.ASCII)
_USERNAME = re.compile(r"(basic|stealth)(?:-([a-z]{2}))?(?:~([0-9A-Za-z]{1,32}))?", re.ASCII)
_PLACEHOLDER = "{country}"
_DEFAULT_COUNTRY = "us"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_FIRST_REST = 15.0
_LONGEST_REST = 600.0
_FEW = 64
_FORM = (
    "is not of the form http://user:password@host:port. Write / ? # @ , and % of its user name and password as "
    "%2F %3F %23 %40 %2C and %25."
)
_log = structlog.get_logger(__name__)


class ProxyRefused(Exception):
    """A proxy answered in place of the site with *status*; None when it closed the connection without an answer."""

    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status


# The first row that fits counts: the label of metrics, and what the proxy does, for people.
_FAILURES: tuple[tuple[type[Exception], str, str], ...] = (
    (ssl.SSLCertVerificationError, "certificate", "has a certificate that is not valid"),
    (ssl.SSLError, "tls", "does not speak TLS, so its address may have to begin with http://"),
    (TimeoutError, "timeout", "does not answer in time"),
    (NameNotResolved, "name", "has a name that does not resolve"),
    (OSError, "unreachable", "cannot be connected to"),
)
# The same for what it answers.
_ANSWERS: Mapping[int | None, tuple[str, str]] = {
    407: ("credentials", "did not accept its user name and password (407)"),
    None: ("closed", "closed the connection without an answer that is HTTP"),
}


def explain_failure(error: Exception) -> tuple[str, str]:
    """Return a label for why a proxy could not be used, and the end of a sentence that begins with its name."""
    if isinstance(error, ProxyRefused):
        return _ANSWERS.get(error.status, ("refused", f"refused to connect (it answered {error.status})"))
    return next((label, sentence) for kind, label, sentence in _FAILURES if isinstance(error, kind))


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP forward proxy; *country* in lower case, or None when it does not say where it is."""

    scheme: str
    host: str
    port: int
    username: str = ""
    password: str = field(default="", repr=False)
    country: str | None = None

    @property
    def endpoint(self) -> tuple[str, int]:
        """Return the host and the port to connect to."""
        return self.host, self.port

    @property
    def name(self) -> str:
        """Return its host and port, for logs and answers."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def authorization(self) -> str:
        """Return the value of Proxy-Authorization."""
        return basic_authorization(self.username, self.password)

    @property
    def anywhere(self) -> bool:
        """Return whether the exit country is chosen by the user name."""
        return _PLACEHOLDER in self.username

    def in_country(self, country: str | None) -> "Proxy":
        """Return the proxy as it is dialled for *country*."""
        if not self.anywhere:
            return self
        chosen = (country or _DEFAULT_COUNTRY).lower()
        username = self.username.replace(_PLACEHOLDER, chosen)
        return Proxy(self.scheme, self.host, self.port, username, self.password, chosen)


def parse_proxies(text: str) -> tuple[Proxy, ...]:
    """Return the proxies of a setting; ValueError says which entry cannot be read, without its password."""
    return tuple(_proxy(entry, number) for number, entry in enumerate(filter(None, map(str.strip, text.split(","))), 1))


def _proxy(entry: str, number: int) -> Proxy:
    refusal = ValueError(f"Proxy {number} {_FORM}")
    match = _ENTRY.fullmatch(entry)
    if match is None:
        raise refusal
    try:
        parts = urlsplit(match["url"])
        port = parts.port
        username, password = (unquote(text or "", errors="strict") for text in (parts.username, parts.password))
    except ValueError:
        raise refusal from None
    # A "#" or "?" of a password that is not escaped ends the address there: "user" would be the host.
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or parts[2:] not in {("", "", ""), ("/", "", "")}:
        raise refusal
    country = match["country"]
    return Proxy(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or _DEFAULT_PORTS[parts.scheme],
        username=username,
        password=password,
        country=country.lower() if country else None,
    )


@dataclass(frozen=True, slots=True)
class Route:
    """The route of a request: direct, or by a proxy of a tier in a country.

    Requests with the same *session* leave by the same proxy: what belongs to one visit should
    come from one address. A route is written as the user name that a client of the filtering
    proxy gives, for example `stealth-de~3f9a`.
    """

    tier: Tier = "basic"
    country: str | None = None
    session: str = ""

    @classmethod
    def of(cls, tier: Tier, country: str | None, errand: str = "") -> Self:
        """Return the route of an *errand*; a *country* that is no ISO 3166 alpha-2 code is left out."""
        is_code = country is not None and _COUNTRY.fullmatch(country) is not None
        session = f"{zlib.crc32(errand.encode()):08x}" if errand else ""
        return cls(tier, country.lower() if is_code and country else None, session)

    @classmethod
    def parse(cls, username: str) -> Self | None:
        """Return the route that *username* stands for, or None when it is none."""
        match = _USERNAME.fullmatch(username)
        if match is None:
            return None
        return cls("stealth" if match[1] == "stealth" else "basic", match[2], match[3] or "")

    @property
    def username(self) -> str:
        """Return the user name that stands for this route."""
        country = f"-{self.country}" if self.country else ""
        session = f"~{self.session}" if self.session else ""
        return f"{self.tier}{country}{session}"

    def for_one_visit(self) -> "Route":
        """Return this route with a session, unless it has one. There are few, so that visits can share connections."""
        return self if self.session else Route(self.tier, self.country, f"{secrets.randbelow(_FEW):02x}")


@dataclass(slots=True)
class _Health:
    failures: int = 0
    rests_until: float = 0.0


class Proxies:
    """The configured proxies of both tiers, taken in turn; one that fails rests for a while.

    The stealth tier without proxies of its own goes by those of the basic tier, so that no request goes around them. A
    tier without any goes direct: clients ask for "auto" and "stealth" by default, and a missing proxy must not fail
    them. *strongest* is the tier that a stealth request goes by.
    """

    def __init__(
        self, basic: Iterable[Proxy] = (), stealth: Iterable[Proxy] = (), meters: Meters | None = None
    ) -> None:
        self._meters = meters or Meters()
        stealth_proxies, shared = tuple(stealth), tuple(basic)
        self._by_tier: dict[Tier, tuple[Proxy, ...]] = {"basic": shared, "stealth": stealth_proxies or shared}
        self.strongest: Tier = "basic" if shared and not stealth_proxies else "stealth"
        self._health: dict[tuple[str, int], _Health] = {}
        self._turn = 0

    @classmethod
    def parse(cls, *, basic: str = "", stealth: str = "", meters: Meters | None = None) -> Self:
        """Return the proxies of the two settings; ValueError when one cannot be read."""
        return cls(parse_proxies(basic), parse_proxies(stealth), meters)

    @property
    def endpoints(self) -> frozenset[tuple[str, int]]:
        """Return every proxy's host and port: what the operator allowed by naming it."""
        return frozenset(proxy.endpoint for proxies in self._by_tier.values() for proxy in proxies)

    def has(self, tier: Tier) -> bool:
        """Return whether requests of *tier* go by a proxy."""
        return bool(self._by_tier[tier])

    def order(self, route: Route) -> list[Proxy]:
        """Return the proxies for *route* in the order in which they are tried; none to go direct.

        They are those in the asked country, else those that can choose it, else any. Those that rest come last,
        the one that rests shortest first.
        """
        ordered = self.preview(route)
        self._turn += 1
        return ordered

    def preview(self, route: Route) -> list[Proxy]:
        """Return what `order` would return now, without taking a turn."""
        now = time.monotonic()
        resting = sorted(self._fitting(route), key=self._rests_until)
        awake = [proxy for proxy in self._fitting(route) if self._rests_until(proxy) <= now]
        place = (zlib.crc32(route.session.encode()) if route.session else self._turn + 1) % max(len(awake), 1)
        ordered = dict.fromkeys((*awake[place:], *awake[:place], *resting))
        return [proxy.in_country(route.country) for proxy in ordered]

    def worked(self, proxy: Proxy, doubted: Mapping[Proxy, int]) -> None:
        """Note that *proxy* brought what the *doubted* ones answered with a status that may have been the site's."""
        self._health.pop(proxy.endpoint, None)
        for other, status in doubted.items():
            self.failed(other, ProxyRefused(status))

    def failed(self, proxy: Proxy, error: Exception) -> str:
        """Let *proxy* rest, and return the sentence that says what it did.

        A rest is 15 seconds, doubled with each failure after one, at most 10 minutes.
        """
        label, sentence = explain_failure(error)
        self._meters.add(PROXY_FAILURES, proxy.name, label)
        health = self._health.setdefault(proxy.endpoint, _Health())
        now = time.monotonic()
        # Requests that were under way together are one failure.
        if health.rests_until <= now:
            rest = min(_FIRST_REST * 2**health.failures, _LONGEST_REST)
            health.failures += 1
            health.rests_until = now + rest
            _log.warning("proxy_failed", proxy=proxy.name, reason=label, problem=sentence, rests_seconds=rest)
        return f"The proxy {proxy.name} {sentence}."

    def _fitting(self, route: Route) -> list[Proxy]:
        proxies = self._by_tier[route.tier]
        if route.country is None:
            return list(proxies)
        in_country = [proxy for proxy in proxies if proxy.country == route.country]
        return in_country or [proxy for proxy in proxies if proxy.anywhere] or list(proxies)

    def _rests_until(self, proxy: Proxy) -> float:
        return self._health.get(proxy.endpoint, _Health()).rests_until
