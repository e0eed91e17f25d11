"""What a job may do, as its key stands now."""

from dataclasses import dataclass, replace
from typing import cast

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import UnsafeDomain
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.restrictions import Restrictions
from gossamer.core.specs import ScrapeSpec
from gossamer.core.threats import ThreatMode, ThreatOverride, ThreatSettings
from gossamer.core.urls import web_url
from gossamer.features.accounts import Accounts
from gossamer.operations.job_authorization import JobAuthorizations
from tests.threats import threat_watch
from tests.unit.api.stub_jobs import BATCH_ID, EXTRACT_ID, a_job

MARKDOWN = ScrapeSpec(web_url("https://e.org/"))
SPEC = ScrapeSpec(web_url("https://e.org/"), formats=(Json(),))


@dataclass(frozen=True)
class OneKey:
    """Accounts that know one key, which is in force."""

    restrictions: Restrictions
    threats: ThreatSettings = ThreatSettings()

    async def why_not(self, _: str) -> str | None:
        return None

    async def principal_of(self, key_id: str) -> Principal:
        return Principal("team", key_id, self.restrictions.rules(), threats=self.threats)


@pytest.mark.parametrize("no_model", [True, False])
async def test_a_key_that_may_use_no_model_has_its_pages_understood_without(no_model: bool) -> None:
    accounts = cast("Accounts", OneKey(Restrictions(no_model=no_model)))
    leave = await JobAuthorizations(accounts, threat_watch()).of(a_job(BATCH_ID, BatchSpec((SPEC.url,), SPEC)))
    assert (leave.why_not, leave.model) == (None, not no_model)


async def test_an_extraction_is_left_to_its_own_group_whatever_formats_a_key_may_have() -> None:
    spec = ExtractSpec(SPEC, urls=(SPEC.url,), sites=(SPEC.url,))
    for allowed, ends in ((Group.EXTRACT, False), (Group.SCRAPE, True)):
        rules = Restrictions(allowed_formats=("markdown",), allowed_endpoints=(allowed,))
        leave = await JobAuthorizations(cast("Accounts", OneKey(rules)), threat_watch()).of(a_job(EXTRACT_ID, spec))
        assert (leave.why_not is not None) is ends


async def test_a_key_that_may_not_have_data_ends_its_job() -> None:
    accounts = cast("Accounts", OneKey(Restrictions(allowed_formats=("markdown",))))
    leave = await JobAuthorizations(accounts, threat_watch()).of(a_job(BATCH_ID, BatchSpec((SPEC.url,), SPEC)))
    assert "Requested formats not allowed: json." in (leave.why_not or "")


async def test_a_job_keeps_to_what_its_team_sets_now_and_to_its_own_override() -> None:
    override = ThreatOverride(ThreatMode.MANUAL_ONLY, blacklist=("bad.example",))
    job = a_job(BATCH_ID, BatchSpec((SPEC.url,), replace(SPEC, threat_protection=override)))
    free, locked = ThreatSettings(), ThreatSettings(allow_request_overrides=False)
    for threats, blocked in ((free, True), (locked, False)):
        accounts = cast("Accounts", OneKey(Restrictions(), threats))
        permits = (await JobAuthorizations(accounts, threat_watch()).of(job)).permits
        refusal = None if permits is None else permits("https://www.bad.example/")
        assert isinstance(refusal, UnsafeDomain) is blocked


async def test_reasons_of_jobs_are_short_and_keep_their_kind() -> None:
    rules = Restrictions(allowed_domains=("e.org",))
    threats = ThreatSettings(ThreatMode.MANUAL_ONLY, blacklist=("bad.e.org",))
    accounts = cast("Accounts", OneKey(rules, threats))
    permits = (
        await JobAuthorizations(accounts, threat_watch()).of(a_job(BATCH_ID, BatchSpec((SPEC.url,), MARKDOWN)))
    ).permits
    assert permits is not None
    assert permits("https://e.org/") is None
    assert type(permits("https://bad.e.org/")) is UnsafeDomain
    assert str(permits("https://other.org/")) == "The API key may not visit other.org."
