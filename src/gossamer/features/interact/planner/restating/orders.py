"""Wishes about the order of a list, and about numbers that sliders are to stand at."""

import re
from typing import Final

from gossamer.features.interact.planner.language.tokens import NUMBERS, Token
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying, sending, sending_words
from gossamer.features.interact.planner.restating.vocabulary import CHOOSING, LOOKING
from gossamer.features.interact.planner.skills.marking import PREDICATES, rows_with_number
from gossamer.features.interact.planner.skills.moving import is_movable, sortable
from gossamer.features.interact.planner.wordsets import word_set

_SMALL: Final = word_set("smallest lowest least small low minimum min littlest tiniest")
_LARGE: Final = word_set("largest highest biggest greatest large high big most maximum max")
_RISING: Final = word_set("ascending increasing rising bigger larger higher greater")
_FALLING: Final = word_set("descending decreasing falling smaller lower")
_BACK: Final = word_set("last bottom end final")
_SORTING: Final = (
    _SMALL
    | _LARGE
    | _RISING
    | _FALLING
    | _BACK
    | LOOKING
    | word_set(
        "numeric topmost slot goes ascending figure figures run runs above than each one shuffle around jumbled "
        "sort sorted sorting order ordered ordering arrange arranged arranging reorder reordered rearrange "
        "rearranged rank organize organized organise list lists numbers number items item values value entries "
        "top bottom first last put drag dragging drop go from every all by numerically numerical rows row through "
        "so that read down up them move"
    )
)
_PLACING: Final = word_set(
    "grab mouse occupy where its drag dragged dragging drop dropped move moved moving put place placed "
    "reorder rearrange position spot slot list item items entry element sit sits number order reordered shift "
    "end ends up land lands rank row"
)
_SLIDING: Final = CHOOSING | word_set(
    "required apply first pull pulled push shove nudge along next stand reading target slider sliders slide "
    "slid sliding handle handles knob range drag dragged dragging move moved moving set adjust adjusted "
    "position positioned put value values number numbers combination order sequence from respective "
    "respectively read reads show shows each every all three two four until till at left right top match "
    "level point is equal become checkbox box tick ticked checked check plus both it becomes hits reach "
    "reaches bring turn turned last"
)


def sorted_list(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the list is put in order, rising or falling."""
    if saying.literals() or not saying.says(_SMALL | _LARGE | _RISING | _FALLING):
        return None
    entries = sortable(page)
    rising = _rises(saying)
    if len(entries) < 3 or not is_movable(entries[0], page) or rising is None:  # noqa: PLR2004
        return None
    text = (
        "Sort the numbers in increasing order, starting with the lowest number at the top of the list."
        if rising
        else "Sort the numbers in decreasing order, starting with the highest number at the top of the list."
    )
    return Restated(text + sending(saying, page), frozenset(), _SORTING | sending_words(page))


def _rises(saying: Saying) -> bool | None:
    """Return whether the least is to come first; None when the words are at odds, or do not tell."""
    says: set[bool] = set()
    if saying.says(_RISING):
        says |= {True}
    if saying.says(_FALLING):
        says |= {False}
    if says:
        return says.pop() if len(says) == 1 else None
    extremes = [(i, t.norm in _SMALL) for i, t in enumerate(saying.tokens) if t.norm in _SMALL | _LARGE]
    if extremes:
        first, small = extremes[0]
        behind = [t.norm for t in saying.tokens[first + 1 : extremes[1][0] if len(extremes) > 1 else None]]
        before = [t.norm for t in saying.tokens[max(0, first - 5) : first]]
        near = [n for n in (*behind[:4], *before) if n in _BACK | word_set("first top start beginning")]
        at_end = bool(near) and near[0] in _BACK and len({s for _, s in extremes}) == 1
        says.add(small != at_end)
    return says.pop() if len(says) == 1 else None


def moved(page: PageModel, saying: Saying) -> Restated | None:
    """Read that an entry of a list is put at a place of it."""
    entries = sortable(page)
    ordinals = saying.of_kind("ordinal")
    if len(entries) < 2 or len(ordinals) != 1 or not is_movable(entries[0], page):  # noqa: PLR2004
        return None
    found = [(e, span) for e in entries if (span := saying.place_of(e.text)) is not None]
    if len(found) != 1:
        return None
    entry, span = found[0]
    ordinal = saying.tokens[ordinals[0]].text
    return Restated(
        f"Drag {entry.text} to the {ordinal} position.{sending(saying, page)}",
        frozenset({*ordinals, *range(*span)}),
        _PLACING | sending_words(page),
    )


def sliders(page: PageModel, saying: Saying) -> Restated | None:
    """Read that every slider of the page is set to a number, in the order of the page."""
    count = sum(f.kind == "slider" for f in page.fields)
    numbers, used = _numbers(saying)
    if count < 2 or len(numbers) != count:  # noqa: PLR2004
        return None
    listed = ",".join(numbers)
    return Restated(
        f"Set the sliders to the combination [{listed}].{sending(saying, page)}", used, _SLIDING | sending_words(page)
    )


def slider(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the only slider is set to a number; a box may be ticked beside it, by its place."""
    numbers = saying.of_kind("number")
    ordinals = saying.of_kind("ordinal") or [
        i for i, t in enumerate(saying.tokens) if t.kind == "quote" and re.fullmatch(r"\d(?:st|nd|rd|th)", t.text)
    ]
    if sum(f.kind == "slider" for f in page.fields) != 1 or len(numbers) != 1 or len(ordinals) > 1:
        return None
    boxes = [e for e in page.elements if e.kind == "checkbox"]
    if ordinals and not boxes:
        return None
    number = saying.tokens[numbers[0]].text
    text = f"Select {number} with the slider."
    if ordinals:
        text += f" Click the {saying.tokens[ordinals[0]].text} checkbox."
    return Restated(
        text + sending(saying, page),
        frozenset({*numbers, *ordinals}),
        _SLIDING | sending_words(page) | word_set("named"),
    )


def _numbers(saying: Saying) -> tuple[list[str], frozenset[int]]:
    """Return the numbers in the order of the sliders they are for, and the words that say them."""
    numbers: list[str] = []
    used: set[int] = set()
    for i, token in enumerate(saying.tokens):
        if token.kind == "list" and isinstance(token.value, tuple):
            numbers += [str(v) for v in token.value]
            used.add(i)
        elif token.kind == "number" and not _counts(saying, i):
            numbers.append(token.text)
            used.add(i)
        elif token.kind in {"word", "date"} and re.fullmatch(r"\d+(?:[-/]\d+)+", token.text):
            numbers += re.split(r"[-/]", token.text)
            used.add(i)
    places = [i for i, t in enumerate(saying.tokens) if _place(t, saying, i) is not None]
    said = [_place(saying.tokens[i], saying, i) for i in places]
    if said and said != list(range(1, len(said) + 1)):
        return [], frozenset()
    return numbers, frozenset(used | set(places))


def _place(token: Token, saying: Saying, i: int) -> int | None:
    """Return which slider a word speaks of: "the second", "slider two"."""
    if token.kind == "ordinal" and isinstance(token.value, float):
        return int(token.value) if token.value > 0 and not (i and saying.tokens[i - 1].norm in {"from", "to"}) else None
    if not _counts(saying, i):
        return None
    return int(token.value) if isinstance(token.value, float) else NUMBERS.get(token.norm)


def _counts(saying: Saying, i: int) -> bool:
    """Return whether a number stands behind "slider": it says which one, when a value follows it."""
    token = saying.tokens[i]
    before = saying.tokens[i - 1].norm if i else ""
    after = [t for t in saying.tokens[i + 1 : i + 4] if t.kind == "number"]
    told = saying.tokens[i + 1].norm if i + 1 < len(saying.tokens) else ""
    counts = token.norm in NUMBERS or (token.kind == "number" and told in {"at", "to", ":", "=", "is", "on"})
    return before == "slider" and bool(after) and counts


def marked(page: PageModel, saying: Saying) -> Restated | None:
    """Read that every number of the page is marked by what it is: odd or even."""
    norms = {part for norm in saying.norms for part in norm.split("/")}
    said = [w for w in PREDICATES if w in norms]
    if len(said) != 2 or saying.literals() or not rows_with_number(page):  # noqa: PLR2004
        return None
    known = (
        CHOOSING
        | sending_words(page)
        | word_set(
            "indicate assign judge determine either which mark marked label labelled labeled classify classified "
            "classification number numbers each every all odd even positive negative whether go through say it's "
            "odd/even even/odd classify check "
            "right correct list row rows decide sort tell state next tag last finish by as be if whether"
        )
    )
    return Restated(f"Mark the numbers below as {said[0]} or {said[1]}.{sending(saying, page)}", frozenset(), known)


READERS: Final = (marked, sliders, slider, moved, sorted_list)
