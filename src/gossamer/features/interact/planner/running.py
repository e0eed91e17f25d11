"""One prompt at work: sees the page, does steps, and remembers what came of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import (
    Budget,
    Check,
    Click,
    Hover,
    Interaction,
    Performed,
    ScrollBy,
    ScrollTo,
    Select,
    Step,
    StepResult,
    Type,
    WaitFor,
)
from gossamer.features.interact.planner.accounting.coverage import DEEDS, SENDING, Coverage, covered
from gossamer.features.interact.planner.accounting.evidence import Evidence
from gossamer.features.interact.planner.accounting.outcome import complaint
from gossamer.features.interact.planner.accounting.telling import Act
from gossamer.features.interact.planner.accounting.weighing import is_final, own_verb, sends
from gossamer.features.interact.planner.grounding.again import same_on
from gossamer.features.interact.planner.grounding.finding import Description, Finder, told_apart
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
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


class Ambiguous(Stuck):
    """Several things are meant alike; none of them is used."""


def ambiguous(page: PageModel, said: str, found: Sequence[Element]) -> Ambiguous:
    """Return that several things on the page are called so, with the names to choose from."""
    names = tuple(dict.fromkeys(told_apart(e, page) for e in found))[:_MOST_NAMED]
    return Ambiguous(f'"{said}" may be any of {len(found)}: say which one.', names)


_MOST_NAMED: Final = 8


class NotUnderstood(Stuck):
    """Something cannot be undone and is not done, because *left* of the prompt is not understood."""

    def __init__(self, sentence: str, left: tuple[str, ...]) -> None:
        super().__init__(sentence)
        self.left = left


class Refused(Stuck):
    """The page did not take what was sent."""


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
        # Whether what the page asked before it did something was accepted, as the prompt says.
        self.confirmed = False
        # The page before a button was used that may ask something, until it is known whether it did.
        self.asked_after: PageModel | None = None
        # The prompt as it was written.
        self.prompt = ""
        self.meant = ""
        self.used: list[str] = []
        self.told: list[str] = []
        self.data: Any = None
        self.quotes: list[str] = []
        self.notices: list[str] = []
        self.clipboard: str | None = None
        # The words for the one entity that something was done to last, and the entries that are selected.
        self.entity: Phrase | None = None
        self.selected: tuple[str, ...] = ()
        self.form_fields = 0
        # Pages of a series that were gone through, to be read together with the one at its end.
        self.leafed: list[PageModel] = []
        # What the page is for was done as a whole; its one button sends it off.
        self.finished_form = False
        self.sent = False
        # A form in steps is to be ended when the whole prompt was gone through.
        self.ends = False
        self.may_explore = True
        self.sent_next = False
        # Who only asks wants nothing done.
        self.only_asked = False
        self.unanswered: list[str] = []
        self.acts: list[Act] = []
        self.evidence = Evidence()
        self._seen: PageModel | None = None
        self._before_sending: PageModel | None = None
        # The clauses that were begun, each with the words that a skill has used without a step showing it.
        self._clauses: list[Command] = []
        self._taken: set[int] = set()
        # Whether a form was sent off, or something done that cannot be taken back.
        self._sent = False

    def begin(self, command: Command) -> None:
        """Say that *command* is at work from now."""
        self.meant = command.said
        self._clauses.append(command)
        if command.times is not None:
            self.take(*_counting(command.clause))

    def take(self, *used: Token) -> None:
        """Say that these words were used, in a way that no step shows: as what was compared, or a condition."""
        self._taken |= {t.start for t in used}

    def settle(self, command: Command) -> None:
        """Say that all of *command* is so, whatever was done for it."""
        self.take(*command.clause)

    def settle_all(self) -> None:
        """Say that all that was begun is so."""
        for command in self._clauses:
            self.settle(command)

    def settled(self, command: Command) -> bool:
        """Return whether all words of *command* were said to be used."""
        return all(t.start in self._taken for t in command.clause)

    def coverage(self, command: Command) -> Coverage:
        """Return which words of *command* something was done for until now."""
        verbs = [v for v in (command.verb, command.means.verb if command.means else "") if v and self._did(v)]
        return covered(
            command.source,
            command.clause,
            verbs=verbs,
            used=lambda t: t.start in self._taken or self.evidence.has(t),
            in_rows=self.evidence.in_rows,
        )

    @property
    def deeds(self) -> bool:
        """Whether something was asked for that counts only when it is done, as deleting."""
        return any((c.verb in DEEDS or c.verb.split(" ")[0] in DEEDS) and not c.negated for c in self._clauses)

    def _did(self, verb: str) -> bool:
        """Return whether what a verb says was done; those that say nothing of what comes of it always are."""
        verb = verb if verb in DEEDS else verb.split(" ", maxsplit=1)[0]
        if verb not in DEEDS or (self._sent and verb in SENDING):
            return True
        return all(self.evidence.has_word(w) for w in verb.split())

    def left(self) -> tuple[str, ...]:
        """Return the words of all clauses that were begun for which nothing was done until now."""
        return tuple(dict.fromkeys(piece for command in self._clauses for piece in self.coverage(command).left))

    async def see(self) -> PageModel:
        """Return the page as it is now; one look serves until something is done."""
        if self._model is None:
            self._model = self._seen = PageModel(await self._page.snapshot(deadline=self._deadline))
        return self._model

    async def look(self) -> PageModel:
        """Return the page as it is now, looked at again."""
        self._model = None
        return await self.see()

    async def finder(self) -> Finder:
        """Return a finder for the page as it is now."""
        return Finder(await self.see(), tuple(self.used))

    async def do(self, step: Step, *, unasked: bool = False, shows: bool = False) -> StepResult:
        """Do *step*; *unasked* is what only gets something out of the way, and what *shows* only lets more be seen.

        Raises Stuck when it cannot be done, NotUnderstood before what cannot be undone while words of the prompt are
        unused, BudgetSpent when no step is left.
        """
        if len(self.performed) >= self._budget.steps:
            raise BudgetSpent(f"The budget of {self._budget.steps} steps is spent.")
        if self.only_asked and not shows and not isinstance(step, _HARMLESS):
            raise Stuck("That is a question, and the page does not tell; nothing was done for it.")
        self._deadline.check()
        page = await self._page_of(step)
        if not unasked:
            self._understood(page, step)
        self._model = None
        was_so = isinstance(step, Check) and (box := page.by_ref.get(step.ref)) is not None and _holds(box, step)
        try:
            result = await self._page.perform(step, deadline=self._deadline)
        except StepFailed as error:
            step, result = await self._again(page, step, error)
            page = page if getattr(step, "ref", None) in page.by_ref else await self.see()
        self.performed.append(Performed(step, result, meant=self.meant))
        if not was_so:
            # A box that was as it is to be was not ticked or unticked.
            self.acts.append(_act(page, step))
        ref = getattr(step, "ref", None)
        if ref is not None:
            self.used.append(ref)
        return result

    async def _again(self, page: PageModel, step: Step, error: StepFailed) -> tuple[Step, StepResult]:
        """Return the step and its result on a page that was made anew while it was done, or shortly before.

        Raises Stuck when the page still has the element, or nothing that is sure to be the same.
        """
        ref = getattr(step, "ref", None)
        after = await self.look()
        was = page.by_ref.get(ref) if ref else None
        same = None if was is None or ref in after.by_ref else same_on(page, was, after)
        if same is not None and _holds(same, step):
            # Its own click has made the page anew.
            return step, StepResult(page.snapshot.url, after.snapshot.url)
        self.performed.append(Performed(step, error=error.message, meant=self.meant))
        if same is None or not isinstance(step, Click | Check | Select | Type):
            raise Stuck(error.message) from error
        again = replace(step, ref=same.ref)
        self._model = None
        try:
            return again, await self._page.perform(again, deadline=self._deadline)
        except StepFailed as failed:
            self.performed.append(Performed(again, error=failed.message, meant=self.meant))
            raise Stuck(failed.message) from failed

    async def _page_of(self, step: Step) -> PageModel:
        """Return a page that still has what *step* is about."""
        ref = getattr(step, "ref", None)
        if self._seen is not None and (ref is None or ref in self._seen.by_ref):
            return self._seen
        return await self.look()

    def _understood(self, page: PageModel, step: Step) -> None:
        """Take the step's words as used; raises Stuck before what cannot be undone while others are not."""
        self.evidence.see(page, step)
        self._sent = self._sent or sends(page, step)
        if not is_final(page, step):
            return
        self._sent = True
        if left := self.left():
            button = _act(page, step).name
            raise NotUnderstood(
                f"It is not clear what {_listed(left)} {'means' if len(left) == 1 else 'mean'} here, so "
                f"{f'“{button}” was not clicked' if button else 'nothing was sent'}.",
                left,
            )
        self._before_sending = page

    async def require(self, *elements: Element, fits: bool = False) -> None:
        """Raise NotUnderstood when using these leaves words of the prompt unused: then they may not be what is meant.

        Raises Stuck when one does something that nobody spoke of, unless it is known that it *fits* the verb.
        """
        page = await self.see()
        clause = [t.norm for t in self._clauses[-1].clause] if self._clauses else []
        for element in elements:
            verb = own_verb(element)
            if (
                verb is not None
                and not fits
                and clause
                and not self.evidence.has_word(verb)
                and not _says(clause, verb)
            ):
                raise Stuck(f"“{_called(page, element)}” does something else than that.", (told_apart(element, page),))
        seen = self.evidence.copy()
        for element in elements:
            self.evidence.see(page, Click(element.ref))
        left, self.evidence = self.left(), seen
        if left:
            name = _called(page, elements[-1])
            raise NotUnderstood(
                f"It is not clear what {_listed(left)} {'means' if len(left) == 1 else 'mean'} here, so "
                f"{f'“{name}” was not used' if name else 'nothing was done'}.",
                left,
            )

    async def refusal(self) -> str | None:
        """Return what the page says against the form that was sent off last; None when it took it."""
        before, self._before_sending = self._before_sending, None
        return None if before is None else complaint(before, await self.look())

    async def leave_page(self) -> bool:
        """Say that a page of a series is about to be left; return whether another one may be visited."""
        self.pages += 1
        if self._on_page is not None:
            await self._on_page()
        return self.pages < self._budget.pages

    async def keep_page(self) -> None:
        """Say that the page as it is now is one of those that were reached: the last one, or the first of a series."""
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


def _holds(element: Element, step: Step) -> bool:
    """Return whether an element is as a step wants it."""
    match step:
        case Check(on=on):
            return element.node.checked is on or (element.node.pressed is on and element.node.checked is None)
        case Select(labels=labels):
            return element.node.value in labels
        case Type(text=text):
            return element.node.value == text
        case _:
            return False


def _says(clause: Sequence[str], verb: str) -> bool:
    """Return whether one of the words is the verb, or means it."""
    return any(related(w, verb) for said in clause for w in words(said))


def _listed(pieces: tuple[str, ...]) -> str:
    return " and ".join(f"“{piece}”" for piece in pieces)


def _act(page: PageModel, step: Step) -> Act:
    """Return the step with the names that what it is done to has on the page."""
    element, onto = (
        page.by_ref.get(ref) if ref else None for ref in (getattr(step, "ref", None), getattr(step, "to", None))
    )
    secret = isinstance(step, Type) and element is not None and element.kind == "password"
    return Act(step, _called(page, element), _called(page, onto), secret)


def _called(page: PageModel, element: Element | None) -> str:
    return "" if element is None else element.name or page.label(element) or element.text


def _counting(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words that say how often."""
    found: list[Token] = []
    for i, token in enumerate(words):
        if token.kind == "word" and token.norm in {"once", "twice", "thrice", "times", "time"}:
            found += [token, *(words[i - 1 : i] if token.norm in {"times", "time"} else ())]
    return tuple(found)
