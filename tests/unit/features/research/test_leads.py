"""Which pages a run goes on to: links of pages about the question, and searches where no page is given."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest

from gossamer.core.crawls import Entry, EntryKind
from gossamer.core.documents import Document
from gossamer.core.formats import Html, Markdown
from gossamer.core.ids import new_id
from gossamer.core.research import SEARCH, ResearchBudget, ResearchSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.research import ResearchGuide, ResearchSources
from gossamer.features.research.page_log import PageLog
from gossamer.features.research.planning import plan_of
from gossamer.features.research.reading import Reader
from gossamer.features.research.sources import step_entries
from gossamer.testing.clock import ManualClock
from tests.unit.api.stub_jobs import a_job

QUESTION = "Who founded the company that sells screws to Alder Works?"
SPEC = ResearchSpec(
    ScrapeSpec(WebUrl(""), (Markdown(), Html())), QUESTION, budget=ResearchBudget(pages=20, depth=3, seconds=180)
)
LINK = '<p>{name} buys its screws from <a href="https://screws.example/about">Belt &amp; Bolt</a>.</p>'
GIVEN, SEARCHED = 0, 10


async def leads(name: str, rank: int) -> list[str]:
    url = "https://page.example/partners"
    html = LINK.format(name=name)
    document = Document({"url": url, "title": "Partners"}, markdown=f"{name} buys its screws.", html=html)
    guide = ResearchGuide(cast("PageLog", None), Reader(), ManualClock())
    entry = Entry(1, web_url(url), 1, 1, EntryKind.PAGE, rank=rank)
    return [one.url for one in await guide.leads(document, entry, a_job(new_id(), SPEC))]


@pytest.mark.parametrize(
    ("name", "rank", "found"),
    [
        ("Alder Works", GIVEN, ["https://screws.example/about"]),
        ("Alder Works", SEARCHED, ["https://screws.example/about"]),
        ("Larch Press", GIVEN, ["https://screws.example/about"]),
        ("Larch Press", SEARCHED, []),
    ],
)
async def test_links_of_a_page_about_something_else_that_a_search_found_lead_nowhere(
    name: str, rank: int, found: list[str]
) -> None:
    assert await leads(name, rank) == found


class Web:
    """Finds as many pages as it may, and remembers how many that was."""

    def __init__(self) -> None:
        self.limits: list[int] = []

    async def urls(self, query: str, *, limit: int, team_id: str, deadline: Any) -> tuple[str, ...]:
        del query, team_id, deadline
        self.limits.append(limit)
        return tuple(f"https://e{number}.example/" for number in range(limit))


class Unwritten:
    """Notes that nobody keeps."""

    async def keep(self, *_: Any) -> None:
        """Forget it."""


@pytest.mark.parametrize(("pages", "most"), [(50, 20), (20, 20), (7, 7), (1, 5)])
async def test_a_search_leads_to_as_many_pages_as_a_run_may_read(pages: int, most: int) -> None:
    web = Web()
    spec = replace(SPEC, budget=replace(SPEC.budget, pages=pages))
    clock = ManualClock()
    sources = ResearchSources(
        sites=cast("Any", None), web=web, jobs=cast("Any", None), notes=cast("Any", Unwritten()), clock=clock
    )
    job = a_job(new_id(), spec, created_at=clock.now() - timedelta(seconds=1))
    found = await sources.read(WebUrl(SEARCH + "q"), job, None)
    assert (web.limits, len(found.discovered)) == ([most], most)


def test_nothing_is_searched_about_given_pages() -> None:
    given = replace(SPEC, urls=(web_url("https://e.org/a"),))
    assert [entry.url for entry in step_entries(given, plan_of(given))] == ["https://e.org/"]
    assert [entry.url for entry in step_entries(SPEC, plan_of(SPEC)) if not entry.url.startswith(SEARCH)] == []
