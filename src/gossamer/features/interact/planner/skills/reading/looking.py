"""Single answers: a price, a title, what a label, a table's cell or a row tells; only of what was asked."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.finding import Finder
from gossamer.features.interact.planner.grounding.likeness import likeness, related, stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import MONTHS
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import ASKING, MUCH, PRICE, telling
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.skills.values import look_up, value_of
from gossamer.features.interact.planner.wordsets import word_set

_LONG: Final = 400
# Words that ask for how much or which, and are not what is asked about.
_STATES: Final = word_set("selected chosen set entered current currently ticked checked picked")
_SENDERS: Final = word_set("sent wrote posted sender author from writes sends written")
_OF_SEVERAL: Final = word_set("next last earliest latest soonest oldest newest")
_FEWEST: Final = 2
_LABELS: Final = frozenset({"dt", "th", "label", "h1", "h2", "h3", "h4", "h5", "h6"})

Answer = tuple[str, str]


def titled(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    """Return the title, the address or the text of the page, when that is asked for."""
    norms = set(phrase.norms)
    if norms & {"say", "says", "tell", "tells"} and "page" in norms and (shown := _shown_lately(page)):
        return shown, shown
    if norms & {"title", "heading", "headline"} and not norms & {"of"}:
        heading = next((e for e in page.elements if e.kind == "heading" and e.text), None)
        if heading is not None:
            return heading.text, heading.text
    if "title" in norms and norms & {"page", "site", "website"}:
        return (page.snapshot.title, page.snapshot.title) if page.snapshot.title else None
    if norms & {"url", "address"} and norms & {"page", "site", "current"}:
        return page.snapshot.url, page.snapshot.url
    if (
        norms & {"text", "say", "says"}
        and not set(telling(phrase)) - {"text", "shown"}
        and (text := value_of(page, phrase, None, None))
    ):
        return text, text
    return None


def told(page: PageModel, phrase: Phrase) -> Answer | None:
    """Return what a label, a table's cell, or a row tells of the subject of a question, not its own words."""
    found = _told(page, phrase)
    said = {stem(w) for w in words(phrase.raw)}
    if found is None or {stem(w) for w in words(found[0])} <= said:
        return None
    asks, told_ = phrase.norms[0], set(words(found[0]))
    if (asks == "where" and not told_ & _OF_PLACE) or (asks == "when" and not _tells_when(found[0])):
        # Another piece of the entry that was asked about.
        return None
    how_much = bool({"price", "cost", "costs"} & set(phrase.norms)) or phrase.norms[:2] == ("how", "much")
    amount = PRICE.search(found[0]) or re.search(r"\d", found[0]) or {"free", "nothing"} & set(words(found[0]))
    return None if how_much and not (amount and (PRICE.search(found[0]) or "★" not in found[0])) else found


_OF_PLACE: Final = word_set(
    "in at on near behind under next by room street floor building office hall desk box shelf city house square"
)
_OF_TIME: Final = word_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow yesterday "
    "daily weekly monthly every noon midnight morning evening never always now soon"
) | frozenset(MONTHS)


def _tells_when(text: str) -> bool:
    return bool(re.search(r"\d", text)) or bool(set(words(text)) & _OF_TIME)


def _told(page: PageModel, phrase: Phrase) -> Answer | None:
    subject = telling(phrase)
    if not subject:
        return None
    if (cell := crossing(page, subject, much=bool(set(phrase.norms) & MUCH))) is not None:
        return cell
    found = look_up(page, " ".join(subject))
    if found is not None and _labels(found[1], subject) and _speaks_of(page, found, subject):
        return found[0], found[1].text
    if (held := _held(page, phrase, [w for w in subject if w not in _STATES])) is not None:
        return held
    if (sender := _sender(page, subject)) is not None:
        return sender
    return _written(page, subject)


def _speaks_of(page: PageModel, found: tuple[str, Element], subject: Sequence[str]) -> bool:
    """Return whether a label, its value and what they stand in say all that is asked about."""
    have = {*words(found[1].text), *words(found[0]), *_around(page, found[1])}
    return all(any(_alike(s, w) for w in have) for s in subject)


def _labels(label: Element, subject: Sequence[str]) -> bool:
    """Return whether a text is a label for what is asked about, and not a small word that happens to mean the same."""
    small = set(words(label.text)) <= ASKING | {"from", "to", "by"}
    beside = [e for e in label.parent.inside if e.text] if label.parent is not None else []
    if (
        len(beside) > _FEWEST
        and label.kind != "cell"
        and label.node.tag not in _LABELS
        and not label.text.endswith(":")
    ):
        # One of several pieces of an entry is no label of the next.
        return False
    return not label.actionable and (not small or bool(set(words(label.text)) & set(subject)))


def _held(page: PageModel, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return what the field holds that is called so.

    What is asked of the first or the next of several is told by entries: only a field that is called so, as "First
    name", holds that.
    """
    of_several = {t.norm for t in phrase.tokens if t.kind == "ordinal" or t.norm in _OF_SEVERAL}
    fields = [f for f in page.fields if f.node.value and subject and likeness(" ".join(subject), page.label(f)) >= 50]  # noqa: PLR2004
    fields = [f for f in fields if of_several <= set(words(page.label(f)))]
    return (fields[0].node.value or "", page.label(fields[0])) if fields else None


def _sender(page: PageModel, subject: Sequence[str]) -> Answer | None:
    """Return of whom an entry is: the part of it that is a name and says nothing of what was asked about."""
    about = [w for w in subject if w not in _SENDERS]
    if len(about) == len(subject) or not about:
        return None
    rows = [r for r in Finder(page).rows() if all(any(stem(a) == stem(w) for w in words(own_text(r))) for a in about)]
    if len(rows) != 1:
        return None
    parts = [p.strip(" \u2606\u2605") for p in re.split(r"\s[-\u2013\u2014|\u00b7]\s", own_text(rows[0]))]
    names = [p for p in parts if p[:1].isupper() and not re.search(r"\d", p) and not set(words(p)) & set(about)]
    return (names[0], own_text(rows[0])) if len(names) == 1 else None


def _written(page: PageModel, subject: Sequence[str]) -> Answer | None:
    """Return the text that speaks of all that was asked about, with what it stands under."""
    scored: list[tuple[int, int, Element]] = []
    for element in page.texts:
        have = words(element.text)
        hits = [s for s in subject if any(_alike(s, w) for w in have)]
        if not hits or set(have) <= set(subject) or element.actionable:
            continue
        around = _around(page, element)
        if all(s in hits or any(_alike(s, w) for w in around) for s in subject):
            scored.append((-len(hits), len(element.text), element))
    if scored:
        best = min(scored, key=lambda entry: (entry[0], entry[1], entry[2].index))[2]
        return best.text, best.text
    shown = _shown_lately(page)
    headed = any(e.kind == "heading" and set(words(e.text)) <= set(subject) for e in page.elements)
    return (shown, shown) if shown and headed and _all_shown(page, subject, shown) else None


def _all_shown(page: PageModel, subject: Sequence[str], shown: str) -> bool:
    have = {*words(shown), *(w for e in page.elements if e.kind == "heading" for w in words(e.text))}
    have |= {w for f in page.elements if f.node.checked for w in words(f.name)}
    return all(any(_alike(s, w) for w in have) for s in subject)


def _alike(one: str, other: str) -> bool:
    """Return whether a text's word is the one asked about; a small word, as "from", means only itself."""
    return stem(one) == stem(other) or (len(one) > _FEWEST and other not in ASKING | _SMALL and related(one, other))


_SMALL: Final = word_set("from to out up down now long")


def _around(page: PageModel, element: Element) -> set[str]:
    """Return the words of the row and the sections that a text stands in, and of the page's title."""
    found = set(words(page.snapshot.title))
    row = page.record(element)
    if row is not None and len(row.text) <= _LONG:
        found |= set(words(own_text(row)))
    for above in element.ancestors():
        found |= set(words(above.node.name)) if len(above.node.name) <= _LONG else set()
        found |= {w for e in above.inside if e.kind == "heading" for w in words(e.text)}
    return found


def _shown_lately(page: PageModel) -> str | None:
    """Return the text of the region that the page keeps up to date."""
    live = [
        e for e in page.elements if e.text and ("aria-live" in e.node.attributes or e.node.role in {"status", "log"})
    ]
    said = [e for e in live if e.node.role == "status"]
    return (said or live)[0].text if live else None


def crossing(page: PageModel, subject: Sequence[str], *, much: bool) -> Answer | None:
    """Return the cell of a table where a row and a column meet that are named."""
    for table in (e for e in page.elements if e.node.tag == "table" or e.kind == "table"):
        rows = [
            [c for c in r.walk() if c.kind == "cell"]
            for r in table.walk()
            if r.node.tag == "tr" or r.node.role == "row"
        ]
        if len(rows) < _FEWEST or len(rows[0]) < _FEWEST:
            continue
        heads = [words(head.text) for head in rows[0]]
        named = [i for i, head in enumerate(heads) if any(related(s, w) for s in subject for w in head)]
        keys = [s for s in subject if not any(related(s, w) for i in named for w in heads[i])]
        titles = {stem(singular(w)) for w in words(page.snapshot.title)}
        # What the whole page is about tells no row from another.
        keys = [k for k in keys if k not in MUCH and stem(singular(k)) not in titles] or keys
        for row in rows[1:]:
            text = " ".join(c.text for c in row)
            if not keys or not all(_has_key(text, k) for k in keys):
                continue
            own = {i for i, c in enumerate(row) if any(_has_key(c.text, k) for k in keys)}
            asked = [i for i in named if i not in own and i < len(row)]
            if much:
                asked = [i for i in asked if PRICE.search(row[i].text) or _AMOUNT.fullmatch(row[i].text.strip())]
            if not asked and (much or len(row) == _FEWEST):
                asked = [i for i, c in enumerate(row) if i not in own and (PRICE.search(c.text) or len(row) == _FEWEST)]
            if asked and asked[-1] < len(row):
                return row[asked[-1]].text, text
    return None


_AMOUNT: Final = re.compile(r"[\d.,]*\d(?:\s?\w{1,8})?|free", re.IGNORECASE)


def _has_key(text: str, key: str) -> bool:
    """Return whether a cell is about the key: has the word, or the number of the month that it is."""
    if any(stem(key) == stem(w) for w in words(text)) or f" {key} " in f" {text.casefold()} ":
        return True
    month = MONTHS.index(key) + 1 if key in MONTHS else None
    return month is not None and re.search(rf"\b\d{{4}}-0?{month}\b", text) is not None
