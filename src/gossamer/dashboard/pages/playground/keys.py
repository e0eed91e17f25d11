"""The keys that the playground can run as, and what each may do, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from gossamer.core.accounts import ApiKey
from gossamer.core.restrictions import Restrictions
from gossamer.core.specs import TermsUse


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """A key that can be chosen; *limits* are phrases, empty when nothing limits it (or the limits are hidden).

    A key of which nobody can say what limits it is not *readable*: it is refused everything.
    """

    key_id: str
    name: str
    hint: str
    limits: tuple[str, ...]
    readable: bool


def choices(keys: Sequence[ApiKey], *, now: datetime) -> tuple[KeyChoice, ...]:
    """Return those of *keys* that can be used at *now*."""
    return tuple(
        KeyChoice(key.key_id, key.name, key.hint, tuple(_limits(key)), _is_readable(key))
        for key in keys
        if key.revoked_at is None and (key.expires_at is None or key.expires_at > now)
    )


def choose_key(choices: Sequence[KeyChoice], key_id: str) -> KeyChoice | None:
    """Return the choice of that id, or the first; None when there is none."""
    return next((choice for choice in choices if choice.key_id == key_id), choices[0] if choices else None)


def _is_readable(key: ApiKey) -> bool:
    return key.restrictions is not None and key.addresses is not None


def _limits(key: ApiKey) -> Iterator[str]:
    if key.restrictions is not None:
        yield from _of(key.restrictions)
    if key.addresses:
        yield f"Addresses: {', '.join(key.addresses)}"


def _of(limits: Restrictions) -> Iterator[str]:
    names = {
        "Endpoints": limits.allowed_endpoints,
        "Formats": limits.allowed_formats,
        "Domains": limits.allowed_domains,
    }
    yield from (f"{kind}: {', '.join(listing)}" for kind, listing in names.items() if listing)
    switches = {"No language model": limits.no_model, "Stored pages only": limits.cache_only}
    yield from (phrase for phrase, is_on in switches.items() if is_on)
    bounds = {
        "credits a billing month": limits.credit_budget,
        "requests a minute": limits.rate_per_minute,
        "pages at once": limits.concurrency,
    }
    yield from (f"{bound} {what}" for what, bound in bounds.items() if bound is not None)
    if limits.terms != TermsUse():
        yield f"Pages for {limits.purpose or 'any purpose'}; terms of sites: {limits.terms.policy}"
    if limits.identity is not None:
        yield f"Sites visited as: {limits.identity}"
