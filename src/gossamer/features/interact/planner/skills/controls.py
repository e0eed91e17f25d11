"""Controls that do what a verb says: by their name, their symbol or their class; never one that does something else."""

from collections.abc import Callable
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import folded, related, stem, words
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

_FEW_WORDS: Final = 3
_SHORT: Final = 20
# What a verb of several words, or one that pages rarely use, is called on controls.
_CALLED: Final = {
    "throw away": ("delete",), "throw out": ("delete",), "get rid of": ("delete", "remove"), "pass on": ("forward",),
    "pass along": ("forward",), "send": ("forward", "send"), "mark as read": ("mark as read", "read"),
    "sign up": ("sign up", "register", "create account"), "check out": ("check out", "checkout"),
}  # fmt: skip
_LEAVING: Final = ("sign out", "log out", "logout", "signout", "log off", "sign off")
# Words that mean the same elsewhere and not as something to do: to pass a message on is not the next page.
_APART: Final = {
    "forward": word_set("next more older >"), "cancel": word_set("x close"), "submit": word_set("ok go continue"),
    "like": word_set("up"), "follow": frozenset[str](), "answer": word_set("answers"),
}  # fmt: skip


def control_for(box: Element, verb: str) -> Element | None:
    """Return the control in *box* that is called as the verb, by its name, its symbol or its class."""
    return next(iter(controls_for(box, verb)), None)


def controls_for(box: Element, verb: str) -> list[Element]:
    """Return all that are called as the verb, as well as the best of them; innermost only."""
    controls = [
        e
        for e in box.walk()
        if e.node.role != "text"
        and e.seen
        and e is not box
        and (e.actionable or e.kind in {"icon", "image"})
        and e.kind not in FIELDS
    ]
    for base in names_of(verb):
        for test in _tests(base):
            found = [e for e in controls if test(e) and not _undoes(e, base)]
            if found:
                return [e for e in found if not any(o is not e and e.holds(o) for o in found)]
    return []


def _undoes(element: Element, base: str) -> bool:
    """Return whether a control takes back what the verb does: "Remove from favourites" for "star"."""
    first = next(iter(words(element.name) or words(element.node.attributes.get("title", ""))), "")
    return base in _DONE_AND_UNDONE and (first == "remove" or first.startswith("un"))


_DONE_AND_UNDONE: Final = word_set("star favorite favourite like heart bookmark pin flag follow subscribe add")


def names_of(verb: str) -> tuple[str, ...]:
    """Return what controls are called that do what the verb says."""
    said = verb.split()
    if verb in {"logout", "signout"} or (said[-1] in {"out", "off"} and said[0] in {"sign", "log"}):
        return _LEAVING
    return _CALLED.get(verb, (verb.split(maxsplit=1)[0],))


def _tests(base: str) -> tuple[Callable[[Element], bool], ...]:
    apart = _APART.get(base, frozenset())

    def same(word: str) -> bool:
        return related(base, word) and word not in apart

    if " " in base:
        return (lambda e: folded(e.name) == base or folded(e.name).startswith(base + " "),)
    return (
        lambda e: folded(e.name) == base,
        lambda e: bool(words(e.name)) and stem(words(e.name)[0]) == stem(base),
        lambda e: any(stem(w) == stem(base) for w in words(e.name)) and len(words(e.name)) <= _FEW_WORDS,
        lambda e: any(stem(c) == stem(base) for c in e.classes) and len(e.text) < _SHORT,
        lambda e: bool(words(e.name)) and same(words(e.name)[0]),
        lambda e: any(same(w) for w in words(e.name)) and len(words(e.name)) < _FEW_WORDS,
        lambda e: any(same(c) for c in e.classes) and len(e.text) < _SHORT,
    )


# "More actions for Anna".
_MENUS_OF: Final = ("more actions", "more options", "actions for", "options for", "menu for", "open menu")
_MENUS: Final = frozenset({"more", "more actions", "more options", "options", "menu", "actions", "other actions"})


async def behind_more(run: Run, row: Element | None, verb: str) -> Element | None:
    """Return the control from the menu behind "more" or "…" of a row."""
    page = await run.look()
    box = (page.by_ref.get(row.ref) if row is not None else None) or page.root
    more = next((e for e in box.walk() if e.node.role != "text" and e.seen and opens_menu(e)), None)
    if more is None:
        return None
    await run.do(Click(more.ref))
    page = await run.look()
    box_now = page.by_ref.get(row.ref) if row is not None else None
    return (control_for(box_now, verb) if box_now is not None else None) or control_for(page.root, verb)


def opens_menu(element: Element) -> bool:
    """Return whether it opens a menu of more that can be done, not more of a list."""
    if not (element.actionable or element.kind == "icon") or element.kind in FIELDS:
        return False
    if element.kind == "button" and element.node.attributes.get("aria-haspopup") in {"menu", "true"}:
        return True
    named = folded(element.name)
    if element.kind == "button" and any(named.startswith(f"{begin} ") for begin in _MENUS_OF):
        return True
    if folded(element.name) in _MENUS or (
        not words(element.name) and {"more", "menu", "ellipsis", "dots"} & element.classes
    ):
        return True
    return element.name.strip() in {
        "…", "...", "\u22ee", "⋯",
    }  # fmt: skip


def is_for_selection(element: Element) -> bool:
    """Return whether a control says that it is for what is selected: "Archive selected"."""
    return bool(_SELECTED & set(words(element.name)))


_SELECTED: Final = word_set("selected checked ticked marked selection")


def require_selection(page: PageModel, control: Element) -> None:
    """Raise Stuck when a control is for what is selected, the page has boxes to select with, and none is ticked."""
    boxes = [e for e in page.elements if e.kind == "checkbox" and e.seen]
    if is_for_selection(control) and boxes and not any(b.node.checked for b in boxes):
        raise Stuck(f"Nothing is selected that “{control.name}” could be used for.")
