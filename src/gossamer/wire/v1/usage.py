"""A team's usage in the running month, in names of version 1."""

from typing import Any

from gossamer.core.timestamps import instant
from gossamer.core.usage import Balance
from gossamer.wire.usage import credits_of, tokens_of


def credit_usage(balance: Balance) -> dict[str, Any]:
    """Return the credits that are left and those of the plan."""
    remaining, plan = credits_of(balance)
    return {"success": True, "data": {"remaining_credits": remaining, "plan_credits": plan, **_period(balance)}}


def token_usage(balance: Balance) -> dict[str, Any]:
    """Return the tokens that are left and those of the plan."""
    remaining, plan = tokens_of(balance)
    return {"success": True, "data": {"remaining_tokens": remaining, "plan_tokens": plan, **_period(balance)}}


def _period(balance: Balance) -> dict[str, str]:
    return {
        "billing_period_start": instant(balance.period.start),
        "billing_period_end": instant(balance.period.end),
    }
