"""Conditions of a prompt, as "if the light is on": whether they hold on the page, and what they speak of."""

from typing import Final

from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.reading.selecting import Row, nouns_of, rows_of
from gossamer.features.interact.planner.wordsets import word_set

_ON: Final = word_set("on checked ticked enabled active")
_OFF: Final = word_set("off unchecked unticked disabled inactive")
_COPULAS: Final = word_set("is are isn't aren't")
_NOT: Final = word_set("not isn't aren't no")
_SHOWN: Final = word_set("there appears appear shows pops see visible shown present exists asked")
_PRESENCE: Final = (
    "if", "unless", "there", "is", "are", "a", "an", "not", "no", "appears", "appear", "shows", "up", "pops", "you",
    "see", "visible", "shown", "present", "any", "the", "exists", "asked", "open",
)  # fmt: skip
_LIKE: Final = 60


def subject_of(condition: Phrase) -> Phrase:
    """Return what a condition speaks of: "the light" of "if the light is on"."""
    at = next((i for i, t in enumerate(condition.tokens) if t.norm in _COPULAS and i), None)
    if set(condition.norms) & _SHOWN:
        return Phrase("")
    return condition.part(1, at) if at is not None and condition.norms[0] in {"if", "unless"} else Phrase("")


def is_so(page: PageModel, condition: Phrase) -> bool | None:
    """Return whether *condition* holds on the page; None when the page does not tell."""
    norms = set(condition.norms)
    turned = ("unless" in norms) != bool(norms & _NOT)
    about_dialog = condition.without(*_PRESENCE).kinds[:1] == ("dialog",)
    subject = subject_of(condition)
    if norms & _SHOWN or about_dialog or not subject:
        there = _is_there(page, condition) if norms & _SHOWN or about_dialog else None
    else:
        start = len(subject.tokens) + 2
        state = condition.part(start).without(*_NOT, "a", "an", "the", "currently", "still", "already")
        there = _is_in_state(page, subject, state)
    return None if there is None else there != turned


def _is_there(page: PageModel, condition: Phrase) -> bool:
    subject = condition.without(*_PRESENCE)
    dialog = subject.kinds[:1] == ("dialog",)
    if dialog and (page.snapshot.dialog is not None or page.dialogs):
        return True
    return bool(subject) and bool(Finder(page).find(Description(subject)))


def _is_in_state(page: PageModel, subject: Phrase, state: Phrase) -> bool | None:
    """Return whether a box is on, a field holds a value, or an entry of a list says so; None if it is none."""
    name = subject.bare.raw
    wanted = set(state.norms)
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch", "radio"} and e.node.checked is not None]
    named = sorted(((likeness(name, e.name), -e.index, e) for e in boxes), reverse=True, key=lambda b: b[:2])
    if named and named[0][0] >= _LIKE and len(wanted) == 1 and wanted <= _ON | _OFF:
        return bool(named[0][2].node.checked) == bool(wanted & _ON)
    fields = [f for f in page.fields if f.node.value is not None and likeness(name, page.label(f)) >= _LIKE]
    if fields and state:
        return folded(fields[0].node.value or "") == folded(state.literal)
    return _entry_says(page, subject, state)


def _entry_says(page: PageModel, subject: Phrase, state: Phrase) -> bool | None:
    rows, nouns = rows_of(page), nouns_of(page)
    telling = [w for t in subject.tokens for w in words(owner(t.text)) if singular(w) not in nouns and w != "the"]
    meant = [row for row in rows if telling and all(_says(row, w) for w in telling)]
    said = [w for t in state.tokens for w in words(t.text)]
    if len(meant) != 1 or not said:
        return None
    if all(_says(meant[0], w) for w in said):
        return True
    # A word that no entry says may be said otherwise here.
    return False if all(any(_says(row, w) for row in rows) for w in said) else None


def _says(row: Row, word: str) -> bool:
    return any(stem(word) == stem(w) for w in words(row.text))
