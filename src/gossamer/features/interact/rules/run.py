"""Run: one prompt at work. It sees the page, performs steps within the budget, and keeps what came of them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import structlog

from gossamer.core import interaction
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, StepFailed, locate_failure
from gossamer.features.interact.rules.elements import TOGGLES, Element
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.report import Act
from gossamer.ports.live_pages import LivePage

_log = structlog.get_logger(__name__)
_BUSY_LOOKS: Final = 25
# Looks that find nothing new, after which a page does not go on.
_SAME_LOOKS: Final = 3
_BUSY_SECONDS: Final = 0.3
# Looks at a page that is to show an effect, and the pause between them.
_LOOKS: Final = 6
_LOOK_SECONDS: Final = 0.25


class Stuck(Exception):
    """A part of the prompt cannot be carried out; *left* are its words that nothing accounts for."""

    def __init__(self, sentence: str, candidates: tuple[str, ...] = (), left: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.candidates = candidates
        self.left = left


def log_rule_failure(error: Exception) -> None:
    """Log *error*, by which a rule failed on a page; raise it again where it is an answer to the caller."""
    if isinstance(error, Stuck | ServiceError):
        raise error
    _log.error("rule failed", exception=locate_failure(error))


class BudgetSpent(Stuck):
    """The prompt has used all the steps it may."""


@dataclass
class Answer:
    """What is answered: sentences, structured data, and the places of the page that it is from."""

    sentences: list[str] = field(default_factory=list)
    data: Any = None
    quotes: list[str] = field(default_factory=list)


@dataclass
class Run:
    """State of one prompt on one page."""

    live: LivePage
    budget: interaction.Budget
    deadline: Deadline
    on_page: Callable[[], Awaitable[None]] | None = None
    performed: list[interaction.Performed] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    answer: Answer = field(default_factory=Answer)
    notices: list[str] = field(default_factory=list)
    pages: int = 0
    # The part of the prompt that is at work, how many clauses follow it, and whether one of them sends the form.
    meant: str = ""
    following: int = 0
    sent_later: bool = False
    # The words of the next clause.
    upcoming: frozenset[str] = frozenset()
    # Whether the prompt asks to confirm what the page asks back.
    confirms: bool = False
    # Whether the next clause answers what the page asks back.
    answered_later: bool = False
    # The texts of the record that was acted on last, and the last element: what "it" means.
    entity: tuple[str, ...] = ()
    last_ref: str | None = None
    # The subject of the last answer: its comparisons, and the words that its records had to say.
    last_question: tuple[tuple[Any, ...], tuple[Any, ...]] = ((), ())
    # The pages of a series that were gone through in this prompt, before the one that is shown.
    visited: list[Page] = field(default_factory=list)
    # Names of links that were not followed for a question, because they may do something.
    unopened: list[str] = field(default_factory=list)
    # Addresses of pages whose list was loaded to its end, or as far as a question goes.
    complete: set[str] = field(default_factory=set)
    # Gets rid of what covers the page; returns whether something was closed.
    uncover: "Callable[[Run], Awaitable[bool]] | None" = None
    _page: Page | None = None
    _stale_busy: bool = False
    _lists: set[str] = field(default_factory=set)

    async def see(self) -> Page:
        """Return the page as it is now; one look serves until something is done."""
        if self._page is None:
            self._page = Page(await self.live.snapshot(deadline=self.deadline), frozenset(self._lists))
        return self._page

    def remember_lists(self, page: Page) -> None:
        """Remember what holds the lists of *page*, so that a single row that is left of one is still a record."""
        parents = (record_list.records[0].element.parent for record_list in record_lists(page)[:2])
        self._lists |= {parent.ref for parent in parents if parent is not None}

    async def look(self) -> Page:
        """Return the page, looked at again."""
        self._page = None
        return await self.see()

    async def find(self, element: Element) -> Element:
        """Return *element* as it is now, on a page that may have been made anew."""
        return (await self.see()).same(element) or element

    async def settled(self) -> Page:
        """Return the page when it no longer says that it is loading, or nothing more comes of it."""
        page = await self.see()
        same = 0
        for _ in range(0 if self._stale_busy else _BUSY_LOOKS):
            if not page.is_busy():
                return page
            if same == _SAME_LOOKS:
                break
            # It came to rest before each look: no request is open.
            await self.wait(_BUSY_SECONDS)
            before, page = page, await self.look()
            same = same + 1 if page.appearance == before.appearance else 0
        # Some pages say "loading" for good: they are not waited for again.
        self._stale_busy = True
        return page

    async def watch(self, is_reached: Callable[[Page], bool], looks: int = _LOOKS) -> Page | None:
        """Return the page as soon as *is_reached* is true of it; None where it is not within so many *looks*."""
        for _ in range(looks):
            page = await self.settled()
            if is_reached(page):
                return page
            await self.wait(_LOOK_SECONDS)
            await self.look()
        return None

    async def wait(self, seconds: float) -> None:
        """Wait, which is no step of the budget."""
        self.deadline.check()
        self._page = None
        await self.live.perform(interaction.WaitFor(seconds=seconds), deadline=self.deadline)

    async def do(self, step: interaction.Step) -> interaction.StepResult:
        """Perform *step*. Raises Stuck when it cannot be done, BudgetSpent when no step is left."""
        if len(self.performed) >= self.budget.steps:
            raise BudgetSpent(f"The budget of {self.budget.steps} steps is spent.")
        self.deadline.check()
        page = await self.see()
        element = page.by_ref.get(getattr(step, "ref", None) or "")
        onto = page.by_ref.get(getattr(step, "to", None) or "")
        self._page = None
        try:
            result = await self.live.perform(step, deadline=self.deadline)
        except StepFailed as error:
            step, result = await self._again(step, element, error)
        self.performed.append(interaction.Performed(step, result, meant=self.meant))
        secret = isinstance(step, interaction.Type) and element is not None and element.kind == "password"
        self.acts.append(Act(step, _name_element(page, element), _name_element(page, onto), secret))
        if element is not None:
            self.last_ref = element.ref
            row = page.record(element)
            self.entity = (row.text[:200],) if row is not None and row.text else self.entity
        return result

    async def _again(
        self, step: interaction.Step, element: Element | None, error: StepFailed
    ) -> tuple[interaction.Step, interaction.StepResult]:
        """Do *step* on a page that was made anew, or that is no longer covered. Raises Stuck where it fails again."""
        is_covered = "covered" in error.message
        await self.look()
        if is_covered:
            await self._clear()
        page = await self.look()
        now = page.same(element) if element is not None else None
        if now is None or (not is_covered and now is page.by_ref.get(getattr(step, "ref", ""))):
            raise self._record_failure(step, error) from error
        step = replace(step, ref=now.ref)  # type: ignore[arg-type]
        self._page = None
        try:
            return step, await self.live.perform(step, deadline=self.deadline)
        except StepFailed as failed:
            raise self._record_failure(step, failed) from failed

    async def _clear(self) -> None:
        """Get rid of what covers the page; a list or a calendar that was left open closes by Escape."""
        uncover, self.uncover = self.uncover, None
        if uncover is None or not await uncover(self):
            await self.live.perform(interaction.Press("Escape"), deadline=self.deadline)
        self.uncover = uncover

    def _record_failure(self, step: interaction.Step, error: StepFailed) -> Stuck:
        self.performed.append(interaction.Performed(step, error=error.message, meant=self.meant))
        return Stuck(error.message)

    async def click(self, element: Element) -> Page:
        """Click *element* and return the page when it has come to rest."""
        await self.do(interaction.Click(element.ref))
        return await self.settled()

    async def set_toggle(self, element: Element, *, on: bool) -> None:
        """Turn a checkbox, radio button or switch on or off; nothing is done where it is so already."""
        if element.node.checked is not on or element.kind not in TOGGLES:
            await self.do(interaction.Check(element.ref, on=on))

    async def leave_page(self) -> bool:
        """Keep the page of a series that is about to be left; return whether another one may be visited."""
        self.pages += 1
        await self.keep_page()
        return self.pages < self.budget.pages

    async def keep_page(self) -> None:
        """Keep the page as it is now: the last one of those that were reached."""
        if self.on_page is not None:
            await self.on_page()

    def interaction(
        self, *, done: bool, output: str, not_understood: tuple[str, ...] = (), candidates: tuple[str, ...] = ()
    ) -> interaction.Interaction:
        """Return the result of the prompt."""
        return interaction.Interaction(
            done, output, tuple(self.performed), data=self.answer.data, quotes=tuple(self.answer.quotes),
            not_understood=not_understood, candidates=candidates, notices=tuple(self.notices),
        )  # fmt: skip


def _name_element(page: Page, element: Element | None) -> str:
    return "" if element is None else element.name or page.label(element) or element.text
