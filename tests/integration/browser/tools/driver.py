"""Using a session's page in tests by ids instead of references."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gossamer.browser.running_browser import RunningBrowser
from gossamer.browser.tools import SessionPage
from gossamer.browser.tools.tabs import OnTab
from gossamer.core.interaction import Node, Snapshot, Step, StepResult
from tests.integration.browser.tools.harness import opened, soon


class Driver:
    """A page and the last look at it."""

    def __init__(self, page: SessionPage) -> None:
        self.page = page

    async def look(self) -> Snapshot:
        return await self.page.snapshot(deadline=soon())

    async def node(self, element_id: str) -> Node:
        return by_id(await self.look(), element_id)

    async def ref(self, element_id: str) -> str:
        return (await self.node(element_id)).ref

    async def named(self, name: str) -> Node:
        return next(node for node in (await self.look()).walk() if node.name == name)

    async def do(self, step: Step) -> StepResult:
        return await self.page.perform(step, deadline=soon())

    async def run(self, script: str) -> object:
        return await self.page.evaluate(script, deadline=soon())

    async def log(self) -> list[str]:
        found = await self.run("[...document.querySelectorAll('#log li')].map((item) => item.textContent)")
        assert isinstance(found, list)
        return found


def by_id(snapshot: Snapshot, element_id: str) -> Node:
    return next(node for node in snapshot.walk() if node.attributes.get("id") == element_id)


def ids(snapshot: Snapshot) -> set[str]:
    return {node.attributes["id"] for node in snapshot.walk() if "id" in node.attributes}


@asynccontextmanager
async def driving(browser: RunningBrowser, url: str, on_tab: OnTab | None = None) -> AsyncIterator[Driver]:
    async with opened(url, browser, on_tab) as page:
        yield Driver(page)
