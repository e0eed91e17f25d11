"""Maps take places beside scrapes."""

import asyncio
from datetime import timedelta
from typing import cast

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.crawls import MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree
from gossamer.core.prices import PriceTable
from gossamer.core.urls import web_url
from gossamer.features.map import PATIENCE, Maps
from gossamer.operations import Admission, Spending
from gossamer.operations.map import SiteMaps
from gossamer.ports.credits import CreditStore
from gossamer.testing.clock import ManualClock
from tests.memory_places import free_places
from tests.threats import threat_watch

CALLER = Principal("team", "key")
SPEC = MapSpec(web_url("https://example.org/"))


class SlowMaps:
    """Maps nothing until it is told to *end*."""

    def __init__(self) -> None:
        self.end = asyncio.Event()
        self.budgets: list[timedelta] = []

    async def map(self, spec: MapSpec, *, deadline: Deadline, **_who: object) -> SiteMap:
        self.budgets.append(deadline.budget)
        await self.end.wait()
        return SiteMap("id", (), 1, None)


async def test_a_map_waits_for_a_place_within_its_own_time() -> None:
    slow, admission = SlowMaps(), Admission(at_once=1, team_at_once=1, places=free_places())
    spending = Spending(cast("CreditStore", None), ManualClock(), PriceTable())
    maps = SiteMaps(cast("Maps", slow), admission, spending, threat_watch())
    first = asyncio.create_task(maps.map(CALLER, Group.MAP, SPEC))
    await asyncio.sleep(0)
    short = MapSpec(SPEC.url, timeout=timedelta(milliseconds=30))
    with pytest.raises(NoPlaceFree):
        await maps.map(CALLER, Group.MAP, short)
    slow.end.set()
    await first
    await maps.map(CALLER, Group.MAP, short)
    assert slow.budgets == [PATIENCE, short.timeout]
