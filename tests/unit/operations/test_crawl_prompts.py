"""A look at the site of a crawl's prompt: only where it is needed, within a key's bounds, and with a place."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

import pytest

from gossamer.core.access import Group, Permits, Principal
from gossamer.core.crawls import FoundLink, MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAllowed, Overloaded
from gossamer.core.restrictions import Restrictions
from gossamer.core.urls import web_url
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs, PromptReader
from gossamer.operations import Admission, Spending
from gossamer.operations.crawl import Crawls
from gossamer.operations.gate import Rights
from tests.memory_places import free_places
from tests.threats import threat_watch

CALLER = Principal("team", "key")
SPEC = MapSpec(web_url("https://example.org/"))


@dataclass
class Sites:
    """A site whose blog is called a journal; remembers how many places were taken while it was looked at."""

    admission: Admission = field(default_factory=lambda: Admission(at_once=1, team_at_once=1, places=free_places()))
    taken: list[int] = field(default_factory=list)

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        self.taken.append(self.admission.presence(team_id).under_way)
        return SiteMap("", (FoundLink("https://example.org/journal/a"),), 1)

    def crawls(self) -> Crawls:
        agent, spending = cast("AgentScraping", None), cast("Spending", None)
        prompts = PromptReader(self)
        return Crawls(
            cast("Jobs", None), agent, Rights(), spending, threat_watch(), prompts=prompts, admission=self.admission
        )


class Full(Admission):
    """Has no place for anybody."""

    @asynccontextmanager
    async def place(self, caller: Principal, deadline: Deadline) -> AsyncIterator[timedelta]:
        raise Overloaded("Too many wait.")
        yield timedelta()


async def test_a_look_at_the_site_takes_a_place() -> None:
    sites = Sites()
    reading = await sites.crawls().preview(CALLER, Group.CRAWL, SPEC, "only the blog")
    assert reading.options == {"includePaths": ["^/journal(/.*)?$"]}
    assert sites.taken == [1]


async def test_a_crawl_is_not_refused_because_no_place_is_free_for_a_look() -> None:
    sites = Sites()
    crawls = Sites(Full(at_once=1, team_at_once=1, places=free_places()), sites.taken).crawls()
    reading = await crawls.preview(CALLER, Group.CRAWL, SPEC, "only the blog")
    assert reading.options == {"includePaths": ["blog/.*"]}
    assert "a guess. Too many wait." in str(reading.warning)
    assert sites.taken == []


async def test_a_prompt_that_says_all_itself_needs_no_look() -> None:
    sites = Sites()
    reading = await sites.crawls().preview(CALLER, Group.CRAWL, SPEC, "first 50 pages of /docs")
    assert (reading.options["limit"], sites.taken) == (50, [])


async def test_no_site_is_looked_at_that_the_key_may_not_visit() -> None:
    sites = Sites()
    caller = Principal("team", "key", restrictions=tuple(Restrictions(allowed_domains=("other.example",)).rules()))
    with pytest.raises(NotAllowed):
        await sites.crawls().preview(caller, Group.CRAWL, SPEC, "only the blog")
    assert sites.taken == []
