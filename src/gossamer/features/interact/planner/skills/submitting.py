"""Sending a form off, and getting what is in the way out of it."""

from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, ClickAt, Press, Type
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

SENDS: Final = (
    "submit", "send", "ok", "go", "go!", "done", "confirm", "save", "apply", "continue", "finish", "login", "log in",
    "sign in",
    "search", "enter", "next", "create", "add", "post", "reply", "share", "update", "sign up", "register", "book",
    "order", "buy", "find", "subscribe", "proceed", "check", "comment", "tweet", "search flights", "forward",
)  # fmt: skip
# Likeness from which on a button is called by its name.
_SAME_NAME: Final = 90
_STAYS: Final = (
    "cancel",
    "close",
    "no",
    "stay",
    "continue",
    "not now",
    "later",
    "no thanks",
    "dismiss",
    "\u00d7",
    "x",
    "ok",
    "got it",
)


# Buttons of a form that call it off, whatever type they have.
_CALLING_OFF: Final = frozenset((w,) for w in ("cancel", "close", "back", "discard", "dismiss", "abort", "reset"))


def send_buttons(page: PageModel) -> list[Element]:
    """Return the buttons that send a form off, by how sure that is, then in reading order."""
    ranked: list[tuple[int, int, Element]] = []
    for element in page.elements:
        if (
            element.node.role == "text"
            or not element.seen
            or not (element.kind == "button" or (element.node.clickable and element.kind in {"", "link"}))
        ):
            continue
        name = folded(element.name or element.node.value or "")
        if name in SENDS:
            ranked.append((SENDS.index(name), element.index, element))
        elif element.kind != "button" or words(name)[:1] in _CALLING_OFF:
            continue
        elif element.node.attributes.get("type") == "submit" or (
            element.node.tag == "button"
            and not element.node.attributes.get("type")
            and any(a.node.tag == "form" for a in element.ancestors())
        ):
            ranked.append((len(SENDS), element.index, element))
        elif (first := (words(name) or ("",))[0]) in SENDS:
            ranked.append((len(SENDS) + 1, element.index, element))
        elif element.classes & {"send", "submit"}:
            ranked.append((len(SENDS) + 2 + (first != ""), element.index, element))
    return [element for _, _, element in sorted(ranked, key=lambda entry: entry[:2])]


def nearest_send_button(page: PageModel, last: Element | None) -> Element | None:
    """Return the button for the form in which *last* stands; of the page, when that has none."""
    buttons = send_buttons(page)
    if last is None or len(buttons) < 2:  # noqa: PLR2004
        return buttons[0] if buttons else None
    depths = {id(b): page.common(b, last).depth for b in buttons if b is not last}
    deepest = max(depths.values(), default=0)
    return next((b for b in buttons if depths.get(id(b)) == deepest), buttons[0])


async def submit(run: Run, command: Command) -> None:
    """Send off the form that was worked on; what the command names of it decides which button, if any is called so."""
    page = await run.see()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog())
        return
    last = run.last(page)
    field = command.role("in", "into")
    if (
        field is not None
        and run.clipboard is not None
        and any(f.kind in TYPED for f in page.fields)
        and set(field.kinds) & FIELDS
    ):
        # "Confirm it in the second field": it is typed once more.
        found = Finder(page).find(Description(field), pool=[f for f in page.fields if f.kind in TYPED])
        if found:
            await run.do(Type(found[0].element.ref, run.clipboard))
            return
    if command.object.quotes and not any(
        likeness(command.object.quotes[0], b.name) >= _SAME_NAME for b in page.elements if b.kind == "button"
    ):
        free = [f for f in page.fields if f.kind in TYPED and not f.node.value and f.seen]
        if free:
            await run.do(Type(free[0].ref, command.object.quotes[0]))
            page = await run.see()
            last = run.last(page)
    if command.object and (named := _said_button(page, command.object.literal)):
        await click_through(run, named.element)
        return
    wanted = next(
        (b for b in page.elements if b.kind == "button" and likeness(command.verb, b.name) >= _SAME_NAME and b.seen),
        None,
    )
    button = (
        wanted if wanted is not None and (last is None or last.kind != "button") else nearest_send_button(page, last)
    )
    if button is None:
        if last is not None and last.kind in TYPED:
            await run.do(Press("Enter", last.ref))
            return
        buttons = [e for e in page.elements if e.kind == "button"]
        if len(buttons) != 1:
            raise Stuck("The page has no button that sends it off.", tuple(f'button "{b.name}"' for b in buttons[:5]))
        button = buttons[0]
    await click_through(run, button)


def names_button(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command says the name of one button, word by word: "place the order"."""
    del whole, norms
    return not command.question and command.until is None and _button_called(command, page) is not None


async def press_named(run: Run, command: Command) -> None:
    """Use the button that a command says the name of."""
    page = await run.see()
    button = _button_called(command, page)
    if button is not None:
        await click_through(run, button)
        run.asked_after = page if command.action in _ASKED else None


# What these do is often asked about before it is done.
_ASKED: Final = word_set("close act clear submit book")


def _button_called(command: Command, page: PageModel) -> Element | None:
    said = tuple(w for t in command.clause if t.kind != "mark" for w in words(t.text) if w not in _ARTICLES)
    found = [
        e
        for e in page.elements
        if e.kind == "button"
        and e.seen
        and not e.node.disabled
        and tuple(w for w in words(e.name) if w not in _ARTICLES) == said
    ]
    return found[0] if len(found) == 1 and len(said) > 1 else None


_ARTICLES: Final = frozenset({"the", "a", "an", "my", "your", "please"})


def _said_button(page: PageModel, text: str) -> Match | None:
    found = [Match(e, likeness(text, e.name)) for e in page.elements if e.kind == "button" and e.name]
    best = max(found, key=lambda m: m.score, default=None)
    return best if best is not None and best.score >= 90 else None  # noqa: PLR2004


async def click_through(run: Run, element: Element) -> None:
    """Click, and once more when something that can be put away was in front of it."""
    try:
        await run.do(Click(element.ref))
    except (BudgetSpent, NotUnderstood):
        raise
    except Stuck as stuck:
        if not await clear_the_way(run, covered="covered" in stuck.sentence):
            raise
        await run.do(Click(element.ref))


async def clear_the_way(run: Run, *, covered: bool = False) -> bool:
    """Put an unasked dialog away by the choice that leaves things as they are; return whether there was one.

    What covers something without being a dialog, as a picker that is still open, goes when the page is clicked beside
    it.
    """
    page = await run.look()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog(accept=page.snapshot.dialog.kind == "alert"), unasked=True)
        return True
    for dialog in reversed(page.dialogs):
        buttons = [e for e in dialog.walk() if e is not dialog and e.kind in {"button", "link"} and e.seen]
        for name in _STAYS:
            for button in buttons:
                if folded(button.name) == folded(name) or button.name.strip() == name or name in button.classes:
                    await run.do(Click(button.ref), unasked=True)
                    return True
    if covered:
        await run.do(Press("Escape"))
        await run.do(ClickAt(*_BESIDE))
        return True
    return False


# A point at the edge of the window, where pages have nothing to click.
_BESIDE: Final = (2.0, 2.0)
