"""Endpoints of a team's own data: credits, activity, concurrency, and threat protection.

Every key may ask, however restricted.
"""

from collections.abc import Iterator
from typing import Any

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.core.access import Group, Mode
from gossamer.wire import usage
from gossamer.wire.job_answers import Concurrency, QueueStatus
from gossamer.wire.jobs import concurrency_json, queue_json
from gossamer.wire.siem import SiemAnswer, SiemBody, siem_json
from gossamer.wire.threats import ThreatProtectionAnswer, ThreatSettingsBody, settings_json
from gossamer.wire.usage_answers import (
    ActivityLog,
    CreditBalance,
    CreditHistory,
    CreditUsage,
    SnakeCreditBalance,
    SnakeCreditUsage,
    SnakeTokenBalance,
    SnakeTokenUsage,
    TokenBalance,
    TokenHistory,
    TokenUsage,
)
from gossamer.wire.webhook_deliveries import (
    DELIVERIES_QUERY,
    ResentDelivery,
    WebhookDeliveries,
    delivery_json,
)


async def credit_usage(call: Call, _: None) -> Json:
    """Return the balance of the team in its billing month."""
    balance = await call.operations.usage.balance(call.caller)
    return usage.balance_json(balance, CreditUsage, CreditBalance, "credits")


async def credit_usage_v1(call: Call, _: None) -> Json:
    """Return the balance of the team in its billing month."""
    balance = await call.operations.usage.balance(call.caller)
    return usage.balance_json(balance, SnakeCreditUsage, SnakeCreditBalance, "credits")


async def token_usage(call: Call, _: None) -> Json:
    """Return the balance of the team in its billing month, in tokens: 15 for a credit."""
    balance = await call.operations.usage.balance(call.caller)
    return usage.balance_json(balance, TokenUsage, TokenBalance, "tokens")


async def token_usage_v1(call: Call, _: None) -> Json:
    """Return the balance of the team in its billing month, in tokens: 15 for a credit."""
    balance = await call.operations.usage.balance(call.caller)
    return usage.balance_json(balance, SnakeTokenUsage, SnakeTokenBalance, "tokens")


async def credit_history(call: Call, _: None) -> Json:
    """Return the team's usage in each billing month, the oldest first."""
    by_key = usage.wants_keys(call.query)
    return usage.credit_history_json(await call.operations.usage.history(call.caller, by_key=by_key))


async def token_history(call: Call, _: None) -> Json:
    """Return the team's usage in each billing month in tokens, the oldest first."""
    by_key = usage.wants_keys(call.query)
    return usage.token_history_json(await call.operations.usage.history(call.caller, by_key=by_key))


async def activity(call: Call, _: None) -> Json:
    """Return the team's requests of the last 24 hours, the newest first."""
    entries, cursor = await call.operations.usage.activity(
        call.caller,
        operation=call.query.get("endpoint"),
        cursor=call.query.get("cursor"),
        limit=usage.limit_of(call.query),
    )
    return usage.activity_json(entries, cursor)


async def webhook_deliveries(call: Call, _: None) -> Json:
    """Return the deliveries of webhook events, the last tried first."""
    deliveries, cursor = await call.operations.webhooks.deliveries(
        call.caller,
        source_id=call.query.get("jobId"),
        state=call.query.get("state"),
        cursor=call.query.get("cursor"),
        limit=usage.limit_of(call.query),
    )
    return WebhookDeliveries.of(data=[delivery_json(delivery) for delivery in deliveries], cursor=cursor)


async def resend_delivery(call: Call, _: None) -> Json:
    """Send an event that failed or ended again, once, with the same id and body."""
    sent = await call.operations.webhooks.resend(call.caller, call.path["id"])
    return {"success": True, "data": delivery_json(sent)}


async def queue_status(call: Call, _: None) -> Json:
    """Return the number of the team's pages under way and waiting."""
    return queue_json(await call.operations.jobs.load(call.caller, call.group))


async def concurrency(call: Call, _: None) -> Json:
    """Return the number of the team's pages under way, and its limit."""
    return concurrency_json(await call.operations.jobs.load(call.caller, call.group))


async def threat_protection(call: Call, _: None) -> Json:
    """Return which domains the team's requests may not visit."""
    return settings_json(await call.operations.threats.read(call.caller))


async def set_threat_protection(call: Call, body: ThreatSettingsBody) -> Json:
    """Set all of the team's threat protection; what is left out gets its default. It holds from the next request."""
    if body.zscaler is not None:
        call.operations.threats.refuse_zscaler()
    return settings_json(await call.operations.threats.set(call.caller, body.settings()))


async def siem(call: Call, _: None) -> Json:
    """Return the stream of the team's requests."""
    return siem_json(await call.operations.siem.read(call.caller), is_restricted=bool(call.caller.restrictions))


async def set_siem(call: Call, body: SiemBody) -> Json:
    """Tell the team's requests from now on to a receiver, in signed batches, within minutes; or to nobody."""
    return siem_json(await call.operations.siem.set(call.caller, body.webhook()))


async def try_siem(call: Call, _: None) -> Json:
    """Send a test event, once, and return what became of it."""
    return {"success": True, "data": delivery_json(await call.operations.siem.test(call.caller))}


async def zscaler(call: Call, _: None) -> Json:
    """Answer 403: this server has no connector to Zscaler."""
    call.operations.threats.refuse_zscaler()


def v2_endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of version 2."""
    account = endpoints_of(Group.ACCOUNT, mode=Mode.ACCOUNT)
    team, deliveries = "/v2/team", "/v2/webhooks/deliveries"
    yield account("GET", team + "/credit-usage", "Credits that are left", CreditUsage, credit_usage)
    yield account("GET", team + "/token-usage", "Tokens that are left", TokenUsage, token_usage)
    query = usage.ACTIVITY_QUERY
    yield account("GET", team + "/activity", "What was asked for", ActivityLog, activity, query=query)
    query = DELIVERIES_QUERY
    yield account("GET", deliveries, "Deliveries of events", WebhookDeliveries, webhook_deliveries, query=query)
    yield account("POST", deliveries + "/{id}/retry", "Send an event again", ResentDelivery, resend_delivery)
    yield from _of_both("v2")
    path, answer = team + "/threat-protection", ThreatProtectionAnswer
    yield account("GET", path, "Threat protection of the team", answer, threat_protection)
    body = ThreatSettingsBody
    yield account("PUT", path, "Set the threat protection of the team", answer, set_threat_protection, body=body)
    for method, name in (("POST", "test-connection"), ("GET", "categories"), ("POST", "sync")):
        yield account(method, f"{path}/zscaler/{name}", f"Zscaler: {name} (not available)", answer, zscaler)
    path = team + "/siem"
    yield account("GET", path, "Where requests are told", SiemAnswer, siem)
    yield account("PUT", path, "Tell requests to a SIEM", SiemAnswer, set_siem, body=SiemBody)
    yield account("POST", path + "/test", "Test the SIEM", ResentDelivery, try_siem)


def v1_endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of version 1."""
    account, team = endpoints_of(Group.ACCOUNT, "v1", mode=Mode.ACCOUNT), "/v1/team"
    yield account("GET", team + "/credit-usage", "Credits that are left", SnakeCreditUsage, credit_usage_v1)
    yield account("GET", team + "/token-usage", "Tokens that are left", SnakeTokenUsage, token_usage_v1)
    yield from _of_both("v1")


def _of_both(version: str) -> Iterator[Endpoint[Any]]:
    account, path = endpoints_of(Group.ACCOUNT, version, mode=Mode.ACCOUNT), f"/{version}/team"
    query = usage.HISTORY_QUERY
    yield account(
        "GET", path + "/credit-usage/historical", "Credits by month", CreditHistory, credit_history, query=query
    )
    yield account("GET", path + "/token-usage/historical", "Tokens by month", TokenHistory, token_history, query=query)
    yield account("GET", path + "/queue-status", "How busy the team is", QueueStatus, queue_status)
    # Clients that wait ask again and again, so it is never counted.
    path, every = f"/{version}/concurrency-check", endpoints_of(Group.ACCOUNT, version)
    yield every("GET", path, "Pages under way", Concurrency, concurrency)
