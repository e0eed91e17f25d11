"""Putting something into a cart where it is the only thing the page offers: a list of one has no rows to tell apart."""

from typing import Final

from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

COLLECTIONS: Final = word_set("cart basket bag trolley wishlist favourites favorites")
_ADDING: Final = word_set("add put buy")
_FINDING: Final = word_set("find found see get")
_LONGEST_OFFER: Final = 400


def only_offer(page: PageModel, thing: Phrase, into: Phrase) -> Element | None:
    """Return the one button that adds to what is said, where what it stands in says all words of *thing*."""
    wanted = set(into.norms) & COLLECTIONS
    buttons = [
        e
        for e in page.elements
        if e.kind == "button"
        and e.seen
        and not e.node.disabled
        and words(e.name)[:1]
        and words(e.name)[0] in _ADDING
        and wanted & set(words(e.name))
    ]
    said = [w for t in telling_words(thing) for w in words(t.text)]
    if len(buttons) != 1 or not said:
        return None
    boxes = [a for a in buttons[0].ancestors() if len(a.text) <= _LONGEST_OFFER]
    have = {stem(w) for box in boxes[:3] for w in words(box.text)}
    return buttons[0] if all(stem(w) in have for w in said) else None


def without_finding(phrase: Phrase) -> Phrase:
    """Return "the tent" of "the tent you find"."""
    at = next(
        (i for i, n in enumerate(phrase.norms) if n in _FINDING and i > 1 and phrase.norms[i - 1] in {"you", "i"}), None
    )
    return phrase if at is None else phrase.part(0, at - 1)
