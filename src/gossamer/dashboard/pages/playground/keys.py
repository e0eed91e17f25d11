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


def choose_key(known: Sequence[KeyChoice], key_id: str) -> KeyChoice | None:
    """Return the choice of that id, or the first; None when there is none."""
    return next((choice for choice in known if choice.key_id == key_id), known[0] if known else None)


def _is_readable(key: ApiKey) -> bool:
    return key.restrictions is not None and key.addresses is not None


def _limits(key: ApiKey) -> Iterator[str]:
    if key.restrictions is not None:
        yield from _of(key.restrictions)
    if key.addresses:
        yield f"Addresses: {', '.join(key.addresses)}"


def _of(restrictions: Restrictions) -> Iterator[str]:
    if restrictions.allowed_endpoints:
        yield f"Endpoints: {', '.join(restrictions.allowed_endpoints)}"
    if restrictions.allowed_formats:
        yield f"Formats: {', '.join(restrictions.allowed_formats)}"
    if restrictions.allowed_domains:
        yield f"Domains: {', '.join(restrictions.allowed_domains)}"
    if restrictions.no_model:
        yield "No language model"
    if restrictions.cache_only:
        yield "Stored pages only"
    if restrictions.credit_budget is not None:
        yield f"{restrictions.credit_budget} credits a billing month"
    if restrictions.rate_per_minute is not None:
        yield f"{restrictions.rate_per_minute} requests a minute"
    if restrictions.concurrency is not None:
        yield f"{restrictions.concurrency} pages at once"
    if restrictions.terms != TermsUse():
        yield f"Pages for {restrictions.purpose or 'any purpose'}; terms of sites: {restrictions.terms.policy}"
