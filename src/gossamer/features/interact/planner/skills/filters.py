"""Narrowing a list by the form above it: "show only electric cars under 20000"."""

from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.finding import EXACT, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.forms import Reading, after_verb, enter, form_of, read_form
from gossamer.features.interact.planner.wordsets import word_set

_ACTIONS: Final = word_set("find open search read choose set click go")
_SHOWING: Final = word_set("show search filter apply find update see refine go")


def narrows(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether the command names options of a form that narrows a list, and nothing that can be used itself."""
    del norms
    if command.question or command.action not in _ACTIONS or whole.quotes or not whole:
        return False
    if command.action in {"choose", "set", "click"} and command.verb not in {"filter", "limit", "restrict"}:
        return False
    button = _button(page)
    if button is None or any(m.score >= EXACT for m in Finder(page).named(Phrase.of(command.said).raw)):
        return False
    reading = _reading(command, page, button)
    return any(s.element.kind not in TYPED - {"spinner"} for s in reading.said) or bool(reading.counts)


async def narrow(run: Run, command: Command) -> None:
    """Give the form what is said, and have the list shown again."""
    page = await run.see()
    button = _button(page)
    if button is None:
        return
    await enter(run, _reading(command, page, button))
    if run.sent_next:
        return
    now = _button(await run.see()) or button
    await run.do(Click(now.ref))


def _reading(command: Command, page: PageModel, button: Element) -> Reading:
    form = form_of(page, button)
    elements = list(form.walk()) if form is not None else []
    return read_form(command.source, after_verb(command), elements, page)


def _button(page: PageModel) -> Element | None:
    """Return the button that shows the list as the form says."""
    return next(
        (
            e
            for e in page.elements
            if e.kind == "button"
            and e.seen
            and words(folded(e.name))[:1]
            and words(folded(e.name))[0] in _SHOWING
            and form_of(page, e) is not None
        ),
        None,
    )
