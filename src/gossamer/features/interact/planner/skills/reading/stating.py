"""Numbers that a page states itself: of its entries, of those in a state, of what has a name, in a sentence."""

import re
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS
from gossamer.features.interact.planner.page.colors import color_words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import ASKING, telling
from gossamer.features.interact.planner.skills.reading.selecting import nouns_of
from gossamer.features.interact.planner.wordsets import word_set

BEING: Final = word_set(
    "moment currently still yet found left available exist exists shown visible displayed total altogether overall "
    "present"
)
LESS: Final = word_set("shown visible listed displayed here page see screen")
NUMBERED: Final = re.compile(r"(?<![\w.,$€£-])(\d{1,3}(?:,\d{3})+|\d{1,9}|[A-Za-z]{3,9})\s([A-Za-z]{3,30})\b")
_SHORT: Final = 80
_SENTENCE: Final = 8


def stated(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that the page itself states of what is asked for, and where; None when it states none."""
    subject = [s for s in telling(phrase) if s not in BEING]
    if len(subject) != 1 or color_words(phrase.norms):
        return None
    for element in page.texts:
        if len(element.text) > _SHORT or element.actionable:
            continue
        for found in re.finditer(r"(?:(\d[\d,]*)\s+of\s+)?(\d[\d,]*)\s+(\w+)", element.text):
            if stem(found[3].casefold()) != stem(subject[0]):
                continue
            less = found[1] is not None and bool(set(phrase.norms) & LESS)
            return int((found[1] if less else found[2]).replace(",", "")), element.text
    return None


def stated_of_state(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that the page states of entries in a state, and where: "3 unread", "2 open chores", "Open: 2".

    All words of such a text are of what is asked; what its entries say of themselves is none. None when the page
    states no such number, or several.
    """
    subject = {stem(s) for s in telling(phrase) if s not in BEING}
    nouns = {stem(singular(s)) for s in telling(phrase) if singular(s) in nouns_of(page)}
    states = {s for s in subject if stem(singular(s)) not in nouns}
    if not states or subject == states or color_words(phrase.norms):
        return None
    found: dict[int, str] = {}
    for element in page.elements:
        if element.actionable or not 0 < len(element.text) <= _SHORT or _is_of_entry(element):
            continue
        stating = _STATING.fullmatch(element.text)
        if stating is None:
            continue
        have = {stem(w) for w in words(stating["behind"] or stating["label"]) if w not in ASKING | BEING}
        beside = () if have >= nouns else _beside(element)
        if states <= have <= subject and not any(stem(w) not in subject | _titles(page) for w in beside):
            found.setdefault(int((stating["first"] or stating["last"]).replace(",", "")), element.text)
    return next(iter(found.items())) if len(found) == 1 else None


def stated_of_name(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that a short text has right behind a name that is asked about: "Marsh (4 beds, €95)"."""
    noun, *name = [s for s in telling(phrase) if s not in BEING] or [""]
    called = {t.norm for t in phrase.tokens[1:] if t.kind == "word" and t.text[:1].isupper()}
    if phrase.norms[:2] != ("how", "many") or not name or not set(name) <= called:
        return None
    found: dict[int, str] = {}
    for element in page.elements:
        have = words(element.text) if len(element.text) <= _SHORT else ()
        number, counted_ = (*have[len(name) :], "", "")[:2]
        if list(have[: len(name)]) == name and number.isdecimal() and stem(counted_) == stem(noun):
            found.setdefault(int(number), element.text)
    return next(iter(found.items())) if len(found) == 1 else None


_STATING: Final = re.compile(
    r"(?:(?:you have |there are )?(?P<first>\d[\d,]{0,11})(?: of \d[\d,]{0,11})? (?P<behind>\D{1,60})"
    r"|(?P<label>\D{1,60}): ?(?P<last>\d[\d,]{0,11}))",
    re.IGNORECASE,
)


def _is_of_entry(element: Element) -> bool:
    return any(e.kind in {"item", "cell"} for e in (element, *element.ancestors()))


def _beside(element: Element) -> tuple[str, ...]:
    """Return the words of the texts that stand beside a short one: they may say what it is of."""
    box = element.parent
    if box is None or len(box.text) > _SHORT:
        return ()
    return tuple(w for e in box.inside if e is not element and not e.actionable for w in words(e.text))


def _titles(page: PageModel) -> set[str]:
    heads = [e.text for e in page.elements if e.kind == "heading" and e.node.level == 1]
    return {stem(w) for text in (page.snapshot.title, *heads) for w in words(text)}


def said_number(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that a sentence of the page has right before what is counted; None when it is not one number.

    "How many people work at Brightloom?" is told by "Today 140 people …" on a page about Brightloom: all else that is
    asked is its title, or says no more than that there are such.
    """
    subject = [s for s in telling(phrase) if s not in BEING | _BEING_THERE]
    if not subject or phrase.norms[:2] != ("how", "many") or color_words(phrase.norms):
        return None
    noun, *rest = subject
    titles = _titles(page)
    if not all(stem(w) in titles for s in rest for w in words(s)):
        return None
    found: dict[int, str] = {}
    for element in page.elements:
        if element.inside and any(c.node.role != "text" for c in element.inside):
            continue
        for match in NUMBERED.finditer(element.text if not element.actionable else ""):
            number = NUMBERS.get(match[1].casefold()) if match[1].isalpha() else int(match[1].replace(",", ""))
            if number is not None and stem(match[2].casefold()) == stem(noun) and _is_sentence_of(element):
                found.setdefault(int(number), element.text)
    return next(iter(found.items())) if len(found) == 1 else None


def _is_sentence_of(element: Element) -> bool:
    return len(words(element.text)) > _SENTENCE


_BEING_THERE: Final = word_set("work works working employed use uses using people's live lives there belong rely")
