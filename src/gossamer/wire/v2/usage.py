"""A team's usage in the running month, in names of version 2."""

from typing import Any

from gossamer.core.timestamps import instant
from gossamer.core.usage import Balance
from gossamer.wire.usage import credits_of, tokens_of


def credit_usage(balance: Balance) -> dict[str, Any]:
    """Return the credits that are left and those of the plan."""
    remaining, plan = credits_of(balance)
    return {"success": True, "data": {"remainingCredits": remaining, "planCredits": plan, **_period(balance)}}


def token_usage(balance: Balance) -> dict[str, Any]:
    """Return the tokens that are left and those of the plan."""
    remaining, plan = tokens_of(balance)
    return {"success": True, "data": {"remainingTokens": remaining, "planTokens": plan, **_period(balance)}}


def _period(balance: Balance) -> dict[str, str]:
    return {
        "billingPeriodStart": instant(balance.period.start),
        "billingPeriodEnd": instant(balance.period.end),
    }
