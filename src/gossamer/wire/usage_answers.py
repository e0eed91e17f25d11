"""Shapes of answers about usage, for the API reference."""

from pydantic import ConfigDict, Field

from gossamer.wire.answers import AnswerShape, Success

_LEFT = "What is left of the current month; 99999999 credits without a bound."
_PLAN = "What there is each month."


class _Period(AnswerShape):
    billing_period_start: str
    billing_period_end: str


class _SnakePeriod(AnswerShape):
    # The first version has its names as they are.
    model_config = ConfigDict(alias_generator=None)

    billing_period_start: str
    billing_period_end: str


class CreditBalance(_Period):
    """Credits of a team."""

    remaining_credits: int = Field(description=_LEFT)
    plan_credits: int = Field(description=_PLAN)


class SnakeCreditBalance(_SnakePeriod):
    """Credits of a team, as version 1 names them."""

    remaining_credits: int = Field(description=_LEFT)
    plan_credits: int = Field(description=_PLAN)


class TokenBalance(_Period):
    """The same in tokens: 15 for a credit."""

    remaining_tokens: int = Field(description=_LEFT)
    plan_tokens: int = Field(description=_PLAN)


class SnakeTokenBalance(_SnakePeriod):
    """The same in tokens, as version 1 names them."""

    remaining_tokens: int = Field(description=_LEFT)
    plan_tokens: int = Field(description=_PLAN)


class CreditUsage(Success):
    """A team's usage in the running month."""

    data: CreditBalance


class SnakeCreditUsage(Success):
    """A team's usage in the running month."""

    data: SnakeCreditBalance


class TokenUsage(Success):
    """A team's usage in the running month."""

    data: TokenBalance


class SnakeTokenUsage(Success):
    """A team's usage in the running month."""

    data: SnakeTokenBalance


class _Month(AnswerShape):
    api_key: str | None = Field(description="Name of the key; null unless `byApiKey` is set.")
    start_date: str = Field(description="When the billing month began.")
    end_date: str = Field(description="When the next one begins.")


class CreditMonth(_Month):
    """Credits used in a billing month."""

    total_credits: int
    credits_used: int = Field(description="The same as `totalCredits`, for clients that look for it here.")


class TokenMonth(_Month):
    """Tokens used in a billing month."""

    total_tokens: int
    tokens_used: int = Field(description="The same as `totalTokens`.")


class CreditHistory(Success):
    """Credits by billing month, oldest first; months without any are left out."""

    periods: list[CreditMonth]


class TokenHistory(Success):
    """Tokens by billing month, oldest first."""

    periods: list[TokenMonth]


class ActivityEntry(AnswerShape):
    """Something the team asked for."""

    model_config = ConfigDict(alias_generator=None)

    id: str = Field(description="Id of the scrape, map or job.")
    endpoint: str
    api_version: str | None = Field(description="Null when no version of the API was used.")
    created_at: str
    target: str = Field(description="What it was about, as a rule an address.")


class ActivityLog(AnswerShape):
    """The team's activity in the last 24 hours, newest first."""

    model_config = ConfigDict(alias_generator=None)

    success: bool
    data: list[ActivityEntry]
    cursor: str | None = Field(description="Send it to get earlier entries; null at the end.")
    has_more: bool
