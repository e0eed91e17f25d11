"""A team's settings for threat protection, and a request's changes to them."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Final


class ThreatMode(StrEnum):
    """The checks on hosts.

    MANUAL_ONLY uses the team's own lists, NORMAL the operator's threat lists as well. ZSCALER needs a connector that
    this service does not have.
    """

    OFF = "off"
    NORMAL = "normal"
    MANUAL_ONLY = "manual-only"
    ZSCALER = "zscaler"


class FailurePolicy(StrEnum):
    """The treatment of a host while the operator's threat lists cannot be read."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ThreatSettings:
    """Threat protection of a team.

    Entries of *blacklist*, *whitelist* and *blocked_tlds* are as `parse_listed_domain` and `parse_listed_tld` write
    them. A domain of the operator's lists has the risk score 100, so it is blocked at every *risk_score_threshold*.
    Settings that the operator *forced* are changed neither by a request nor by the team.
    """

    mode: ThreatMode = ThreatMode.OFF
    risk_score_threshold: float = 75
    blacklist: tuple[str, ...] = ()
    whitelist: tuple[str, ...] = ()
    blocked_tlds: tuple[str, ...] = ()
    failure_policy: FailurePolicy = FailurePolicy.CLOSED
    allow_request_overrides: bool = True
    forced: bool = False

    @property
    def takes_overrides(self) -> bool:
        """Return whether a request may change them."""
        return self.allow_request_overrides and not self.forced


DEFAULTS: Final = ThreatSettings()


@dataclass(frozen=True, slots=True)
class TeamThreats:
    """The settings of a team and when they were set; None when they never were, and the defaults hold."""

    settings: ThreatSettings = DEFAULTS
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ThreatOverride:
    """The changes of one request; None keeps the team's setting."""

    mode: ThreatMode | None = None
    risk_score_threshold: float | None = None
    blacklist: tuple[str, ...] | None = None
    whitelist: tuple[str, ...] | None = None
    blocked_tlds: tuple[str, ...] | None = None
    failure_policy: FailurePolicy | None = None

    def over(self, settings: ThreatSettings) -> ThreatSettings:
        """Return *settings* with what is given here in their place."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(settings, **{name: value for name, value in values.items() if value is not None})
