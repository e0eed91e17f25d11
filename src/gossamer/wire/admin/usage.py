"""A team's use of its credits."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from gossamer.core.usage import Balance, PeriodUsage
from gossamer.wire.timestamps import instant
from gossamer.wire.usage import credit_history_json
from gossamer.wire.usage_answers import CreditHistory


class Usage(CreditHistory):
    """A team's usage in the running billing month, and each key's usage by month."""

    start_date: str
    end_date: str
    credits: int | None = Field(description="What it may use in the month; null without a bound.")
    used: int
    reserved: int = Field(description="What work under way may still use.")


def usage_json(balance: Balance, periods: Sequence[PeriodUsage]) -> dict[str, Any]:
    """Return where a team stands, and what it used before."""
    return {
        **credit_history_json(periods),
        "startDate": instant(balance.period.start),
        "endDate": instant(balance.period.end),
        "credits": balance.allowance,
        "used": balance.used,
        "reserved": balance.reserved,
    }
