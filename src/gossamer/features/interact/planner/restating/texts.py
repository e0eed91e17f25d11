"""Wishes about one text that is to stand in a field: given, shown on the page, looked up there, or counted."""

from collections.abc import Iterable
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying, quoted, sending, sending_words
from gossamer.features.interact.planner.restating.vocabulary import (
    BOTH,
    CASE,
    CHATTER,
    FIELD,
    INTO,
    LOOKING,
    PUTTING,
    TYPING,
)
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.values import look_up, shown_text
from gossamer.features.interact.planner.wordsets import word_set

_UPPER: Final = word_set(
    "upper uppercase upper-case all-uppercase all-caps capital capitals capitalised capitalized caps"
)
_LOWER: Final = word_set("lower lowercase lower-case all-lowercase small")
_AGAIN: Final = BOTH - word_set("one other fields well times once all")
_STARTS: Final = word_set("start starts starting begin begins beginning front first prefix")
_ENDS: Final = word_set("end ends ending finish finishes finishing last suffix back final")
_LETTERS: Final = word_set("letter letters character characters starts begins starting beginning prefix")
_SUGGESTED: Final = word_set(
    "suggested item items entry entries suggestion suggestions option options letters letter characters "
    "character part any word words anything something whatever whichever fit fits match matches list choose "
    "pick select kind do autocomplete it should must begin start end"
)
_SHOWN: Final = word_set(
    "what's text word words string passage sentence paragraph characters letters what whatever message same line"
)
_SHOWING: Final = word_set(
    "underneath duplicate reproduce below above shown displayed see read visible given there here written "
    "appears reads says page copy retype"
)
_LABELLED: Final = word_set(
    "value values next down says label labels table row cell column entry field information info data "
    "whatever listed shown page record whichever"
)
_EACH: Final = word_set(
    "each every all label labels labelled labeled labels' label's both corresponding matching respective"
)
_FILLING: Final = word_set(
    "several asks ask called name things belong belongs belonging correspond corresponds corresponding match "
    "matches matching goes tell tells respective its for value values label labels labelled labeled each "
    "every all filling completed everything"
)
_COUNTED: Final = word_set("count counts counted counting many number total sum add added adding tally altogether")
_COUNTS: Final = word_set("many count of the all")
_COUNTING: Final = _COUNTED | word_set(
    "answer there all together overall in work calculate compute everything combined amount how find"
)


def _fields(page: PageModel) -> list[Element]:
    return [f for f in page.fields if f.kind in TYPED and f.seen and not f.node.readonly]


def _plain(page: PageModel) -> Element | None:
    """Return the one field of a page that takes any text; None when there are several, or none."""
    fields = _fields(page)
    only = fields[0] if len(fields) == 1 and len([f for f in page.fields if f.seen]) == 1 else None
    return (
        only if only is not None and only.kind not in {"date", "time", "color"} and not is_search(only, page) else None
    )


def _named(page: PageModel, fields: Iterable[Element]) -> frozenset[str]:
    return frozenset(w for f in fields for w in words(page.label(f))) | frozenset(
        {"password"} & {f.kind for f in fields}
    )


def given(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a text that is given goes into the only field, in the letters that are asked for."""
    field, literal = _plain(page), saying.literals() or _in_capitals(saying) or _behind_verb(saying)
    if field is None or len(literal) != 1 or not saying.says(PUTTING | INTO):
        return None
    if any(folded(e.name) == folded(saying.tokens[literal[0]].text) for e in page.actionable if e is not field):
        # What is named is a thing of the page, and no text for it.
        return None
    text = saying.text(literal[0], literal[0] + 1)
    upper, lower = saying.says(_UPPER), saying.says(_LOWER)
    if upper and lower:
        return None
    text = text.upper() if upper else text.lower() if lower else text
    known = TYPING | FIELD | sending_words(page) | (CASE if upper or lower else frozenset()) | _named(page, [field])
    label = page.label(field).rstrip(": ")
    called = f"the {quoted(label)} field" if label and set(words(label)) <= saying.norms else "the text field"
    return Restated(f"Type {quoted(text)} into {called}.{sending(saying, page)}", frozenset(literal), known)


def _behind_verb(saying: Saying) -> list[int]:
    """Return the place of "ada" in "type ada into the box", where nothing else says what is to be typed."""
    said = [t.norm for t in saying.tokens]
    return [
        i
        for i in range(1, len(said) - 1)
        if said[i - 1] in _KEYING
        and said[i + 1] in {"in", "into", "inside"}
        and saying.tokens[i].kind in {"word", "number"}
        and said[i] not in CHATTER | TYPING | FIELD | _SHOWN
    ]


_KEYING: Final = word_set("type write enter input put")


def _in_capitals(saying: Saying) -> list[int]:
    return [i for i, t in enumerate(saying.tokens) if t.kind == "word" and len(t.text) > 1 and t.text.isupper()]


def repeated(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a password that is given goes into both fields."""
    fields, literal = _fields(page), saying.literals()
    if len(fields) != 2 or {f.kind for f in fields} != {"password"} or len(literal) != 1 or not saying.says(_AGAIN):  # noqa: PLR2004
        return None
    text = saying.text(literal[0], literal[0] + 1)
    known = TYPING | FIELD | BOTH | sending_words(page) | _named(page, fields)
    return Restated(
        f"Enter the password {quoted(text)} into both text fields.{sending(saying, page)}", frozenset(literal), known
    )


def shown(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the text that the page shows goes into the only field."""
    if _plain(page) is None or saying.literals() or not (saying.says(_SHOWN) and saying.says(_SHOWING)):
        return None
    if not (saying.says(PUTTING) and saying.says(INTO)):
        # What a page says is never done; it is only copied, and only where that is asked.
        return None
    if shown_text(page) is None or any(e.kind == "table" or e.node.tag == "table" for e in page.elements):
        return None
    known = TYPING | FIELD | _SHOWN | _SHOWING | sending_words(page)
    return Restated(f"Type the text below into the text field.{sending(saying, page)}", frozenset(), known)


def looked_up(page: PageModel, saying: Saying) -> Restated | None:
    """Read that what the page tells under a name goes into the only field."""
    if _plain(page) is None:
        return None
    known = TYPING | FIELD | LOOKING | _LABELLED | sending_words(page)
    span = _label_in(page, saying, saying.left((), known))
    if span is None or not saying.says(PUTTING | INTO):
        return None
    start, end = span
    name = saying.text(start, end).removesuffix("'s")
    return Restated(
        f"Enter the value of {name} into the text field.{sending(saying, page)}", frozenset(range(start, end)), known
    )


def _label_in(page: PageModel, saying: Saying, left: Iterable[int]) -> tuple[int, int] | None:
    """Return where the words stand under which the page tells something: the most of them that are a label of it."""
    told = {folded(e.text).rstrip(":") for e in page.texts if len(e.text) < _LONGEST_LABEL}
    unknown = set(left)
    count = len(saying.tokens)
    for length in range(min(_LONGEST_NAME, count), 0, -1):
        for start in range(count - length + 1):
            part = saying.tokens[start : start + length]
            if part[-1].kind == "mark":
                continue
            literal = any(t.text[:1].isupper() or t.kind == "quote" for t in part) or unknown & {
                *range(start, start + length)
            }
            name = saying.text(start, start + length).removesuffix("'s")
            if literal and folded(name) in told and look_up(page, name) is not None:
                return start, start + length
    return None


_LONGEST_LABEL: Final = 60
_LONGEST_NAME: Final = 5


def by_labels(page: PageModel, saying: Saying) -> Restated | None:
    """Read that each field gets what the page tells under the field's label."""
    fields = _fields(page)
    if len(fields) < 2 or saying.literals() or not saying.says(_EACH):  # noqa: PLR2004
        return None
    if any(look_up(page, page.label(f).rstrip(": ")) is None for f in fields):
        return None
    known = TYPING | FIELD | LOOKING | _LABELLED | _EACH | _FILLING | sending_words(page)
    return Restated(
        f"Enter the value that corresponds with each label into the form.{sending(saying, page)}", frozenset(), known
    )


def counted(page: PageModel, saying: Saying) -> Restated | None:
    """Read that how many of something the page shows goes into the only field."""
    if _plain(page) is None or saying.literals() or not saying.says(_COUNTED):
        return None
    known = TYPING | FIELD | LOOKING | _COUNTING | sending_words(page)
    left = saying.left((), known)
    behind = [i for i in left if i and saying.tokens[i - 1].norm in _COUNTS]
    left = behind[:1] or left
    left = [i for i, t in enumerate(saying.tokens) if i in left or _is_same_noun(saying, left, t)]
    if len({singular(saying.tokens[i].norm) for i in left}) != 1:
        return None
    noun = saying.tokens[left[-1]].norm
    plural = noun if noun.endswith("s") else f"{noun}s"
    return Restated(
        f"Type the total number of {plural} into the textbox.{sending(saying, page)}", frozenset(left), known
    )


def _is_same_noun(saying: Saying, places: list[int], token: Token) -> bool:
    return len(places) == 1 and singular(token.norm) == singular(saying.tokens[places[0]].norm)


def begun(page: PageModel, saying: Saying) -> Restated | None:
    """Read that something that begins, or ends, with certain letters goes into the only field."""
    if _plain(page) is None or not saying.says(_STARTS):
        return None
    known = TYPING | FIELD | _SUGGESTED | _STARTS | _ENDS | sending_words(page)
    quotes = saying.of_kind("quote")
    ends = saying.says(_ENDS)
    if not quotes and not saying.says(_LETTERS):
        return None
    places = quotes or saying.left((), known)
    if len(places) != 1 + ends:
        return None
    cues = [(i, t.norm in _ENDS) for i, t in enumerate(saying.tokens) if t.norm in _STARTS | _ENDS and i not in places]
    start = min(places, key=lambda place: _distance(place, places, cues))
    last = next((p for p in places if p != start), None)
    text = f"Enter an item that starts with {quoted(saying.text(start, start + 1))}"
    if last is not None:
        text += f" and ends with {quoted(saying.text(last, last + 1))}"
    return Restated(f"{text}.{sending(saying, page)}", frozenset(places), known)


def _distance(start: int, places: Iterable[int], cues: Iterable[tuple[int, bool]]) -> int:
    """Return how far the words stand from what they would be, if the one at *start* is the beginning."""
    cues = list(cues)
    return sum(min((abs(p - i) for i, last in cues if last == (p != start)), default=_FAR) for p in places)


_FAR: Final = 100


_MOMENTS: Final = word_set("date day time clock calendar picker choose chosen pick picked select selected")


def moment(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a date, a time or a colour goes into the only field of its kind."""
    for kind, article in (("date", "date"), ("time", "time")):
        places = saying.of_kind(kind)
        fields = [f for f in page.fields if f.seen]
        if len(places) != 1 or len(fields) != 1 or saying.literals() or not saying.says(PUTTING | INTO | _MOMENTS):
            continue
        known = (
            TYPING | FIELD | sending_words(page) | _named(page, fields)
            | word_set(
        "date day time calendar picker choose chosen pick picked select selected submitted clock it"
    )
        )  # fmt: skip
        value = saying.tokens[places[0]].text
        return Restated(f"Enter {value} as the {article}.{sending(saying, page)}", frozenset(places), known)
    return None


READERS: Final = (repeated, begun, counted, by_labels, looked_up, shown, moment, given)
