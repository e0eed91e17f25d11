"""Names in threat lists: one notation for each domain, and a set that a host is looked up in."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import ip_address
from typing import Final

from gossamer.core.domains import domain
from gossamer.core.errors import CallerError

_SCHEME: Final = re.compile(r"https?://", re.IGNORECASE)
# fnmatch gives "?" and "[" a meaning, too.
_GLOB: Final = re.compile(r"[a-z0-9_.*-]{1,253}", re.ASCII)
_SHOWN: Final = 100


def parse_listed_domain(text: str) -> str:
    """Return an entry of a list of domains in the one notation that hosts are compared with. Raises CallerError.

    `example.org`, `.example.org`, `*.example.org`, `EXAMPLE.org.` and `https://example.org/` are the same entry. A `*`
    elsewhere stays: the entry is a pattern for the whole host.
    """
    name = _SCHEME.sub("", text.strip(), count=1).removesuffix("/").removeprefix("*.").removeprefix(".")
    if "*" in name:
        return _pattern(name.lower().removesuffix("."), text)
    try:
        return plain_host(domain(name))
    except CallerError as error:
        raise CallerError(
            f"{_quote_text(text)} is not a domain. Use a name such as `example.org`, without a path or port."
        ) from error


def parse_listed_tld(text: str) -> str:
    """Return a top-level domain, or a longer ending such as `co.uk`, in lower-case ASCII. Raises CallerError."""
    name = text.strip().removeprefix("*").removeprefix(".")
    try:
        ending = domain(name)
    except CallerError:
        ending = ""
    if not ending or _is_address(ending):
        raise CallerError(f"{_quote_text(text)} is not a top-level domain. Use a name such as `zip`.")
    return ending


def plain_host(host: str) -> str:
    """Return *host* without final dots, and an IPv4 address in IPv6 notation as the IPv4 address."""
    name = host.rstrip(".")
    mapped = getattr(ip_address(name), "ipv4_mapped", None) if _is_address(name) else None
    return name if mapped is None else str(mapped)


def parents(host: str) -> Iterable[str]:
    """Yield *host* and each domain that it belongs to, the longest first."""
    yield host
    if _is_address(host):
        return
    rest = host
    while dot := rest.find(".") + 1:
        rest = rest[dot:]
        yield rest


@dataclass(frozen=True, slots=True)
class Domains:
    """Domains, each with everything below it, and patterns."""

    names: frozenset[str]
    patterns: tuple[str, ...]

    @classmethod
    def of(cls, entries: Iterable[str]) -> "Domains":
        """Return a set of *entries* as `parse_listed_domain` writes them."""
        names = tuple(entries)
        return cls(frozenset(e for e in names if "*" not in e), tuple(e for e in names if "*" in e))

    def match(self, host: str) -> str | None:
        """Return the entry that *host* belongs to, or None."""
        named = next((name for name in parents(host) if name in self.names), None)
        return named or next((pattern for pattern in self.patterns if fnmatchcase(host, pattern)), None)


def _pattern(name: str, written: str) -> str:
    if not _GLOB.fullmatch(name):
        raise CallerError(
            f"{_quote_text(written)} is not a pattern for domains. Use letters, digits, `-`, `.` and `*`; "
            "write other letters in their `xn--` form."
        )
    return name


def _is_address(name: str) -> bool:
    # Only addresses have a colon or end in a digit after a dot; most names are done without parsing.
    if not name[-1:].isdigit() and ":" not in name:
        return False
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _quote_text(text: str) -> str:
    return f"`{text[:_SHOWN]}`"
