"""Restrictions of a key, as people set them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gossamer.core.access import Group, Restriction
from gossamer.core.domains import domain
from gossamer.core.errors import CallerError
from gossamer.core.formats import TYPES
from gossamer.core.restrictions.rules import NoLegacy, NoModel, OnlyDomains, OnlyEndpoints, OnlyFormats, OnlyStored
from gossamer.core.specs import Purpose, TermsPolicy, TermsUse
from gossamer.core.visit_identity import VisitIdentity

# Groups that a key can be limited to.
GROUPS: Final = tuple(group for group in Group if group not in {Group.ACCOUNT, Group.LEGACY, Group.UNKNOWN})
# A key that is limited keeps its meaning when new ones come.
FORMATS: Final = TYPES
# Clients lose digits of numbers from here on, and nobody would look through more domains.
_TOO_MANY: Final = 2**53
_MOST_DOMAINS: Final = 1000


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Restrictions of a key; an empty list, false and None restrict nothing.

    *allowed_formats* are format types in v2 names, *allowed_domains* registered domains or hosts as `domain`
    writes them, which allow everything below them. *no_model* refuses what needs a language model,
    *cache_only* whatever would visit a site. The rest are bounds: credits of each billing month,
    requests a minute, and pages under way at once. *purpose* and *terms_policy* say what pages are taken for, and the
    least strict policy about the terms of their sites; *identity* is the one under which sites are visited, None for
    that of the team.

    There is no value that could not be enforced: a name that nobody knows, one that is there twice and
    a bound that is none raise CallerError.
    """

    allowed_formats: tuple[str, ...] = ()
    allowed_endpoints: tuple[Group, ...] = ()
    allowed_domains: tuple[str, ...] = ()
    no_model: bool = False
    cache_only: bool = False
    credit_budget: int | None = None
    rate_per_minute: int | None = None
    concurrency: int | None = None
    purpose: str | None = None
    terms_policy: str | None = None
    identity: str | None = None

    def __post_init__(self) -> None:
        _check_names("format", self.allowed_formats, FORMATS)
        _check_names("endpoint", self.allowed_endpoints, GROUPS)
        _check_domains(self.allowed_domains)
        _check_switch("no_model", self.no_model)
        _check_switch("cache_only", self.cache_only)
        _check_bound("credit budget", self.credit_budget, least=0)
        _check_bound("rate per minute", self.rate_per_minute, least=1)
        _check_bound("concurrency", self.concurrency, least=1)
        for name, value, enum_type in (
            ("purpose", self.purpose, Purpose),
            ("policy", self.terms_policy, TermsPolicy),
            ("identity", self.identity, VisitIdentity),
        ):
            _check_names(name, () if value is None else (value,), enum_type)

    @property
    def restricts(self) -> bool:
        """Return whether the key may do less than others; bounds only say how much of it."""
        return bool(
            self.allowed_formats or self.allowed_endpoints or self.allowed_domains or self.no_model or self.cache_only
        )

    @property
    def terms(self) -> TermsUse:
        """Return the use of pages that holds for every request of the key."""
        return TermsUse.of(self.purpose, self.terms_policy)

    def rules(self) -> tuple[Restriction, ...]:
        """Return the rules for a key with these restrictions; empty when nothing is restricted.

        Bounds are no rules: they are kept where requests, credits and pages are counted.
        """
        if not self.restricts:
            return ()
        rules: list[Restriction] = [NoLegacy()]
        if self.allowed_endpoints:
            rules.append(OnlyEndpoints(self.allowed_endpoints))
        if self.allowed_formats:
            rules.append(OnlyFormats(self.allowed_formats))
        if self.allowed_domains:
            rules.append(OnlyDomains(frozenset(self.allowed_domains)))
        if self.no_model:
            rules.append(NoModel())
        if self.cache_only:
            rules.append(OnlyStored())
        return tuple(rules)


def _check_names(kind: str, listing: Iterable[str], known_names: Iterable[str]) -> None:
    known_names = tuple(known_names)
    checked: set[str] = set()
    for name in _check_listing(kind, listing):
        if name not in known_names:
            raise CallerError(f"Unknown {kind} {_quote_name(name)}; known are {', '.join(known_names)}.")
        _check_once(kind, name, checked)


def _check_domains(listing: Iterable[str]) -> None:
    if len(_check_listing("domain", listing)) > _MOST_DOMAINS:
        raise CallerError(f"A key can be limited to {_MOST_DOMAINS} domains at most.")
    checked: set[str] = set()
    for name in _check_listing("domain", listing):
        if domain(name) != name:
            raise CallerError(f"{_quote_name(name)} is not the plain name of a domain; write it as `example.org`.")
        _check_once("domain", name, checked)


def _check_listing(kind: str, listing: Iterable[str]) -> tuple[str, ...]:
    if not isinstance(listing, tuple):
        raise CallerError(f"The allowed {kind}s must be a list.")
    return listing


def _check_once(kind: str, name: str, checked: set[str]) -> None:
    if name in checked:
        raise CallerError(f"The {kind} {_quote_name(name)} is named twice.")
    checked.add(name)


def _check_switch(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise CallerError(f"`{name}` must be true or false.")


def _check_bound(name: str, value: object, *, least: int) -> None:
    # True is an int to Python, and no number to anybody else.
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and least <= value < _TOO_MANY):
        return
    raise CallerError(f"The {name} must be a whole number of at least {least}, or nothing.")


def _quote_name(name: object) -> str:
    return f"`{str(name)[:100]}`"


NONE: Final = Restrictions()
