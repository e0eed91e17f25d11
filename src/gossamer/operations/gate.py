"""The gate: what a spec asks for, and whether the caller may.

The decision reads the spec, never the route, so that every API version, and later jobs,
monitors and agent tools, meet the same rule.
"""

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.errors import NotAllowed, NotAvailable
from gossamer.core.formats import Understanding
from gossamer.core.specs import ScrapeSpec


def ask_of(group: Group, spec: ScrapeSpec) -> Ask:
    """Reduce *spec* to what restrictions speak of."""
    return Ask(
        group=group,
        formats=frozenset(f.name for f in spec.formats),
        actions=frozenset(a.kind for a in spec.actions or ()),
        urls=(spec.url,),
    )


def admit(caller: Principal, ask: Ask) -> None:
    """Raise NotAllowed unless every restriction of the caller agrees."""
    for restriction in caller.restrictions:
        if reason := restriction.refusal(ask):
            raise NotAllowed(reason)


def check_available(spec: ScrapeSpec) -> None:
    """Raise when *spec* asks for what this deployment does not have."""
    missing = [f.name for f in spec.formats if isinstance(f, Understanding)]
    missing.extend(spec.unavailable)
    if spec.agent is not None:
        missing.append("agent")
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        raise NotAvailable(f"Not available on this server yet: {names}. Ask for the rest without it.")
    if spec.threat_protection:
        raise NotAllowed("Threat protection is not enabled for this team.")
    if spec.zero_data_retention:
        raise NotAllowed("Zero data retention is not enabled for this team.")
