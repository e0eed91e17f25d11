"""Answering questions from what the page shows, with the place the answer stands at; nothing is made up."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.grounding.finding import Description, Finder, is_colored, sized
from gossamer.features.interact.planner.grounding.likeness import likeness, related, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.colors import color_words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured
from gossamer.features.interact.planner.skills.values import arithmetic, count_of, look_up, plain, value_of
from gossamer.features.interact.planner.wordsets import word_set

_ASKING: Final = word_set(
    "what what's which who who's where where's when how is are was were the a an of for does do did cost costs much "
    "long there page me us this that listed shown on in it's its it have has you tell give list all every titles "
    "please at by and to with value many from site website extract read get return report names name any each here"
)
_PRICE: Final = re.compile(r"(?:[$€£¥]\s?\d[\d.,]*\d|[$€£¥]\s?\d|\d[\d.,]*\s?(?:€|£|\$|USD|EUR|GBP))")
_NOTHING: Final = "The page does not tell."


async def read(run: Run, command: Command) -> None:
    """Answer from the page; the answer is in the run's data, None when the page does not tell."""
    page = await run.see()
    phrase = command.object if command.question or not command.chunks else command.whole()
    norms = [t.norm for t in phrase.tokens]
    if norms[:2] == ["how", "many"] or command.action == "count" or (_counts(norms) and count_of(page, phrase)):
        _answer(run, count(page, phrase), [])
        return
    if any(n in {"all", "list", "every"} or n in _LISTS for n in norms) or command.verb == "list":
        values = _listed(page, phrase)
        if values:
            _answer(run, [v for v, _ in values], [q for _, q in values])
            return
    if (extreme := extreme_in(phrase)) is not None and (rows := measured(page, extreme)):
        wanted = (max if extreme.most else min)(a for a, _ in rows)
        row = next(e for a, e in rows if a == wanted)
        run.used.append(next((w for w in row.walk() if w is not row and w.kind in {"button", "link"}), row).ref)
        _answer(run, row.text, [row.text])
        return
    if (result := arithmetic(phrase.raw)) is not None:
        _answer(run, plain(result), [])
        return
    found = _priced(page, phrase) if {"price", "cost", "costs", "much"} & set(norms) else None
    found = found or _titled(page, phrase) or _told(page, phrase)
    if found is None:
        run.tell(_NOTHING)
        run.data = None
        run.unanswered.append(command.said)
        return
    _answer(run, found[0], [found[1]])


def _counts(norms: Sequence[str]) -> bool:
    return any(norms[i : i + 2] == ["number", "of"] for i in range(len(norms))) or "total" in norms


_LISTS: Final = word_set("titles names links prices headings items emails buttons options rows images")


def _answer(run: Run, value: object, quotes: Sequence[str]) -> None:
    run.data = value
    run.clipboard = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    run.quotes += [q[:500] for q in dict.fromkeys(quotes)]
    run.tell(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _listed(page: PageModel, phrase: Phrase) -> list[tuple[str, str]]:  # noqa: PLR0911
    norms = {singular(t.norm) for t in phrase.tokens}
    if "link" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "link" and e.name]
    if "button" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "button" and e.name]
    if "option" in norms or "choice" in norms:
        return [(o, o) for f in page.fields if f.node.options for o in f.node.options] or [
            (e.name, e.name) for e in page.elements if e.kind in {"option", "radio", "checkbox"} and e.name
        ]
    if "image" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "image" and e.name]
    column = _column(page, phrase)
    if column:
        return column
    rows = Finder(page).rows()
    if "price" in norms:
        return [(m.group(), e.text) for e in rows if (m := _PRICE.search(e.text))] or [
            (p, p) for p in _PRICE.findall(page.root.text)
        ]
    if "heading" in norms:
        return [(e.text, e.text) for e in page.elements if e.kind == "heading" and e.text]
    headings = [next((w for w in row.walk() if w.kind in {"heading", "link"} and w.text), None) for row in rows]
    if rows and sum(h is not None for h in headings) * 2 > len(rows):
        return [(h.text, row.text) for h, row in zip(headings, rows, strict=True) if h is not None]
    if norms & {"title", "heading", "name"} and not rows:
        return [(e.text, e.text) for e in page.elements if e.kind == "heading" and e.text]
    return [(e.text, e.text) for e in rows]


def _column(page: PageModel, phrase: Phrase) -> list[tuple[str, str]]:
    wanted = [singular(w) for w in phrase.words() if w not in _ASKING] or [singular(w) for w in phrase.words()]
    for table in (e for e in page.elements if e.kind == "table" or e.node.tag == "table"):
        rows = [
            [c for c in r.walk() if c.kind == "cell"]
            for r in table.walk()
            if r.node.tag == "tr" or r.node.role == "row"
        ]
        if len(rows) < 2 or not rows[0]:  # noqa: PLR2004
            continue
        for index, head in enumerate(rows[0]):
            if any(related(w, singular(h)) for w in wanted for h in words(head.text)):
                return [(r[index].text, " ".join(c.text for c in r)) for r in rows[1:] if index < len(r)]
    return []


def _priced(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    subject = _subject(phrase)
    rows = [e for e in page.elements if _PRICE.search(e.text) and len(e.text) < 400]  # noqa: PLR2004
    fitting = [e for e in rows if subject and all(any(stem(s) == stem(w) for w in words(e.text)) for s in subject)]
    fitting = [e for e in fitting if not any(o is not e and e.holds(o) for o in fitting)]
    chosen = fitting[0] if fitting else (rows[-1] if rows and not subject else None)
    if chosen is None:
        return None
    found = _PRICE.search(chosen.text)
    return (found.group(), chosen.text) if found else None


def _subject(phrase: Phrase) -> list[str]:
    return [w for w in phrase.words() if w not in _ASKING and w not in {"price", "cost", "costs", "much"}]


def _titled(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    norms = set(phrase.norms)
    if norms & {"title", "heading", "headline"} and not norms & {"of"}:
        heading = next((e for e in page.elements if e.kind == "heading" and e.text), None)
        if heading is not None:
            return heading.text, heading.text
    if "title" in norms and norms & {"page", "site", "website"}:
        return (page.snapshot.title, page.snapshot.title) if page.snapshot.title else None
    if norms & {"url", "address"} and norms & {"page", "site", "current"}:
        return page.snapshot.url, page.snapshot.url
    if norms & {"text", "say", "says"} and (text := value_of(page, phrase, None, None)):
        return text, text
    return None


def _told(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:  # noqa: C901, PLR0911
    """Return what a label, a table's cell, or a row tells of the subject of a question."""
    subject = _subject(phrase)
    if not subject:
        return None
    crossing = _crossing(page, subject)
    if crossing is not None:
        return crossing
    if (found := look_up(page, " ".join(subject))) is not None:
        return found[0], found[1].text
    for word in subject:
        if (found := look_up(page, word)) is not None and len(subject) == 1:
            return found[0], found[1].text
    for field in page.fields:
        if field.node.value and likeness(" ".join(subject), page.label(field)) >= 50:  # noqa: PLR2004
            return field.node.value, page.label(field)
    scored: list[tuple[float, int, Element]] = []
    for element in page.texts:
        have = words(element.text)
        if set(have) <= set(subject):
            continue
        hits = sum(1 for s in subject if any(stem(s) == stem(w) for w in have))
        if hits:
            scored.append((-hits / len(subject), len(element.text), element))
    if (
        not scored
        and (shown := _shown_lately(page))
        and any(e.kind == "heading" and set(words(e.text)) <= set(subject) for e in page.elements)
    ):
        return shown, shown
    if not scored:
        return None
    best = min(scored, key=lambda entry: (entry[0], entry[1], entry[2].index))
    return (best[2].text, best[2].text) if best[0] <= -0.6 else None  # noqa: PLR2004


def _shown_lately(page: PageModel) -> str | None:
    """Return the text of the region that the page keeps up to date."""
    live = [
        e for e in page.elements if e.text and ("aria-live" in e.node.attributes or e.node.role in {"status", "log"})
    ]
    return live[0].text if live else None


def _crossing(page: PageModel, subject: Sequence[str]) -> tuple[str, str] | None:
    for table in (e for e in page.elements if e.node.tag == "table" or e.kind == "table"):
        rows = [
            [c for c in r.walk() if c.kind == "cell"]
            for r in table.walk()
            if r.node.tag == "tr" or r.node.role == "row"
        ]
        if len(rows) < 2 or len(rows[0]) < 2:  # noqa: PLR2004
            continue
        columns = [i for i, head in enumerate(rows[0]) if any(related(s, w) for s in subject for w in words(head.text))]
        keys = [s for s in subject if not any(related(s, w) for i in columns for w in words(rows[0][i].text))]
        for row in rows[1:]:
            text = words(" ".join(c.text for c in row))
            if columns and keys and all(k in text for k in keys) and columns[-1] < len(row):
                return row[columns[-1]].text, " ".join(c.text for c in row)
    return None


def count(page: PageModel, phrase: Phrase) -> int:
    """Return how many of what is asked for the page shows."""
    kinds = phrase.kinds
    subject = Phrase(
        phrase.source,
        tuple(
            t
            for t in phrase.tokens
            if t.norm
            not in word_set(
                "how many are there is on the page in this of number count total do you see shown visible "
                "does have list"
            )
        ),
    )
    colors = color_words(subject.norms)
    shapes = [e for e in page.elements if e.kind == "shape"]
    if shapes:
        found = [e for e in shapes if all(is_colored(e, c) for c in colors) and _shaped(e.node, subject)]
        return len(found)
    counted = Finder(page).of_kind(subject.kinds or kinds, page.elements) if (subject.kinds or kinds) else []
    if colors:
        counted = [m for m in counted if all(is_colored(m.element, c) for c in colors)]
    if "small" in subject.norms or "large" in subject.norms:
        counted = sized(counted, 1 if "large" in subject.norms else -1) if counted else []
    if subject.name and not colors:
        named = Finder(page).find(Description(subject))
        rows = [
            e
            for e in Finder(page).rows()
            if all(any(stem(w) == stem(h) for h in words(e.text)) for w in subject.name.words())
        ]
        return len(rows) or count_of(page, subject) or len(named)
    return len(counted) or count_of(page, subject)


_SHAPES: Final = {
    "circle": {"circle", "ellipse"}, "ball": {"circle"}, "dot": {"circle"}, "square": {"rect"},
    "rectangle": {"rect"}, "triangle": {"polygon"},
    "digit": {"text"}, "number": {"text"}, "letter": {"text"}, "polygon": {"polygon"},
}  # fmt: skip


def _shaped(node: Node, phrase: Phrase) -> bool:
    for norm in phrase.norms:
        tags = _SHAPES.get(singular(norm))
        if tags and node.tag not in tags:
            return False
        if singular(norm) in {"digit", "number"} and not re.fullmatch(r"\d+", node.text or node.name):
            return False
        if singular(norm) == "letter" and not re.fullmatch(r"[A-Za-z]", node.text or node.name):
            return False
        if norm in {"small", "large", "big"}:
            size = max(node.box.width, node.box.height)
            if (norm == "small") != (size < 15):  # noqa: PLR2004
                return False
    return True
