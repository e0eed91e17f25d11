"""Keys: how a caller is found, and what an admin changes."""

from dataclasses import dataclass

from gossamer.core.accounts import ApiKey, Features, Team
from gossamer.core.threats import DEFAULTS, ThreatSettings


@dataclass(frozen=True, slots=True)
class Grant:
    """A key with everything that says what its holder may do."""

    key: ApiKey
    team: Team
    features: Features
    threats: ThreatSettings = DEFAULTS
