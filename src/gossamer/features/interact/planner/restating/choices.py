"""Wishes about what is to be chosen: by name, by colour, by meaning, or nothing at all."""

from itertools import pairwise
from typing import Final

from gossamer.features.interact.planner.grounding.appearance import is_colored
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.grounding.thesaurus import alike
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying, quoted, sending, sending_words
from gossamer.features.interact.planner.restating.vocabulary import CHOOSING, LOOKING
from gossamer.features.interact.planner.wordsets import word_set

_BOXES: Final = frozenset({"checkbox", "radio", "switch", "option"})
_NONE: Final = word_set("nothing none no not any without un unchecked unticked unselected blank empty")
_NOTHING: Final = _NONE | word_set(
    "don't leave leaving left untouched clear all every choosing selecting picking checking ticking anything "
    "them with zero at"
)
_LIKE: Final = word_set(
    "similar synonym synonyms synonymous same alike close closest resemble resembles near equivalent mean means meaning"
)
_LIKENESS: Final = _LIKE | word_set(
    "almost nearly through near-synonyms near-synonym pretty rest word words here's term terms meanings any every "
    "all each about much as something anything against match matches matching whose those related roughly "
    "basically"
)
_SHADES: Final = word_set(
    "pale deep coloured colored that shade shades tone tones tint tints hue hues color colors colour colours "
    "swatch swatches tile tiles square squares kind kinds sort sorts variety variant variants any anything "
    "every all each whatever light dark lighter darker whether count counts considered as of patch patches "
    "sample samples family type types block blocks box boxes"
)


def _boxes(page: PageModel) -> list[Element]:
    return [e for e in page.elements if e.kind in _BOXES and e.name and e.node.role != "text"]


def _any_on(page: PageModel) -> bool:
    return any(e.node.checked or e.node.selected for e in _boxes(page))


def named(page: PageModel, saying: Saying) -> Restated | None:
    """Read that boxes and options that are named are chosen."""
    # A box for all of a list is meant by who says so in as many words, and not by "all the green ones".
    names = {b.name for b in _boxes(page) if "all" not in words(b.name)}
    if not names:
        return None
    used: set[int] = set()
    found: list[tuple[int, str]] = []
    for name in sorted(names, key=lambda n: (-len(n), n)):
        span = saying.place_of(name)
        if span is not None and not used & set(range(*span)):
            used |= set(range(*span))
            found.append((span[0], name))
    if not found:
        return None
    if not _any_on(page):
        used |= saying.alone()
    known = CHOOSING | sending_words(page) | frozenset({"all", "only"} if not _any_on(page) else {"all"})
    listed = ", ".join(name if name.isalnum() else quoted(name) for _, name in sorted(found))
    return Restated(f"Select {listed}.{sending(saying, page)}", frozenset(used), known)


def nothing(page: PageModel, saying: Saying) -> Restated | None:
    """Read that nothing is chosen, on a page where nothing is yet."""
    if not _boxes(page) or _any_on(page) or not saying.says(_NONE) or saying.literals():
        return None
    send = sending(saying, page)
    return Restated(f"Select nothing.{send}", frozenset(), CHOOSING | _NOTHING | sending_words(page)) if send else None


def similar(page: PageModel, saying: Saying) -> Restated | None:
    """Read that what means much the same as the words that are said is chosen."""
    boxes = _boxes(page)
    if len(boxes) < 2 or not saying.says(_LIKE):  # noqa: PLR2004
        return None
    known = CHOOSING | LOOKING | _LIKENESS | sending_words(page)
    left = saying.left((), known)
    # Words of English may be among those that are to be matched: whatever has its like on the page is one.
    meant = [
        i
        for i, t in enumerate(saying.tokens)
        if t.kind in {"word", "quote"}
        and (i in left or t.norm not in _LIKENESS)
        and any(alike(t.text, b.name) for b in boxes)
    ]
    listed = sorted({*meant, *left})
    if not meant or not _is_list(saying, listed):
        listed = left
    if not set(meant) & set(listed) or not _is_list(saying, listed):
        return None
    text = ", ".join(saying.text(i, i + 1) for i in listed)
    return Restated(f"Select words similar to {text}.{sending(saying, page)}", frozenset(listed), known)


def _is_list(saying: Saying, places: list[int]) -> bool:
    """Return whether only commas and "and" stand between the words."""
    return all({t.norm for t in saying.tokens[a + 1 : b]} <= {",", "and", "or"} for a, b in pairwise(places))


def shades(page: PageModel, saying: Saying) -> Restated | None:
    """Read that everything of a colour is chosen."""
    colors = [i for i, t in enumerate(saying.tokens) if t.kind == "word" and _color(t.norm) is not None]
    if len({_color(saying.tokens[i].norm) for i in colors}) != 1 or not saying.says(_SHADES):
        return None
    color = _color(saying.tokens[colors[0]].norm) or ""
    if any(f.kind == "color" for f in page.fields):
        return None
    if not any(is_colored(e, color) for e in page.elements if e.actionable and not e.name):
        return None
    known = CHOOSING | LOOKING | _SHADES | sending_words(page)
    used = frozenset(colors) | saying.alone()
    return Restated(f"Select all the shades of {color}.{sending(saying, page)}", used, known)


def _color(word: str) -> str | None:
    """Return the colour that "reds", "red-ish", "greenish" and "blue" name; None when it is none."""
    for form in (word, singular(word), word.removesuffix("ish").removesuffix("-"), word.removesuffix("y")):
        if form in NAMED:
            return form
        if form.endswith(form[-1:] * 2) and form[:-1] in NAMED:
            return form[:-1]
    return None


def color_field(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a colour is set in the only field for one."""
    fields = [f for f in page.fields if f.kind == "color"]
    places = [i for i, t in enumerate(saying.tokens) if t.norm in NAMED]
    if len(fields) != 1 or len(places) != 1:
        return None
    known = (
        CHOOSING
        | sending_words(page)
        | word_set(
            "tool selection open color colour picker chooser wheel selector field palette set use using value choose "
            "change it widget input"
        )
    )
    return Restated(
        f"Select {folded(saying.tokens[places[0]].text)} with the color picker.{sending(saying, page)}",
        frozenset(places),
        known,
    )


READERS: Final = (color_field, similar, shades, named, nothing)
