"""Threat protection: which domains a team's requests may not visit, and why.

A team has `ThreatSettings`. A request may bring a `ThreatOverride`, which is merged over them field by field. What
comes of both, with the operator's threat lists, is a `ThreatPolicy`, which has one question: `verdict(host)`.
"""

from gossamer.core.threats.names import parse_listed_domain, parse_listed_tld
from gossamer.core.threats.policy import Blocked, HostAllowed, ThreatListing, ThreatPolicy
from gossamer.core.threats.settings import (
    DEFAULTS,
    FailurePolicy,
    TeamThreats,
    ThreatMode,
    ThreatOverride,
    ThreatSettings,
)
