"""Run: one prompt at work. It sees the page, performs steps within the budget, and keeps what came of them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import (
    Budget,
    Check,
    Click,
    Interaction,
    Performed,
    Press,
    Step,
    StepResult,
    Type,
    WaitFor,
)
from gossamer.features.interact.rules.elements import TOGGLES, Element
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.report import Act
from gossamer.ports.live_pages import LivePage

_BUSY_LOOKS: Final = 25
_BUSY_SECONDS: Final = 0.3


class Stuck(Exception):
    """A part of the prompt cannot be carried out; *left* are its words that nothing accounts for."""

    def __init__(self, sentence: str, candidates: tuple[str, ...] = (), left: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.candidates = candidates
        self.left = left


class BudgetSpent(Stuck):
    """The prompt has used all the steps it may."""


@dataclass
class Answer:
    """What is answered: sentences, structured data, and the places of the page that it is from."""

    sentences: list[str] = field(default_factory=list)
    data: Any = None
    quotes: list[str] = field(default_factory=list)


class Run:
    """State of one prompt on one page."""

    def __init__(
        self,
        live: LivePage,
        budget: Budget,
        deadline: Deadline,
        on_page: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.live = live
        self.deadline = deadline
        self._budget = budget
        self._on_page = on_page
        self._page: Page | None = None
        self.performed: list[Performed] = []
        self.acts: list[Act] = []
        self.answer = Answer()
        self.notices: list[str] = []
        self.pages = 0
        # The part of the prompt that is at work.
        self.meant = ""
        # The texts of the record that was acted on last, and the last element: what "it" means.
        self.entity: tuple[str, ...] = ()
        self.last_ref: str | None = None
        # Whether the prompt asks to confirm what the page asks back.
        self.confirms = False
        # Gets rid of what covers the page; returns whether something was closed.
        self.uncover: Callable[[Run], Awaitable[bool]] | None = None
        self._stale_busy = False
        self._lists: set[str] = set()
        # The pages of a series that were gone through in this prompt, before the one that is shown.
        self.visited: list[Page] = []
        # Whether the clause only says how to answer: "just give me the price".
        self.narrows = False
        # What the last answer was about: its comparisons, and the words that its records had to say.
        self.asked: tuple[list[Any], tuple[Any, ...]] = ([], ())
        # Addresses of pages whose list was loaded to its end.
        self.complete: set[str] = set()
        # How many clauses follow the one at work.
        self.following = 0
        # Whether a later clause sends the form.
        self.sent_later = False

    async def see(self) -> Page:
        """Return the page as it is now; one look serves until something is done."""
        if self._page is None:
            self._page = Page(await self.live.snapshot(deadline=self.deadline), frozenset(self._lists))
        return self._page

    def remember_lists(self, page: Page) -> None:
        """Remember what holds the lists of *page*, so that a single row that is left of one is still a record."""
        for one in record_lists(page)[:2]:
            parent = one.records[0].element.parent
            if parent is not None:
                self._lists.add(parent.ref)

    async def look(self) -> Page:
        """Return the page, looked at again."""
        self._page = None
        return await self.see()

    async def settled(self) -> Page:
        """Return the page when it no longer says that it is loading; waits some seconds at most."""
        page = await self.see()
        if self._stale_busy:
            return page
        for _ in range(_BUSY_LOOKS):
            if not page.is_busy():
                return page
            await self.wait(_BUSY_SECONDS)
            page = await self.look()
        # Some pages say "loading" for good: they are not waited for again.
        self._stale_busy = True
        return page

    async def wait(self, seconds: float) -> None:
        """Wait, which is no step of the budget."""
        self.deadline.check()
        self._page = None
        await self.live.perform(WaitFor(seconds=seconds), deadline=self.deadline)

    async def do(self, step: Step) -> StepResult:
        """Perform *step*. Raises Stuck when it cannot be done, BudgetSpent when no step is left."""
        if len(self.performed) >= self._budget.steps:
            raise BudgetSpent(f"The budget of {self._budget.steps} steps is spent.")
        self.deadline.check()
        page = await self.see()
        element = page.by_ref.get(getattr(step, "ref", None) or "")
        onto = page.by_ref.get(getattr(step, "to", None) or "")
        self._page = None
        try:
            result = await self.live.perform(step, deadline=self.deadline)
        except StepFailed as error:
            step, result = await self._again(step, element, error)
        self.performed.append(Performed(step, result, meant=self.meant))
        self.acts.append(_act(page, step, element, onto))
        if element is not None:
            self.last_ref = element.ref
            row = page.record(element)
            if row is not None and row.text:
                self.entity = (row.text[:200],)
        return result

    async def _again(self, step: Step, element: Element | None, error: StepFailed) -> tuple[Step, StepResult]:
        """Do *step* on a page that was made anew meanwhile. Raises Stuck where it cannot be done there either."""
        page = await self.look()
        if "covered" in error.message and self.uncover is not None:
            uncover, self.uncover = self.uncover, None
            cleared = await uncover(self)
            self.uncover = uncover
            page = await self.look()
            if cleared and element is not None and (now := page.same(element)) is not None:
                again = replace(step, ref=now.ref)  # type: ignore[arg-type]
                return again, await self._once_more(again)
        if "covered" in error.message and element is not None and element.ref in page.by_ref:
            # A list or a calendar that was left open closes by Escape.
            await self.live.perform(Press("Escape"), deadline=self.deadline)
            return step, await self._once_more(step)
        now = None if element is None or element.ref in page.by_ref else page.same(element)
        if now is None:
            self.performed.append(Performed(step, error=error.message, meant=self.meant))
            raise Stuck(error.message) from error
        again = replace(step, ref=now.ref)  # type: ignore[arg-type]
        return again, await self._once_more(again)

    async def _once_more(self, step: Step) -> StepResult:
        self._page = None
        try:
            return await self.live.perform(step, deadline=self.deadline)
        except StepFailed as failed:
            self.performed.append(Performed(step, error=failed.message, meant=self.meant))
            raise Stuck(failed.message) from failed

    async def click(self, element: Element) -> Page:
        """Click *element* and return the page when it has come to rest."""
        await self.do(Click(element.ref))
        return await self.settled()

    async def set_toggle(self, element: Element, *, on: bool) -> None:
        """Turn a checkbox, radio button or switch on or off; nothing is done where it is so already."""
        if element.node.checked is on and element.kind in TOGGLES:
            return
        await self.do(Check(element.ref, on=on))

    async def leave_page(self) -> bool:
        """Keep the page of a series that is about to be left; return whether another one may be visited."""
        self.pages += 1
        if self._on_page is not None:
            await self._on_page()
        return self.pages < self._budget.pages

    async def keep_page(self) -> None:
        """Keep the page as it is now: the last one of those that were reached."""
        if self._on_page is not None:
            await self._on_page()

    def interaction(
        self, *, done: bool, output: str, not_understood: tuple[str, ...] = (), candidates: tuple[str, ...] = ()
    ) -> Interaction:
        """Return what came of the prompt."""
        return Interaction(
            done=done,
            output=output,
            steps=tuple(self.performed),
            data=self.answer.data,
            quotes=tuple(self.answer.quotes),
            not_understood=not_understood,
            candidates=candidates,
            notices=tuple(self.notices),
        )


def _act(page: Page, step: Step, element: Element | None, onto: Element | None) -> Act:
    secret = isinstance(step, Type) and element is not None and element.kind == "password"
    return Act(step, _called(page, element), _called(page, onto), secret)


def _called(page: Page, element: Element | None) -> str:
    return "" if element is None else element.name or page.label(element) or element.text
