"""The gate: what a spec asks for, and whether the caller may.

The decision reads the spec, never the route, so that every API version, and later jobs,
monitors and agent tools, meet the same rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.crawling import CrawlSpec, MapSpec
from gossamer.core.errors import NotAllowed, NotAvailable
from gossamer.core.formats import Understanding
from gossamer.core.specs import ScrapeSpec

_NO_THREAT_PROTECTION = "Threat protection is not enabled for this team."


@dataclass(frozen=True, slots=True)
class Rights:
    """What this deployment lets its teams do that others do not."""

    ignore_robots: bool = False


def ask_of(group: Group, spec: ScrapeSpec) -> Ask:
    """Reduce *spec* to what restrictions speak of."""
    return Ask(
        group=group,
        formats=frozenset(f.name for f in spec.formats),
        actions=frozenset(a.kind for a in spec.actions or ()),
        urls=(spec.url,),
    )


def ask_of_pages(group: Group, template: ScrapeSpec, urls: Sequence[str]) -> Ask:
    """Reduce the same scrape of many *urls* to what restrictions speak of."""
    return replace(ask_of(group, template), urls=tuple(urls))


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
        raise NotAllowed(_NO_THREAT_PROTECTION)
    if spec.zero_data_retention:
        raise NotAllowed("Zero data retention is not enabled for this team.")


def check_permitted(spec: CrawlSpec, rights: Rights) -> None:
    """Raise when *spec* asks to treat robots.txt in a way that this deployment does not let its teams."""
    if rights.ignore_robots:
        return
    asked = {
        "ignoreRobotsTxt": spec.scope.ignore_robots,
        "robotsUserAgent": spec.scope.robots_user_agent is not None,
    }
    if names := " and ".join(f"`{name}`" for name, there in asked.items() if there):
        raise NotAllowed(
            f"{names} is not enabled for this team; an operator can enable it with GOSSAMER_IGNORE_ROBOTS_ALLOWED."
        )


def check_map(spec: MapSpec) -> None:
    """Raise when *spec* asks for what this deployment does not have."""
    if spec.threat_protection:
        raise NotAllowed(_NO_THREAT_PROTECTION)
