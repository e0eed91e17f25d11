"""Carrying out an instruction on a site, and bringing back the pages that it led to.

Who wants pages says what for: a scrape reads its formats from them, an extraction its data. Here it is only
known where to begin and what to do.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, ServiceError, SessionLost, StepFailed, TimedOut
from gossamer.core.formats import Screenshot
from gossamer.core.interaction import Budget, Interaction
from gossamer.core.pages import FetchedPage
from gossamer.core.sessions import Opening
from gossamer.features.agent.journeys import Album, Journey
from gossamer.features.interact import Interacting
from gossamer.features.sessions import OpenPages
from gossamer.ports.live_pages import LivePage, LiveSession

# Time that is kept for taking and reading pages when navigating has to end: a share of what there is, in seconds.
_SHARE_FOR_READING: Final = 0.2
_MOST_FOR_READING: Final = 20.0


@dataclass(frozen=True, slots=True)
class Errand:
    """An agent's task: the start page, the *instruction*, its limits, and whether a model may be used.

    *picture* is a screenshot that is wanted of the last state; *team_id* is whose profile it is that is begun with.
    """

    opening: Opening
    instruction: str
    budget: Budget = Budget()
    use_model: bool = True
    picture: Screenshot | None = None
    team_id: str = ""


class NavigatingAgent:
    """Navigates, with a page of its own for each errand that is closed at its end; *at_once* of them, others wait."""

    def __init__(self, pages: OpenPages, interacting: Interacting, *, at_once: int) -> None:
        self._pages = pages
        self._interacting = interacting
        self._places = asyncio.Semaphore(at_once)

    @property
    def available(self) -> bool:
        """Return whether there is a browser to navigate with."""
        return self._pages.available

    async def travel(self, errand: Errand, *, deadline: Deadline, permits: Permits | None) -> Journey:
        """Do *errand* and return what was reached, also when not all of it could be done.

        *permits* holds on every navigation. Raises what opening a page raises, and NoPlaceFree when there was no place
        before *deadline*.
        """
        async with self._place(deadline):
            return await self._travel(errand, deadline, permits)

    @asynccontextmanager
    async def _place(self, deadline: Deadline) -> AsyncIterator[None]:
        try:
            async with deadline.guard():
                await self._places.acquire()
        except TimedOut as error:
            raise NoPlaceFree(
                "All slots for agents were busy until the timeout; nothing was done. Try again "
                "later, or an operator can raise GOSSAMER_AGENTS_AT_ONCE."
            ) from error
        try:
            yield
        finally:
            self._places.release()

    async def _travel(self, errand: Errand, deadline: Deadline, permits: Permits | None) -> Journey:
        async with self._pages.opened(
            errand.opening, team_id=errand.team_id, deadline=deadline, permits=permits
        ) as opened:
            journey = await _Trip(opened.live, errand, deadline).made(self._interacting)
            unsaved = await opened.save()
        first = replace(journey.pages[0], outcome=opened.live.outcome)
        return replace(journey, pages=(first, *journey.pages[1:]), unsaved=unsaved)


class _Trip:
    """One errand on its way."""

    def __init__(self, live: LiveSession, errand: Errand, deadline: Deadline) -> None:
        self._live = live
        self._errand = errand
        self._deadline = deadline
        self._album = Album(errand.budget.pages)
        self._warnings: list[str] = []

    async def made(self, interacting: Interacting) -> Journey:
        """Return the journey; the picture is taken where it ended."""
        start = await self._start()
        interaction = await self._carry_out(interacting)
        # Where the last page cannot be had, those before are what was reached; at the least, the first.
        with suppress(ServiceError):
            await self._keep_page(only_if_none=interaction.done)
        if not self._album.pages:
            self._album.add(start)
        self._tell(interaction)
        pages = await self._with_picture(self._album.pages)
        return Journey(tuple(pages), interaction, tuple(self._warnings))

    async def _start(self) -> FetchedPage:
        try:
            return await self._page.page(deadline=self._deadline)
        except SessionLost as error:
            # The caller knows of no session.
            raise StepFailed("The page was lost before the agent could use it; try again.") from error

    async def _carry_out(self, interacting: Interacting) -> Interaction:
        errand, until = self._errand, self._turning_back()
        try:
            return await interacting.run(
                self._page,
                errand.instruction,
                budget=replace(errand.budget, seconds=min(errand.budget.seconds, until.remaining())),
                deadline=until,
                use_model=errand.use_model,
                on_page=self._keep_page,
            )
        except ServiceError as error:
            return Interaction(done=False, output=error.message)

    def _turning_back(self) -> Deadline:
        """Return when navigating has to end, so that time is left to read what was reached."""
        seconds = min(_MOST_FOR_READING, self._deadline.remaining() * _SHARE_FOR_READING)
        return replace(self._deadline, at=self._deadline.at - seconds)

    def _tell(self, interaction: Interaction) -> None:
        if not interaction.done:
            missed = " ".join((interaction.output, *_not_understood(interaction)))
            self._warnings.append(f"Not all of the agent's prompt was done. {missed}".rstrip())
        if self._album.is_full:
            self._warnings.append(f"More pages were reached than the {self._album.limit} that are read.")
        self._warnings.extend(interaction.notices)

    async def _keep_page(self, *, only_if_none: bool = False) -> None:
        if only_if_none and self._album.pages:
            return
        self._album.add(await self._page.page(deadline=self._deadline))

    async def _with_picture(self, pages: list[FetchedPage]) -> list[FetchedPage]:
        screenshot = self._errand.picture
        if screenshot is None:
            return pages
        try:
            shot = await self._page.screenshot(
                deadline=self._deadline,
                full_page=screenshot.full_page,
                quality=screenshot.quality,
                viewport=screenshot.viewport,
            )
        except (StepFailed, TimedOut, SessionLost) as error:
            self._warnings.append(f"The screenshot could not be taken: {error.message}")
            return pages
        return [replace(pages[0], screenshot=shot), *pages[1:]]

    @property
    def _page(self) -> LivePage:
        return self._live.page


def _not_understood(interaction: Interaction) -> tuple[str, ...]:
    """Return a sentence about the parts of the prompt that were not understood, if the answer does not name them."""
    parts = [part for part in interaction.not_understood if part not in interaction.output]
    return (f"Not understood: {'; '.join(parts)}.",) if parts else ()
