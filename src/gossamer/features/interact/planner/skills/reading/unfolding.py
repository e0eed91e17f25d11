"""Answers that are not shown yet: behind a folded question, in another panel, in the details of an entry.

Only what shows more is used for that. What comes up has to be about what was asked, or the question stays open.
"""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, WaitFor
from gossamer.features.interact.planner.accounting.weighing import own_verb
from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import tokens
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills.exploring import more_control, next_control
from gossamer.features.interact.planner.skills.panels import Panels, folded_parts, switches
from gossamer.features.interact.planner.skills.reading.asking import telling
from gossamer.features.interact.planner.skills.reading.lanes import under_heading
from gossamer.features.interact.planner.skills.reading.looking import Answer, crossing, told
from gossamer.features.interact.planner.skills.reading.pricing import priced
from gossamer.features.interact.planner.skills.reading.selecting import Row, nouns_of, rows_of
from gossamer.features.interact.planner.skills.rows import main_link
from gossamer.features.interact.planner.skills.stages import step_names
from gossamer.features.interact.planner.skills.values import look_up
from gossamer.features.interact.planner.wordsets import word_set

_LONGEST_ANSWER: Final = 300
_MOST_OPENED: Final = 3
_FEWEST: Final = 2
_SHORTEST_STEM: Final = 5
_PEOPLE: Final = word_set("assigned assignee owner responsible handles handling works working does agent")
_MEASURES: Final = {"big": "size", "large": "size", "heavy": "weight", "tall": "height", "old": "age", "long": "length"}


async def unfold(run: Run, phrase: Phrase) -> Answer | None:
    """Return what the page tells once it shows more; None when it still does not tell."""
    subject = _subject(phrase)
    if not subject or phrase.quotes:
        return None
    return (
        _person_of(await run.see(), phrase, subject)
        or _date_of(await run.see(), phrase, subject)
        or await _behind_a_question(run, subject)
        or await _in_place(run, phrase, subject)
        or await _further_down(run, phrase, subject)
        or await _in_panels(run, phrase, subject)
        or await _in_details(run, phrase, subject)
    )


def _subject(phrase: Phrase) -> list[str]:
    return [w for s in telling(phrase) for w in words(s) if w not in _PLACES | {"s"}]


def asks_the_same(page: PageModel, phrase: Phrase) -> bool:
    """Return whether a folded part of the page is called by all words of a question."""
    subject = _subject(phrase)
    return len(subject) >= 1 and any(_shared(subject, e.name or e.text) == len(subject) for e in folded_parts(page))


async def count_unfolded(run: Run, phrase: Phrase) -> Answer | None:
    """Return how many there are of what is asked in the place that is said, or in the panel with a list called so."""
    page = await run.see()
    subject = _subject(phrase)
    place = place_of(page, phrase)
    if place is not None and await _shows(run, place):
        rows = rows_of(await run.look())
        known = nouns_of(await run.see(), rows)
        rest = [s for s in telling(phrase) if s not in words(place.name or place.text)]
        fits = rows and all(row.cells for row in rows) and all(singular(s) in known | _COUNTED for s in rest)
        return (str(len(rows)), " ".join(row.name or row.text for row in rows)[:_LONGEST_ANSWER]) if fits else None
    if place is not None or not switches(page):
        return None
    async for panel in Panels(run, folded_too=False):
        if (found := under_heading(panel, subject)) is not None:
            return str(found[0]), found[1]
    return None


_COUNTED: Final = word_set("file entry item document page record image picture")


async def _further_down(run: Run, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return what is told further on: on the next pages of a list, or behind what loads more of it."""
    for _ in range(_MOST_PAGES):
        page = await run.see()
        control = more_control(page) if loads_more(page) else next_control(page)
        if control is None or control.node.disabled or step_names(page):
            break
        before = page.root.text
        await run.do(Click(control.ref), unasked=True, shows=True)
        page = await _settled(run, before)
        if page.root.text == before:
            break
        found = _told_in(page, phrase, subject, strict=True) or _priced(page, phrase, subject)
        if found is not None:
            return found
    return None


def loads_more(page: PageModel) -> bool:
    """Return whether the page shows a part of a list, and has a control that loads the rest."""
    more = more_control(page)
    return more is not None and (words(more.name)[:2] in _LOADING or words(more.name) == ("more",))


async def _settled(run: Run, before: str) -> PageModel:
    """Return the page once it shows more; what is loaded takes a moment."""
    page = await run.look()
    for _ in range(_PATIENCE):
        loading = any("loading" in words(e.text) for e in page.elements if e.text and not e.inside)
        if page.root.text != before and not loading:
            break
        await run.do(WaitFor(seconds=0.3), unasked=True)
        page = await run.look()
    return page


def _priced(page: PageModel, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    asks = set(phrase.norms) & {"price", "cost", "costs", "much"}
    return priced(page, phrase) if asks and _all_on(page, [s for s in subject if s not in _MONEY]) else None


_LOADING: Final = (("load", "more"), ("show", "more"), ("view", "more"), ("see", "more"))
_MOST_PAGES: Final = 10
_PATIENCE: Final = 4


_PLACES: Final = word_set("file folder page card ticket item entry mention mentions named called")


def measures_of(subject: Sequence[str]) -> list[str]:
    """Return the words of a question with "big" and the like as what is measured: "size"."""
    return [_MEASURES.get(w, w) for w in subject]


def _person_of(page: PageModel, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return the one person that an entry names, where it is asked who it is with: a name that a sign stands for."""
    about = [w for w in subject if w not in _PEOPLE]
    if phrase.norms[:1] not in {("who",), ("whom",)} or len(about) == len(subject) or not about:
        return None
    row = row_of(page, about)
    if row is None:
        return None
    names = {
        text.strip()
        for e in row.element.walk()
        for text in (e.node.described, e.node.attributes.get("title", ""), e.node.attributes.get("alt", ""))
        if _is_name(text)
    }
    return (next(iter(names)), row.text) if len(names) == 1 else None


def _date_of(page: PageModel, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return the one day that an entry tells, where it is asked when it is due."""
    nouns = nouns_of(page)
    about = [w for w in subject if w not in _DUE and singular(w) not in nouns]
    if phrase.norms[:1] != ("when",) or len(about) == len(subject) or not about or not set(subject) & _DUE:
        return None
    row = row_of(page, about)
    days = [t.text for t in tokens(row.text) if t.kind == "date"] if row is not None else []
    return (days[0], row.text) if row is not None and len(days) == 1 else None


_DUE: Final = word_set("due deadline date dated")


def _is_name(text: str) -> bool:
    parts = text.split()
    return len(parts) in {2, 3} and all(p[:1].isupper() and p[1:].replace("-", "").islower() for p in parts)


def row_of(page: PageModel, about: Sequence[str]) -> Row | None:
    """Return the one entry that says all the words; one entry may also hold others, and then it is not meant."""
    rows = [Row(e) for group in page.groups for e in group if e.seen and _says_all(e, about)]
    rows += [row for row in rows_of(page) if _says_all(row.element, about)]
    kept = [r for r in rows if not any(o.element is not r.element and r.element.holds(o.element) for o in rows)]
    alike = list({id(r.element): r for r in kept}.values())
    return alike[0] if len(alike) == 1 else None


def _says_all(element: Element, about: Sequence[str]) -> bool:
    have = {stem(w) for w in words(element.text)} | set(words(element.text))
    return all(stem(a) in have or a in have for a in about)


async def _behind_a_question(run: Run, subject: Sequence[str]) -> Answer | None:
    """Return the text behind the folded part whose own line asks what is asked, or speaks of all of it."""
    page = await run.see()
    ranked = sorted(
        ((_shared(subject, e.name or e.text) + _of_money(subject, e), -e.index, e) for e in folded_parts(page)),
        reverse=True,
        key=lambda r: r[:2],
    )
    for hits, _, part in ranked[:_MOST_OPENED]:
        alone = sum(other == hits for other, _, _ in ranked) == 1
        if not hits or (not alone and hits * _FEWEST < len(subject)):
            break
        before = {e.text for e in (await run.see()).texts}
        await run.do(Click(part.ref), unasked=True, shows=True)
        shown = await run.look()
        if (cell := crossing(shown, subject, much=bool(set(subject) & _MONEY))) is not None and cell[0] not in before:
            return cell
        fresh = [e for e in shown.texts if e.text not in before and not e.actionable]
        fresh = [e for e in fresh if not any(o is not e and o.holds(e) for o in fresh)]
        answer = " ".join(e.text for e in fresh)
        have = {stem(w) for w in (*words(part.name or part.text), *words(answer))}
        missing = [s for s in subject if stem(s) not in have and not any(related(s, w) for w in have)]
        if answer and len(answer) <= _LONGEST_ANSWER and all(m in _MONEY for m in missing):
            return answer, answer
    return None


_MONEY: Final = word_set("cost costs price much pay charge rent allowed free euro euros dollar dollars pound pounds")


def _of_money(subject: Sequence[str], part: Element) -> bool:
    """Return whether a folded part tells what things cost, and that is asked."""
    return bool(set(subject) & _MONEY) and bool({singular(w) for w in words(part.name or part.text)} & _FEES)


_FEES: Final = word_set("price fee cost charge rate tariff")


def _shared(subject: Sequence[str], text: str) -> int:
    have = {stem(w) for w in words(text)}
    return sum(stem(s) in have for s in subject)


async def _in_place(run: Run, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return what is told in the place that is said."""
    named = place_of(await run.see(), phrase)
    if named is None or not await _shows(run, named):
        return None
    said = words(named.name or named.text)
    return _told_in(await run.look(), phrase, [s for s in subject if s not in said])


def place_of(page: PageModel, phrase: Phrase) -> Element | None:
    """Return the place that a question names: "in Contracts" is a folder, a tab, an entry of the navigation."""
    at = max((i for i, n in enumerate(phrase.norms) if n in {"in", "under", "on"}), default=None)
    if at is None:
        return None
    place = [w for w in words(phrase.part(at + 1).raw) if w not in {"the", "folder", "tab", "section"}]
    named = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.seen
        and (e.kind in {"treeitem", "tab", "link", "button"} or e.node.clickable)
        and own_verb(e) is None
        and not _chooses(e)
        and not any(i.kind in FIELDS for i in e.walk())
        and list(words(e.name or e.text)) == place
        and not _leads_away(e)
    ]
    if not place or not named:
        return None
    inner = [e for e in named if not any(o is not e and e.holds(o) for o in named)]
    return inner[0]


def _leads_away(element: Element) -> bool:
    href = element.node.attributes.get("href", "")
    return bool(href) and not href.startswith("#")


async def _in_panels(run: Run, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    if not switches(await run.see()):
        return None
    async for panel in Panels(run, folded_too=False):
        if (found := _told_in(panel, phrase, subject, strict=True)) is not None:
            return found
        if (found := await _behind_a_question(run, subject)) is not None:
            return found
    return None


async def _in_details(run: Run, phrase: Phrase, subject: Sequence[str]) -> Answer | None:
    """Return what the details tell of the entry that is meant, opened by a click on itself, never on a control."""
    page = await run.see()
    nouns = nouns_of(page)
    telling_ = [s for s in subject if singular(s) not in nouns]
    openable = [e for group in page.groups for e in group if e.seen and _opener(e) is not None]
    said = [s for s in telling_ if any(_says_all(e, [s]) for e in openable)]
    for size in range(len(said), 0, -1):
        about = said[:size]
        row = row_of(page, about)
        if row is None:
            continue
        opener = _opener(row.element)
        if opener is None or not await _shows(run, opener):
            return None
        shown = await run.look()
        asked = [s for s in telling_ if s not in about]
        found = _told_of_one(page, shown, phrase, asked)
        return found or _labelled(shown, [s for s in subject if s not in about], {e.text for e in page.texts})
    return None


def _opener(row: Element) -> Element | None:
    """Return what of an entry shows its details: itself, or what is read in it; no button, no link that leads away."""
    target = main_link(row)
    if target.kind == "link":
        return None if _leads_away(target) or own_verb(target) is not None else target
    clickable = [e for e in (target, *target.ancestors(), row) if e.node.clickable and (e is row or row.holds(e))]
    fit = [e for e in clickable if e.kind != "button" and e.node.pressed is None and not _chooses(e)]
    return fit[0] if fit else None


def _chooses(element: Element) -> bool:
    """Return whether a click on it sets something: a field, the label of one, a choice; a question never does."""
    within = (element, *element.ancestors())
    return (
        element.node.checked is not None
        or any(e.node.tag in {"label", "option"} or e.kind in _CHOICES for e in within)
        or any(e.kind == "radio" for e in element.walk())
    )


_CHOICES: Final = FIELDS - {"listbox"} | {"checkbox", "radio", "switch"}


async def _shows(run: Run, element: Element) -> bool:
    """Click what shows more; return whether the page is still the same document and shows something else."""
    before = await run.see()
    try:
        await run.do(Click(element.ref), unasked=True, shows=True)
    except (BudgetSpent, NotUnderstood):
        raise
    except Stuck:
        return False
    after = await run.look()
    same = after.snapshot.url.partition("#")[0] == before.snapshot.url.partition("#")[0]
    return same and after.root.text != before.root.text


def _told_in(page: PageModel, phrase: Phrase, subject: Sequence[str], *, strict: bool = False) -> Answer | None:
    """Return what a row of the page tells of a measure, or what stands beside what is asked."""
    asked = measures_of(subject)
    rows = rows_of(page)
    nouns = nouns_of(page, rows)
    for row in rows:
        for head, cell in row.cells:
            own = [s for s in asked if not any(related(s, w) for w in words(head))]
            own = [s for s in own if singular(s) not in nouns or _has(row.element.text, s)]
            if len(own) < len(asked) and own and cell and all(_has(row.element.text, s) for s in own):
                return cell, row.text
    return None if strict and not _all_on(page, subject) else told(page, phrase)


def _all_on(page: PageModel, subject: Sequence[str]) -> bool:
    have = {stem(w) for w in words(page.root.text)}
    return all(stem(s) in have for s in subject)


def _has(text: str, word: str) -> bool:
    return any(stem(word) == stem(w) for w in words(text)) or word in text.casefold().split()


def _told_of_one(before: PageModel, page: PageModel, phrase: Phrase, asked: Sequence[str]) -> Answer | None:
    """Return what the details that came up tell of what is asked of the entry."""
    who = phrase.norms[:1] == ("who",)
    if not asked or (who and all(a in _PEOPLE for a in asked)):
        return _with_whom(before, page) if who else None
    for field in page.fields:
        label = words(page.label(field))
        if (holds := held(field)) and any(_kin(a, w) for a in asked for w in label):
            return holds, f"{page.label(field)}: {holds}"
    old = {e.text for e in before.texts}
    if (labelled := _labelled(page, asked, old)) is not None:
        return labelled
    if phrase.norms[:1] == ("who",):
        for key in asked:
            if (found := look_up(page, key)) is not None:
                return found[0], f"{found[1].text} {found[0]}"
    fresh = [e for e in page.texts if e.text not in old and not e.actionable and len(e.text) <= _LONGEST_ANSWER]
    fitting = [e for e in fresh if all(any(_kin(a, w) for w in _near(e)) for a in asked)]
    fitting = [e for e in fitting if any(_kin(a, w) for a in asked for w in words(e.text))]
    if not fitting:
        return None
    best = min(fitting, key=lambda e: (-sum(any(_kin(a, w) for w in words(e.text)) for a in asked), len(e.text)))
    value = look_up(page, best.text) if best.text.rstrip().endswith(":") else None
    return (value[0], f"{best.text} {value[0]}") if value else (best.text, best.text)


def _labelled(page: PageModel, asked: Sequence[str], old: set[str]) -> Answer | None:
    """Return the value that came up beside the one label for what is asked: "Email" for an email address."""
    core = [a for a in asked if a not in _OF_VALUES] or list(asked)
    found: dict[str, str] = {}
    for element in page.texts:
        label = words(element.text.rstrip(": "))
        named = bool(label) and all(any(_kin(a, w) for a in asked) for w in label)
        if element.actionable or not named or not all(any(_kin(a, w) for w in label) for a in core):
            continue
        beside = look_up(page, element.text.rstrip(": "))
        if beside is not None and beside[0] not in old:
            found[beside[0]] = f"{element.text} {beside[0]}"
    return next(iter(found.items())) if len(found) == 1 else None


# Said of what kind of value is asked for, where the label has only its name.
_OF_VALUES: Final = word_set("address number name date details value live lives work works based located have belong")


def held(field: Element) -> str:
    """Return what a field holds: its value, or the choice that a list of scripts shows; "" for nothing."""
    return field.node.value or (
        field.text.strip(" \u25be\u25bc\u2304\u2335\u25bf\u2193") if field.kind == "combobox" else ""
    )


def _with_whom(before: PageModel, page: PageModel) -> Answer | None:
    """Return who has the entry whose details came up, where one line says so: "Done by: …"."""
    old = {e.text for e in before.texts}
    fields = [f for f in page.fields if held(f) and set(words(page.label(f))) & _PEOPLE]
    if len(fields) == 1:
        return held(fields[0]), f"{page.label(fields[0])}: {held(fields[0])}"
    heads = [e for e in page.texts if e.text not in old and e.text.rstrip().endswith(":")]
    heads = [e for e in heads if set(words(e.text)) & (_PEOPLE | {"by"})]
    if len(heads) != 1 or heads[0].parent is None:
        return None
    line = heads[0].parent.text
    value = line.partition(heads[0].text)[2].strip()
    return (value, line) if value and len(line) <= _LONGEST_ANSWER else None


def _near(element: Element) -> list[str]:
    """Return the words of a text, and of what it stands in."""
    above = [a for a in element.ancestors() if len(a.text) <= _LONGEST_ANSWER]
    return [*words(element.text), *(w for a in above for w in words(a.text))]


def _kin(one: str, other: str) -> bool:
    """Return whether words are related, or begin alike: "assigned", "assignee"."""
    if related(one, other):
        return True
    size = _SHORTEST_STEM
    return len(one) >= size and len(other) >= size and one[:size] == other[:size]
