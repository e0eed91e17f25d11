"""What a job may do, as its key stands now."""

from dataclasses import dataclass
from typing import cast

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.crawling import BatchSpec
from gossamer.core.extracting import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.restrictions import Restrictions
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.accounts import Accounts
from gossamer.operations.leave import JobLeave
from tests.threats import threat_watch
from tests.unit.api.stub_jobs import BATCH_ID, EXTRACT_ID, a_job

SPEC = ScrapeSpec(web_url("https://e.org/"), formats=(Json(),))


@dataclass(frozen=True)
class OneKey:
    """Accounts that know one key, which is in force."""

    restrictions: Restrictions

    async def why_not(self, _: str) -> str | None:
        return None

    async def principal_of(self, key_id: str) -> Principal:
        return Principal("team", key_id, self.restrictions.rules())


@pytest.mark.parametrize("no_model", [True, False])
async def test_a_key_that_may_use_no_model_has_its_pages_understood_without(no_model: bool) -> None:
    accounts = cast("Accounts", OneKey(Restrictions(no_model=no_model)))
    leave = await JobLeave(accounts, threat_watch()).of(a_job(BATCH_ID, BatchSpec((SPEC.url,), SPEC)))
    assert (leave.why_not, leave.model) == (None, not no_model)


async def test_an_extraction_is_left_to_its_own_group_whatever_formats_a_key_may_have() -> None:
    spec = ExtractSpec(SPEC, urls=(SPEC.url,), sites=(SPEC.url,))
    for allowed, ends in ((Group.EXTRACT, False), (Group.SCRAPE, True)):
        rules = Restrictions(allowed_formats=("markdown",), allowed_endpoints=(allowed,))
        leave = await JobLeave(cast("Accounts", OneKey(rules)), threat_watch()).of(a_job(EXTRACT_ID, spec))
        assert (leave.why_not is not None) is ends


async def test_a_key_that_may_not_have_data_ends_its_job() -> None:
    accounts = cast("Accounts", OneKey(Restrictions(allowed_formats=("markdown",))))
    leave = await JobLeave(accounts, threat_watch()).of(a_job(BATCH_ID, BatchSpec((SPEC.url,), SPEC)))
    assert "Requested formats not allowed: json." in (leave.why_not or "")
