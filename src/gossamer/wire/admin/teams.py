"""Teams, what bounds them, and what they use of their credits."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core.access import Mode
from gossamer.core.accounts import Features, Organization
from gossamer.core.usage import Balance, PeriodUsage
from gossamer.wire.admin.changes import Change
from gossamer.wire.admin.organizations import Flags
from gossamer.wire.amounts import Count, PositiveCount
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import StrictShape, example, one_of
from gossamer.wire.terms import IdentityName, IdentityOption
from gossamer.wire.usage import credit_history_json
from gossamer.wire.usage_answers import CreditHistory

_MODES = [mode.value for mode in Mode]
_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
_ModeName = Annotated[str, AfterValidator(one_of("mode", _MODES))]
_RateLimits = Annotated[
    dict[_ModeName, PositiveCount],
    BeforeValidator(lambda value: {} if value is None else value),
    Field(description=f"Requests a minute by mode; a mode that is not named has no bound. Modes: {', '.join(_MODES)}."),
]
_Credits = Annotated[Count, Field(description="Credits of each billing month; no bound when left out.")]
_Concurrency = Annotated[PositiveCount, Field(description="Pages under way at once; the deployment's when left out.")]


class NewTeamBody(StrictShape):
    """A team to be made."""

    model_config = example(
        name="Pipelines",
        organization="Acme",
        credits=100000,
        concurrency=20,
        rateLimits={"scrape": 600, "crawl": 30},
        flags={"keyRestrictions": True, "ipRestrictions": True},
    )

    name: str
    organization: str | None = Field(
        default=None,
        description="Id or name of an organization; one of that name is made when there is none, "
        "and one with the team's name when this is left out.",
    )
    credits: _Credits | None = None
    concurrency: _Concurrency | None = None
    rate_limits: _RateLimits = Field(default_factory=dict)
    identity: IdentityOption = None
    flags: Flags | None = Field(default=None, description="What all teams of the organization may use.")

    def features(self, organizations: Sequence[Organization]) -> Features | None:
        """Return the new features of the team's organization; None to leave them as they are.

        An organization that exists, so is among *organizations*, keeps the features that `flags` does not name.
        """
        if self.flags is None:
            return None
        organization = self._goes_into(organizations)
        return self.flags.added_to(Features() if organization is None else organization.features)

    def _goes_into(self, organizations: Sequence[Organization]) -> Organization | None:
        """Return the one with the id that is named, else the oldest of the name; None for a new one."""
        named = " ".join((self.organization or "").split())
        matches = [each for each in organizations if named in {each.organization_id, each.name}]
        return min(matches, key=lambda each: (each.organization_id != named, each.created_at), default=None)


class TeamChange(Change):
    """Changes of a team; null removes a limit."""

    model_config = example(credits=50_000, concurrency=None)

    name: str = ""
    credits: _Credits | None = None
    concurrency: _Concurrency | None = None
    rate_limits: _RateLimits = Field(default_factory=dict)
    identity: IdentityOption = None


class TeamMade(Success):
    """The team, and its first key: the only time that it is shown."""

    team_id: str = Field(examples=[_ID])
    organization_id: str
    api_key: str = Field(examples=["fc-00000000000000000000000000000000"])


class TeamShown(AnswerShape):
    """A team; a bound that is null is none."""

    team_id: str
    organization_id: str
    name: str
    created_at: str = Field(description="Billing months begin on this day of the month.")
    credits: int | None
    concurrency: int | None
    rate_limits: dict[str, int]
    identity: IdentityName | None
    purge_at: str | None = Field(default=None, description="When a deleted team is removed; left out for one in use.")


class TeamAnswer(Success):
    """A team."""

    team: TeamShown


class Teams(Success):
    """All teams, by name."""

    teams: list[TeamShown]


class WebhookSecret(Success):
    """The secret that signs the team's webhooks."""

    webhook_secret: str


class Usage(CreditHistory):
    """A team's usage in the running billing month, and each key's usage by month."""

    start_date: str
    end_date: str
    credits: int | None = Field(description="What it may use in the month; null without a bound.")
    used: int
    reserved: int = Field(description="What work under way may still use.")


def usage_json(balance: Balance, periods: Sequence[PeriodUsage]) -> dict[str, Any]:
    """Return the balance of a team, and its earlier usage."""
    period = balance.period
    history = credit_history_json(periods)
    return Usage.of(
        balance, start_date=period.start, end_date=period.end, credits=balance.allowance, periods=history["periods"]
    )
