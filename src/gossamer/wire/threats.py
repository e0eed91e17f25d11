"""Threat protection as JSON: the settings of a team, and what one request changes."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core.threats import (
    DEFAULTS,
    TeamThreats,
    ThreatOverride,
    ThreatSettings,
    parse_listed_domain,
    parse_listed_tld,
)
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import StrictShape, at_most, by_rule, example

_MOST: Final = 1000


def _each_once(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


_DomainName = Annotated[str, AfterValidator(by_rule(parse_listed_domain))]
_TldName = Annotated[str, AfterValidator(by_rule(parse_listed_tld))]
_ONCE: Final = AfterValidator(_each_once)
_Mode: TypeAlias = Annotated[
    Literal["off", "normal", "manual-only", "zscaler"],
    Field(
        description="`off` checks nothing, `manual-only` uses the lists of the team and the request, `normal` also the "
        "threat lists of this server. `zscaler` is not available here."
    ),
]
_Threshold: TypeAlias = Annotated[
    float,
    Field(ge=0, le=100, description="Risk score that blocks; a domain of a threat list of this server has 100."),
]
_Blacklist: TypeAlias = Annotated[
    list[_DomainName],
    BeforeValidator(at_most(_MOST, "blacklist")),
    _ONCE,
    Field(description="Domains that are blocked, with their subdomains; `*` may stand for a part of a name."),
]
_Whitelist: TypeAlias = Annotated[
    list[_DomainName],
    BeforeValidator(at_most(_MOST, "whitelist")),
    _ONCE,
    Field(description="Domains that are always allowed, whatever else would block them."),
]
_BlockedTlds: TypeAlias = Annotated[
    list[_TldName],
    BeforeValidator(at_most(_MOST, "blockedTlds")),
    _ONCE,
    Field(description="Top-level domains that are blocked, as `zip`."),
]
_FailurePolicy: TypeAlias = Annotated[
    Literal["open", "closed"],
    Field(
        description="While the threat lists of this server cannot be read: `closed` blocks what is on no other list, "
        "`open` allows it."
    ),
]


class ThreatProtection(StrictShape):
    """Changes of the team's threat protection for this request, field by field."""

    mode: _Mode | None = None
    risk_score_threshold: _Threshold | None = None
    blacklist: _Blacklist | None = None
    whitelist: _Whitelist | None = None
    blocked_tlds: _BlockedTlds | None = None
    failure_policy: _FailurePolicy | None = None

    def override(self) -> ThreatOverride:
        """Return it as the core knows it."""
        return self.to_core(ThreatOverride)


class ThreatSettingsBody(StrictShape):
    """All settings of the team; what is left out gets its default."""

    model_config = example(mode="normal", blacklist=["*.risky.example"], blockedTlds=["zip"])

    mode: _Mode
    risk_score_threshold: _Threshold = DEFAULTS.risk_score_threshold
    blacklist: _Blacklist = Field(default_factory=list)
    whitelist: _Whitelist = Field(default_factory=list)
    blocked_tlds: _BlockedTlds = Field(default_factory=list)
    failure_policy: _FailurePolicy = "closed"
    allow_request_overrides: Annotated[
        bool,
        Field(description="Whether requests may bring `threatProtection`; 403 for those that do when it is false."),
    ] = DEFAULTS.allow_request_overrides
    zscaler: Annotated[
        dict[str, Any] | None, Field(description="Settings of a connector that this server does not have: 403.")
    ] = None

    def settings(self) -> ThreatSettings:
        """Return it as the core knows it."""
        return self.to_core(ThreatSettings)


class OperatorThreatSettings(ThreatSettingsBody):
    """The same by the operator, whose settings can be forced."""

    forced: Annotated[bool, Field(description="Neither the team's keys nor its requests may change them: 403.")] = True


class TeamThreatSettings(AnswerShape):
    """The settings of a team."""

    mode: str
    risk_score_threshold: float
    blacklist: list[str]
    whitelist: list[str]
    blocked_tlds: list[str]
    failure_policy: str
    allow_request_overrides: bool
    zscaler: None = Field(description="Always null: this server has no such connector.")
    configured: bool = Field(description="Whether the team has ever set it; the defaults hold otherwise.")
    updated_at: str | None


class ThreatProtectionAnswer(Success):
    """The answer to reading or setting them."""

    data: TeamThreatSettings


def override_of(protection: ThreatProtection | None) -> ThreatOverride | None:
    """Return the override that a request brings; None when it brings none."""
    return None if protection is None else protection.override()


def settings_json(threats: TeamThreats) -> dict[str, Any]:
    """Return the settings of a team."""
    settings, threshold = threats.settings, threats.settings.risk_score_threshold
    shown = TeamThreatSettings.of(
        settings,
        risk_score_threshold=int(threshold) if threshold == int(threshold) else threshold,
        allow_request_overrides=settings.takes_overrides,
        zscaler=None,
        configured=threats.updated_at is not None,
        updated_at=threats.updated_at,
    )
    return ThreatProtectionAnswer.of(data=shown)
