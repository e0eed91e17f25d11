"""Restrictions as a form shows and sends them: every field a text or a tick."""

from dataclasses import dataclass
from typing import Final

from gossamer.core.access import Group
from gossamer.core.errors import CallerError
from gossamer.core.restrictions import FORMATS, GROUPS, Restrictions, domain
from gossamer.dashboard.forms import Form

# Fields of one line each.
_TEXTS: Final = ("credit_budget", "rate_per_minute", "concurrency", "purpose", "terms_policy", "identity")


@dataclass(frozen=True, slots=True)
class KeyDraft:
    """The typed restrictions; *domains* are separated by white space or commas, an empty number is no limit."""

    formats: frozenset[str] = frozenset()
    endpoints: frozenset[str] = frozenset()
    domains: str = ""
    no_model: bool = False
    cache_only: bool = False
    credit_budget: str = ""
    rate_per_minute: str = ""
    concurrency: str = ""
    purpose: str = ""
    terms_policy: str = ""
    identity: str = ""

    @classmethod
    def of(cls, saved: Restrictions) -> "KeyDraft":
        """Return the form of what is saved."""
        return cls(
            formats=frozenset(saved.allowed_formats),
            endpoints=frozenset(saved.allowed_endpoints),
            domains="\n".join(saved.allowed_domains),
            no_model=saved.no_model,
            cache_only=saved.cache_only,
            **{name: _show(getattr(saved, name)) for name in _TEXTS},
        )

    @classmethod
    def sent(cls, form: Form) -> "KeyDraft":
        """Return the draft in *form*."""
        return cls(
            formats=frozenset(form.all("format")),
            endpoints=frozenset(form.all("endpoint")),
            domains=form.one("domains"),
            no_model="no_model" in form,
            cache_only="cache_only" in form,
            **{name: form.one(name) for name in _TEXTS},
        )

    def restrictions(self) -> Restrictions:
        """Return the restrictions to be saved; raises CallerError for a value that is wrong."""
        if unknown := (self.formats - set(FORMATS)) | (self.endpoints - set(GROUPS)):
            raise CallerError(f"Unknown: {', '.join(sorted(unknown))[:200]}.")
        return Restrictions(
            allowed_formats=tuple(name for name in FORMATS if name in self.formats),
            allowed_endpoints=tuple(Group(name) for name in GROUPS if name in self.endpoints),
            allowed_domains=tuple(dict.fromkeys(map(domain, self.domains.replace(",", " ").split()))),
            no_model=self.no_model,
            cache_only=self.cache_only,
            credit_budget=_number("Credits a month", self.credit_budget),
            rate_per_minute=_number("Requests a minute", self.rate_per_minute),
            concurrency=_number("Pages at once", self.concurrency),
            purpose=self.purpose or None,
            terms_policy=self.terms_policy or None,
            identity=self.identity or None,
        )


def _show(value: int | str | None) -> str:
    return "" if value is None else str(value)


def _number(name: str, text: str) -> int | None:
    if not text:
        return None
    # A number of the form is plain digits; others that Python would read are a slip.
    if not (text.isascii() and text.isdigit()):
        raise CallerError(f"{name} must be a whole number, or empty for no limit.")
    return int(text[:20])
