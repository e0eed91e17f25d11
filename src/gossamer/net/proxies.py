"""Upstream proxies the operator configured, and which of them a request takes.

A setting is a comma-separated list of `http://user:password@host:port`. An entry may be bound
to a country, `country=DE:http://…`, or take it in its user name, `http://user-{country}:…`.
"""

import re
import secrets
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Self
from urllib.parse import quote, unquote, urlsplit

Tier = Literal["basic", "stealth"]

_ENTRY = re.compile(r"(?:country=(?P<country>[A-Za-z]{2}):)?(?P<url>.+)")
_COUNTRY = re.compile(r"[A-Za-z]{2}", re.ASCII)
_USERNAME = re.compile(r"(basic|stealth)(?:-([a-z]{2}))?(?:~([0-9A-Za-z]{1,32}))?", re.ASCII)
_PLACEHOLDER = "{country}"
_DEFAULT_COUNTRY = "us"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_FIRST_REST = 15.0
_LONGEST_REST = 600.0


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
        """Return what is dialled."""
        return self.host, self.port

    @property
    def url(self) -> str:
        """Return the proxy's address with its credentials: never for logs or answers."""
        user = quote(self.username, safe="")
        password = f":{quote(self.password, safe='')}" if self.password else ""
        return f"{self.scheme}://{user}{password}{'@' if user else ''}{self.host}:{self.port}"

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
    refusal = ValueError(f"Proxy {number} is not of the form http://user:password@host:port.")
    match = _ENTRY.fullmatch(entry)
    if match is None:
        raise refusal
    try:
        parts = urlsplit(match["url"])
        port = parts.port
    except ValueError:
        raise refusal from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or parts.path not in {"", "/"}:
        raise refusal
    country = match["country"]
    return Proxy(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or _DEFAULT_PORTS[parts.scheme],
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
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
    def of(cls, tier: Tier, country: str | None) -> Self:
        """Return the route; a *country* that is no ISO 3166 alpha-2 code is left out."""
        known = country is not None and _COUNTRY.fullmatch(country) is not None
        return cls(tier, country.lower() if known and country else None)

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
        """Return this route with a session of its own, unless it has one."""
        return self if self.session else Route(self.tier, self.country, secrets.token_hex(4))


@dataclass(slots=True)
class _Health:
    failures: int = 0
    rests_until: float = 0.0


class Proxies:
    """The configured proxies of both tiers, taken in turn; one that fails rests for a while.

    A tier without proxies goes direct: clients ask for "auto" and "stealth" by default, and a
    missing proxy must not fail them.
    """

    def __init__(self, basic: Iterable[Proxy] = (), stealth: Iterable[Proxy] = ()) -> None:
        self._by_tier: dict[Tier, tuple[Proxy, ...]] = {"basic": tuple(basic), "stealth": tuple(stealth)}
        self._health: dict[tuple[str, int], _Health] = {}
        self._turn = 0

    @classmethod
    def parse(cls, *, basic: str = "", stealth: str = "") -> Self:
        """Return the proxies of the two settings; ValueError when one cannot be read."""
        return cls(parse_proxies(basic), parse_proxies(stealth))

    @property
    def endpoints(self) -> frozenset[tuple[str, int]]:
        """Return every proxy's host and port: what the operator allowed by naming it."""
        return frozenset(proxy.endpoint for proxies in self._by_tier.values() for proxy in proxies)

    def has(self, tier: Tier) -> bool:
        """Return whether any proxy of *tier* is configured."""
        return bool(self._by_tier[tier])

    def pick(self, route: Route) -> Proxy | None:
        """Return the next proxy for *route*, or None to go direct.

        Proxies in the asked country come first, then those that can choose it, then any.
        When all rest, the one that rests shortest is tried.
        """
        fitting = self._fitting(route)
        if not fitting:
            return None
        now = time.monotonic()
        awake = [proxy for proxy in fitting if self._rests_until(proxy) <= now]
        self._turn += 1
        place = zlib.crc32(route.session.encode()) if route.session else self._turn
        chosen = awake[place % len(awake)] if awake else min(fitting, key=self._rests_until)
        return chosen.in_country(route.country)

    def worked(self, proxy: Proxy) -> None:
        """Note that *proxy* brought a connection."""
        self._health.pop(proxy.endpoint, None)

    def failed(self, proxy: Proxy) -> None:
        """Let *proxy* rest: 15 seconds, doubled with each further failure, at most 10 minutes."""
        health = self._health.setdefault(proxy.endpoint, _Health())
        rest = min(_FIRST_REST * 2**health.failures, _LONGEST_REST)
        health.failures += 1
        health.rests_until = time.monotonic() + rest

    def _fitting(self, route: Route) -> list[Proxy]:
        proxies = self._by_tier[route.tier]
        if route.country is None:
            return list(proxies)
        there = [proxy for proxy in proxies if proxy.country == route.country]
        return there or [proxy for proxy in proxies if proxy.anywhere] or list(proxies)

    def _rests_until(self, proxy: Proxy) -> float:
        health = self._health.get(proxy.endpoint)
        return health.rests_until if health else 0.0
