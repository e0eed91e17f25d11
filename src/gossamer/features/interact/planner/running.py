"""One prompt at work: sees the page, does steps, and remembers what came of them."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import (
    Budget,
    Hover,
    Interaction,
    Performed,
    ScrollBy,
    ScrollTo,
    Step,
    StepResult,
    WaitFor,
)
from gossamer.features.interact.planner.grounding.finding import Description, Finder, Match
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.ports.live_pages import LivePage

# Steps that change nothing but what is seen.
_HARMLESS: Final = (ScrollBy, ScrollTo, WaitFor, Hover)


class Stuck(Exception):
    """A command cannot be carried out: *sentence* says why, *candidates* what is nearest on the page."""

    def __init__(self, sentence: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.candidates = candidates


class BudgetSpent(Stuck):
    """The prompt has used all the steps it may."""


class Run:
    """State of one prompt. *meant* is the part of the prompt that is at work."""

    def __init__(
        self, page: LivePage, budget: Budget, deadline: Deadline, on_page: Callable[[], Awaitable[None]] | None
    ) -> None:
        self._page = page
        self._budget = budget
        self._deadline = deadline
        self._on_page = on_page
        self._model: PageModel | None = None
        self.performed: list[Performed] = []
        self.pages = 0
        self.meant = ""
        self.used: list[str] = []
        self.told: list[str] = []
        self.data: Any = None
        self.quotes: list[str] = []
        self.notices: list[str] = []
        self.clipboard: str | None = None
        self.form_fields = 0
        # What the page is for was done as a whole; its one button sends it off.
        self.finished_form = False
        self.sent = False
        self.may_explore = True
        self.sent_next = False
        # Who only asks wants nothing done.
        self.only_asked = False
        self.unanswered: list[str] = []

    async def see(self) -> PageModel:
        """Return the page as it is now; one look serves until something is done."""
        if self._model is None:
            self._model = PageModel(await self._page.snapshot(deadline=self._deadline))
        return self._model

    async def look(self) -> PageModel:
        """Return the page as it is now, looked at again."""
        self._model = None
        return await self.see()

    async def finder(self) -> Finder:
        """Return a finder for the page as it is now."""
        return Finder(await self.see(), tuple(self.used))

    async def do(self, step: Step) -> StepResult:
        """Do *step*. Raises Stuck when it cannot be done, BudgetSpent when no step is left."""
        if len(self.performed) >= self._budget.steps:
            raise BudgetSpent(f"The budget of {self._budget.steps} steps is spent.")
        if self.only_asked and not isinstance(step, _HARMLESS):
            raise Stuck("That is a question, and the page does not tell; nothing was done for it.")
        self._deadline.check()
        self._model = None
        try:
            result = await self._page.perform(step, deadline=self._deadline)
        except StepFailed as error:
            self.performed.append(Performed(step, error=error.message, meant=self.meant))
            raise Stuck(error.message) from error
        self.performed.append(Performed(step, result, meant=self.meant))
        ref = getattr(step, "ref", None)
        if ref is not None:
            self.used.append(ref)
        return result

    async def leave_page(self) -> bool:
        """Say that a page of a series is about to be left; return whether another one may be visited."""
        self.pages += 1
        if self._on_page is not None:
            await self._on_page()
        return self.pages < self._budget.pages

    async def last_page(self) -> None:
        """Say that the last page is reached."""
        if self._on_page is not None:
            await self._on_page()

    async def need(self, described: Description) -> Match:
        """Return the best match on the page as it is. Raises Stuck with the nearest candidates."""
        finder = await self.finder()
        found = finder.find(described)
        if not found:
            raise Stuck(f'Nothing on the page is "{described.said}".', finder.nearest(described))
        return found[0]

    def last(self, page: PageModel) -> Element | None:
        """Return the element that was used last and is still there."""
        return next((page.by_ref[ref] for ref in reversed(self.used) if ref in page.by_ref), None)

    def tell(self, sentence: str) -> None:
        """Add a sentence to the answer."""
        self.told.append(sentence)

    def interaction(
        self, *, done: bool, not_understood: tuple[str, ...] = (), candidates: tuple[str, ...] = ()
    ) -> Interaction:
        """Return what came of the prompt."""
        return Interaction(
            done=done,
            output=" ".join(self.told),
            steps=tuple(self.performed),
            data=self.data,
            quotes=tuple(self.quotes),
            not_understood=not_understood,
            candidates=candidates,
            notices=tuple(self.notices),
        )
