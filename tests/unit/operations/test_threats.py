"""What threat protection lets a caller visit."""

from dataclasses import replace
from typing import cast

import pytest

from gossamer.core.access import Permits, Principal
from gossamer.core.errors import NotAllowed, UnsafeDomain
from gossamer.core.restrictions import Restrictions
from gossamer.core.threats import FailurePolicy, ThreatListing, ThreatMode, ThreatOverride, ThreatSettings
from gossamer.features.accounts import Accounts, Teams
from gossamer.operations.threats import ThreatOperations, ThreatWatch
from tests.threats import MemoryThreatLists, threat_watch

BAD, GOOD = "https://www.bad.example/a", "https://good.example/"
NORMAL = ThreatSettings(ThreatMode.NORMAL)


def caller(threats: ThreatSettings = NORMAL, restrictions: Restrictions | None = None) -> Principal:
    rules = () if restrictions is None else restrictions.rules()
    return Principal("team", "key", rules, threats=threats)


def refused(permits: Permits | None, url: str) -> NotAllowed | None:
    return None if permits is None else permits(url)


async def test_a_team_that_switched_nothing_on_goes_everywhere() -> None:
    lists = MemoryThreatLists()
    watch = await ThreatWatch(lists).of(caller(ThreatSettings(blacklist=("bad.example",))), None)
    assert (watch.permits, watch.unsafe, watch.warnings, lists.asked) == (None, None, (), 0)
    watch.check(BAD)


async def test_the_refusal_names_the_domain_and_the_rule() -> None:
    watch = await threat_watch("bad.example").of(caller(), None)
    with pytest.raises(UnsafeDomain) as raised:
        watch.check(BAD)
    assert raised.value.code == "unsafe_domain_blocked"
    assert raised.value.message.startswith(
        "Threat protection blocks www.bad.example (`bad.example` in the threat list `bad.txt` of this server)."
    )
    watch.check(GOOD)


async def test_of_many_addresses_some_may_be_blocked() -> None:
    watch = await threat_watch("bad.example").of(caller(), None)
    watch.check(BAD, GOOD)
    watch.check()
    with pytest.raises(UnsafeDomain):
        watch.check(BAD, BAD)


async def test_the_lists_of_the_operator_are_read_where_they_count_alone() -> None:
    lists = MemoryThreatLists()
    await ThreatWatch(lists).of(caller(ThreatSettings(ThreatMode.MANUAL_ONLY)), None)
    assert lists.asked == 0
    await ThreatWatch(lists).of(caller(), None)
    assert lists.asked == 1


async def test_a_request_may_tighten_and_loosen_it() -> None:
    own = await threat_watch().of(caller(), ThreatOverride(blacklist=("good.example",)))
    assert isinstance(refused(own.permits, GOOD), UnsafeDomain)
    allowed = await threat_watch("bad.example").of(caller(), ThreatOverride(whitelist=("bad.example",)))
    assert refused(allowed.permits, BAD) is None
    off = await threat_watch("bad.example").of(caller(), ThreatOverride(ThreatMode.OFF))
    assert (off.permits, off.warnings) == (None, ())


async def test_an_override_that_is_not_allowed_any_more_is_left_out() -> None:
    locked = caller(replace(NORMAL, allow_request_overrides=False))
    watch = await threat_watch("bad.example").of(locked, ThreatOverride(ThreatMode.OFF))
    assert isinstance(refused(watch.permits, BAD), UnsafeDomain)


async def test_who_brings_lists_where_the_mode_is_off_is_told() -> None:
    watch = await threat_watch().of(caller(ThreatSettings()), ThreatOverride(blacklist=("bad.example",)))
    assert watch.permits is None
    assert "Send a `mode`" in watch.warnings[0]


@pytest.mark.parametrize("failure_policy", FailurePolicy)
async def test_lists_that_cannot_be_read_block_or_warn(failure_policy: FailurePolicy) -> None:
    settings = replace(NORMAL, failure_policy=failure_policy, whitelist=("safe.example",))
    watch = await threat_watch("bad.example", unreadable=("other.txt",)).of(caller(settings), None)
    is_open = failure_policy is FailurePolicy.OPEN
    assert (refused(watch.permits, GOOD) is None) is is_open
    assert (len(watch.warnings) == 1) is is_open
    assert isinstance(refused(watch.permits, BAD), UnsafeDomain)
    assert refused(watch.permits, "https://safe.example/") is None


async def test_restrictions_of_the_key_hold_beside_it() -> None:
    limited = caller(
        ThreatSettings(ThreatMode.MANUAL_ONLY, blacklist=("bad.e.org",), whitelist=("other.org",)),
        Restrictions(allowed_domains=("e.org",)),
    )
    watch = await threat_watch().of(limited, None)
    assert refused(watch.permits, "https://e.org/") is None
    assert type(refused(watch.permits, "https://bad.e.org/")) is UnsafeDomain
    assert type(refused(watch.permits, "https://other.org/")) is NotAllowed


async def test_a_changed_list_holds_from_the_next_request() -> None:
    lists = MemoryThreatLists()
    watch = ThreatWatch(lists)
    assert refused((await watch.of(caller(), None)).permits, BAD) is None
    lists.listing = ThreatListing((("l", frozenset({"bad.example"})),))
    assert refused((await watch.of(caller(), None)).permits, BAD) is not None


@pytest.mark.parametrize("mode", [ThreatMode.ZSCALER, ThreatMode.OFF])
async def test_settings_are_not_for_a_restricted_key_and_not_for_what_is_not_there(mode: ThreatMode) -> None:
    operations = ThreatOperations(cast("Teams", None), cast("Accounts", None))
    by = caller() if mode is ThreatMode.ZSCALER else caller(restrictions=Restrictions(allowed_formats=("markdown",)))
    with pytest.raises(NotAllowed, match=r"Zscaler is not available|restricted and cannot change"):
        await operations.set(by, ThreatSettings(mode))
