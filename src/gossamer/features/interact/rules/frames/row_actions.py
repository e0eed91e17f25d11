"""Row actions: something done to entries of a list with their own controls: delete, star, add to cart, rename, move."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Select
from gossamer.features.interact.rules.answers import extreme_records
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.effects import answer_question, is_final, raise_complaint
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.fields import set_field
from gossamer.features.interact.rules.frames.submit import fill_and_send, send_button
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import kinds_of, phrase_set, phrases, singular, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.query import Query, conditions_in, read_query
from gossamer.features.interact.rules.records import Record, RecordList, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, folded, name_similarity, word_similarity, words
from gossamer.features.interact.rules.targets import last_element, last_record, only_pronouns
from gossamer.features.interact.rules.tokens import Token

_ACTIONS: Final = frozenset(
    {"act", "add", "set", "buy", "clear", "check", "uncheck", "choose", "drag", "accept", "reject", "close"}
)
_SURE: Final = 0.75
_GIVING: Final = frozenset({"rename", "reply", "change", "edit", "set"})
_MOST: Final = 50
_CONTROL_LENGTH: Final = 50
_BULK: Final = frozenset({"bulk", "action", "selected", "selection", "ticked", "checked", "dropdown"})


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for using a control of the records that the clause means, or of the page for what is selected."""
    if command.action not in _ACTIONS or command.negated:
        return []
    verbs = _verb_words(command)
    plans: list[Plan] = []
    for listed in record_lists(page)[:4]:
        plan = _on_list(run, page, command, listed, verbs)
        if plan is not None:
            plans.append(plan)
    plans += _on_open_one(run, page, command, verbs)
    plans += _bulk(page, command, verbs)
    return plans


def _verb_words(command: Command) -> tuple[str, ...]:
    """Return the words a control for this has: the verb's, those behind "as" ("mark as paid")."""
    found = [w for w in words(command.verb) if w not in {"off", "of", "me", "to"}]
    return tuple(found)


def _on_list(run: Run, page: Page, command: Command, listed: RecordList, verbs: Sequence[str]) -> Plan | None:
    chosen, explained = _meant(run, page, command, listed)
    if not chosen:
        return None
    if _AMBIGUOUS in explained:
        return _which_one(chosen, explained, command)
    state = _state_words(command)
    controls = [(r, _control(page, r, command, verbs, state)) for r in chosen]
    if any(c is None for _, c in controls):
        return _selected_action(page, command, listed, chosen, explained, verbs=verbs) or _by_menu(
            page, command, chosen, explained, verbs
        )
    first = controls[0][1]
    if first is None:
        return None
    said = words(first.name) + tuple(first.classes)
    explained = explained | {t.start for t, w in wanted_words(command.content) if best_match(w, said) >= _SURE}
    explained |= _place_said(command)
    if command.verb in _GIVING:
        value = command.chunk("to", "into", "as", "with")
        explained |= starts(value.tokens) if value is not None else frozenset()
    titles = [r.title for r in chosen]

    async def carry(run: Run) -> None:
        await _use_each(run, command, titles, verbs, state)

    return Plan(0.95, frozenset(explained), carry, f"use {first.name} of {titles[0][:40]}", final=is_final(first.name))


def _which_one(chosen: Sequence[Record], explained: frozenset[int], command: Command) -> Plan:
    names = tuple(r.text[:60] for r in chosen[:8])

    async def carry(_run: Run) -> None:
        raise Stuck(f"“{command.rest.raw}” may be any of {len(chosen)} entries. Say which one.", names)

    return Plan(0.9, explained, carry, "ask which one")


def _state_words(command: Command) -> tuple[str, ...]:
    as_ = command.chunk("as")
    return tuple(w for _, w in wanted_words(as_.tokens)) if as_ is not None and command.verb == "mark" else ()


def _place_said(command: Command) -> set[int]:
    """Return where the words start that say the usual place: "to the cart", "from the list"."""
    found = set()
    for chunk in command.chunks:
        for token, word in wanted_words(chunk.phrase.tokens):
            if word_similarity(word, "cart") >= _SURE or word in {"list", "table"} or kinds_of(word)[:1] == ("item",):
                found.add(token.start)
    return found


def _meant(run: Run, page: Page, command: Command, listed: RecordList) -> tuple[list[Record], frozenset[int]]:
    """Return the records that the clause means, with the tokens that say so; [] where it means none, or not which."""
    if only_pronouns(command.object):
        last = last_record(run, page)
        found = [r for r in listed.records if last is not None and (r.element is last or last.holds(r.element))]
        return found[:1], frozenset()
    nouns = {singular(w) for name in (*listed.names, *page.titles) for w in words(name)}
    query = read_query(Command("read", "", command.clause, command.verb_tokens, _about(command), _about(command)))
    kept = list(listed.records)
    explained: set[int] = set()
    telling = [(t, w) for t, w in query.words if not _is_noun(t, w, nouns) and t.norm not in _GENERIC]
    by_records = [(t, w) for t, w in telling if any(_says(r, w) for r in listed.records)]
    groups = _groups(command, by_records)
    kept = _narrowed(kept, groups, explained)
    explained |= {t.start for t, w in query.words if _is_noun(t, w, nouns) or t.norm in _GENERIC}
    explained |= starts(_about(command).tokens) - starts(query.rest)
    compared, used = conditions_in(_about(command))
    kept = [r for r in kept if all(condition.holds(r) for condition in compared)]
    explained |= used
    chosen = _chosen(kept, query)
    if chosen is None and not by_records and not compared and not query.everything:
        return [], frozenset()
    kept = kept if chosen is None else chosen
    several = len(groups) > 1 or query.everything or query.limit or _plural(command) or (compared and not telling)
    if len(kept) > 1 and not several:
        exact = [r for r in kept if folded(r.title) == folded(command.object.bare.raw)]
        if len(exact) != 1:
            return (kept[:_MOST], frozenset({_AMBIGUOUS, *explained})) if by_records else ([], frozenset())
        kept = exact
    return kept[:_MOST], frozenset(explained)


def _narrowed(kept: list[Record], groups: Sequence[Sequence[tuple[Token, str]]], explained: set[int]) -> list[Record]:
    """Return the records that the words tell: those of each group where "and" joins several, else word by word."""
    each = [[r for r in kept if all(_says(r, w) for _, w in group)] for group in groups]
    if len(groups) > 1 and all(each):
        explained |= {t.start for group in groups for t, _ in group}
        return [r for r in kept if any(r in found for found in each)]
    for token, word in (pair for group in groups for pair in group):
        narrowed = [r for r in kept if _says(r, word)]
        if narrowed:
            kept = narrowed
            explained.add(token.start)
    return kept


def _chosen(kept: list[Record], query: Query) -> list[Record] | None:
    """Return what an extreme, a position or a number leaves of *kept*; None where the query has none of them."""
    if query.extreme:
        return extreme_records(kept, query)[: query.limit or 1]
    if query.ordinal is not None:
        return kept[query.ordinal - 1 : query.ordinal] if query.ordinal > 0 else kept[query.ordinal :][:1]
    return kept[: query.limit] if query.limit is not None else None


def _groups(command: Command, telling: Sequence[tuple[Token, str]]) -> list[list[tuple[Token, str]]]:
    """Return the words that tell records apart by what "and" joins: "the tickets of Ida Noon and Una Crane"."""
    joints = [t.start for t in command.rest.tokens if t.norm in {"and", ",", "&"}]
    groups: dict[int, list[tuple[Token, str]]] = {}
    for token, word in telling:
        groups.setdefault(sum(j < token.start for j in joints), []).append((token, word))
    return list(groups.values())


# Among the explained tokens: several records are meant alike.
_AMBIGUOUS: Final = -1
_GENERIC: Final = word_list("page", "row_nouns")


def _about(command: Command) -> Phrase:
    """Return the words that say which records: without what is given ("to Ada", "as paid")."""
    gone = [t for c in command.chunks if c.role in {"as", "to", "into"} for t in (*c.marker, *c.phrase.tokens)]
    return command.rest.without(gone)


def _plural(command: Command) -> bool:
    phrase = command.object
    return phrase.plural or phrase.all or any(t.norm == "and" for t in phrase.tokens)


def _is_noun(token: Token, word: str, nouns: set[str]) -> bool:
    return (
        token.kind == "word"
        and (kinds_of(word)[:1] == ("item",) or any(word_similarity(singular(word), n) >= _SURE for n in nouns))
        and not token.text[:1].isupper()
    )


def _says(record: Record, word: str) -> bool:
    bare = word.removesuffix("'s")
    return bare in record.words or any(word_similarity(bare, w) >= 0.9 for w in record.words)  # noqa: PLR2004


def _control(
    page: Page, record: Record, command: Command, verbs: Sequence[str], state: Sequence[str]
) -> Element | None:
    """Return the control of *record* that does what the verb says; None without one."""
    wanted = tuple(state) or tuple(verbs)
    found: list[tuple[float, int, Element]] = []
    for element in record.element.walk():
        if element.is_text or not element.usable or element.kind in FIELDS or not element.seen:
            continue
        names = words(element.name)
        if element.kind == "link" and folded(element.name) == folded(record.title):
            continue
        score = max((best_match(v, names) for v in wanted), default=0.0) if len(element.name) < _CONTROL_LENGTH else 0.0
        score = max(score, 0.9 * max((best_match(v, tuple(element.classes)) for v in wanted), default=0.0))
        if element.kind in TOGGLES:
            score = max(score, 0.85 * max((best_match(v, words(page.label(element))) for v in wanted), default=0.0))
        if score >= 0.7 and not _opposite(names, wanted):  # noqa: PLR2004
            # "Add to the cart" is not "Add to the wishlist".
            place = [w for c in command.chunks if c.role in {"to", "into"} for _, w in wanted_words(c.phrase.content)]
            score += 0.3 * sum(best_match(w, names) for w in place)
            found.append((score, -element.index, element))
    return max(found, key=lambda f: f[:2])[2] if found else None


def _is_so_already(control: Element, wanted: Sequence[str]) -> bool:
    """Return whether a control that switches is on already, so using it would do the contrary."""
    return control.node.pressed is True and not any(w.startswith("un") for w in wanted)


def _opposite(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether a control does the contrary: "Unstar" for star."""
    return any(n == f"un{w}" or w == f"un{n}" for n in names for w in wanted)


async def _use_each(
    run: Run, command: Command, titles: Sequence[str], verbs: Sequence[str], state: Sequence[str]
) -> None:
    for title in titles:
        for _ in range(command.times or 1):
            page = await run.see()
            record = _by_title(page, title)
            control = _control(page, record, command, verbs, state) if record is not None else None
            if record is None or control is None:
                raise Stuck(f"“{title}” has no control for that any more.")
            run.entity = (title,)
            await _use_control(run, page, command, control)


def _by_title(page: Page, title: str) -> Record | None:
    found = [r for one in record_lists(page)[:4] for r in one.records if r.title == title]
    return found[0] if found else None


async def _use_control(run: Run, before: Page, command: Command, control: Element) -> None:
    """Use *control*, give what it asks for, and see that the page has changed."""
    if _is_so_already(control, _verb_words(command)):
        run.notices.append(f"“{control.name}” was on already.")
        return
    if control.kind in TOGGLES:
        await run.set_toggle(control, on=command.action != "uncheck")
    else:
        await run.do(Click(control.ref))
    page = await run.settled()
    if page.snapshot.dialog is not None and page.snapshot.dialog.kind == "prompt":
        value = command.chunk("to", "into", "as", "with", "named")
        if value is None:
            raise Stuck(f"The page asks: “{page.snapshot.dialog.message}”")
        await run.do(AnswerDialog(accept=True, text=value.literal))
        page = await run.settled()
    else:
        page = await _fill_opened(run, before, page, command)
    page = await answer_question(run, before)
    await raise_complaint(run, before, control)
    for _ in range(4):
        if page.signature != before.signature:
            return
        await run.wait(0.25)
        page = await run.look()
    raise Stuck(f"“{control.name}” was used, and nothing on the page changed.")


async def _fill_opened(run: Run, before: Page, page: Page, command: Command) -> Page:
    """Fill in the form or the field that opened with what the clause gives."""
    value = _text_given(command) or command.chunk("to", "as", "named", "for")
    known = {f.ref for f in before.fields if f.seen}
    fresh = [f for f in page.fields if f.seen and f.ref not in known and f.kind in FIELDS]
    if not fresh or value is None:
        return page
    given = assign(
        page,
        command.rest,
        [f for f in fresh if f.kind not in {"textarea", "editor"}] if _text_given(command) else fresh,
    )
    if _text_given(command):
        given.values = [v for v in given.values if v.text != value.literal]
    if given.values:
        sender = send_button(page, given.values[0].element, phrases("page", "submit"))
        if sender is not None:
            await fill_and_send(run, command, sender)
            return await run.settled()
    typed = [f for f in fresh if f.kind in {"textarea", "editor"}] or fresh
    await set_field(run, typed[0], value.literal)
    sender = send_button(await run.see(), typed[0], phrases("page", "submit"))
    if sender is not None:
        await run.click(sender)
    return await run.settled()


def _by_menu(
    page: Page, command: Command, chosen: Sequence[Record], explained: frozenset[int], verbs: Sequence[str]
) -> Plan | None:
    """Return the plan for a control that the menu of a record has."""
    menus = [_menu_of(r) for r in chosen]
    if any(m is None for m in menus):
        return _by_select(page, command, chosen, explained) or _by_opening(command, chosen, explained, verbs)
    titles = [r.title for r in chosen]

    async def carry(run: Run) -> None:
        for title in titles:
            before = await run.see()
            record = _by_title(before, title)
            menu = _menu_of(record) if record is not None else None
            if menu is None:
                raise Stuck(f"“{title}” has no menu any more.")
            run.entity = (title,)
            page = await run.click(menu)
            seen = {e.ref for e in before.elements if e.seen}
            items = [e for e in page.usable if e.ref not in seen and e.name]
            named = [e for e in items if any(best_match(v, words(e.name)) >= _SURE for v in verbs)]
            if not named:
                raise Stuck(f"The menu of “{title}” has nothing for that.", tuple(describe(e, page) for e in items)[:8])
            await _use_control(run, page, command, named[0])

    place = _place_said(command)
    given = {t.start for c in command.chunks if c.role in {"to", "as", "into"} for t in c.phrase.tokens}
    return Plan(0.8, frozenset(explained | place | given), carry, "use the menu", final=True)


def _by_opening(
    command: Command, chosen: Sequence[Record], explained: frozenset[int], verbs: Sequence[str]
) -> Plan | None:
    """Return the plan for a record whose own page or panel has the control: open it, then use that."""
    record = chosen[0]
    opener = record.link or (record.element if record.element.usable else None)
    if len(chosen) != 1 or opener is None or command.action not in {"act", "set"}:
        return None
    given = {t.start for c in command.chunks if c.role in {"to", "as", "into", "with"} for t in c.phrase.tokens}
    given |= {t.start for t in command.clause.tokens if t.kind == "quote"}

    async def carry(run: Run) -> None:
        page = await run.click(opener)
        run.entity = (record.title,)
        given_now = assign(page, command.rest, form_fields(page))
        if command.action == "set" and given_now.values:
            for value in given_now.values:
                await set_field(run, (await run.see()).same(value.element) or value.element, value.text)
            return
        plans = _on_open_one(run, page, command, verbs)
        named = [p for p in plans if not p.left(command) or {t.start for t in p.left(command)} <= explained | given]
        if not named:
            raise Stuck(f"“{record.title[:60]}” was opened, and has nothing for that.", left=(command.verb,))
        await named[0].carry(run)

    return Plan(0.7, frozenset(explained | given), carry, "open and use", final=True)


_MENUS: Final = (("actions",), ("more",), ("options",), ("menu",))


def _menu_of(record: Record) -> Element | None:
    names = phrase_set("page", "menu")
    for element in record.element.walk():
        is_button = element.kind in {"button", "icon", "link"} and element.seen
        opens = element.node.attributes.get("aria-haspopup") in {"menu", "true"}
        called = folded(element.name) in names or element.name.strip() in names or words(element.name)[:1] in _MENUS
        if is_button and (opens or called):
            return element
    return None


def _by_select(page: Page, command: Command, chosen: Sequence[Record], explained: frozenset[int]) -> Plan | None:
    """Return the plan for a list in the record's own row: "assign the lamp ticket to Ada"."""
    value = command.chunk("to", "as", "into")
    if value is None or len(chosen) != 1:
        return None
    for element in chosen[0].element.walk():
        options = [o for o in element.node.options if name_similarity(value.literal, o) > 0.62]  # noqa: PLR2004
        if element.kind == "select" and options:
            label = words(page.label(element)) + tuple(element.classes)
            said = {t.start for t, w in wanted_words(command.object.tokens) if best_match(w, label) >= _SURE}

            async def carry(run: Run, element: Element = element, option: str = options[0]) -> None:
                await run.do(Select(element.ref, (option,)))
                await run.settled()

            return Plan(0.85, frozenset(explained | said | starts(value.tokens)), carry, "choose in the row")
    return None


def _selected_action(
    page: Page,
    command: Command,
    listed: RecordList,
    chosen: Sequence[Record],
    explained: frozenset[int],
    *,
    verbs: Sequence[str],
) -> Plan | None:
    """Return the plan for ticking records and using the button for what is selected."""
    boxes = [next((e for e in r.element.walk() if e.kind == "checkbox"), None) for r in chosen]
    if any(b is None for b in boxes):
        return None
    outside = [e for e in page.usable if e.kind == "button" and not any(r.element.holds(e) for r in listed.records)]
    named = [e for e in outside if any(best_match(v, words(e.name)[:1]) >= _SURE for v in verbs)]
    if not named:
        return None
    button = named[0]

    async def carry(run: Run) -> None:
        for box in boxes:
            if box is not None:
                await run.set_toggle((await run.see()).same(box) or box, on=True)
        before = await run.see()
        now = before.same(button) or button
        await _use_control(run, before, command, now)

    return Plan(0.85, explained, carry, f"select and use {button.name}", final=is_final(button.name))


def _bulk(page: Page, command: Command, verbs: Sequence[str]) -> list[Plan]:
    """Return the plan for a list of actions for the rows that are ticked: "deactivate them" is one of its options."""
    boxes = [e for e in page.fields if e.kind == "checkbox" and e.node.checked and page.record(e) is not None]
    selects = [f for f in page.fields if f.kind == "select" and f.seen]
    scored = [(best_match(words(o)[0], tuple(verbs)), f, o) for f in selects for o in f.node.options if words(o)]
    most = max((score for score, _, _ in scored), default=0.0)
    found = [(f, o) for score, f, o in scored if score == most]
    if not boxes or most < _SURE or len(found) != 1:
        return []
    field, option = found[0]
    around = (*words(option), *words(page.label(field)), *(w for b in boxes for w in words((page.record(b) or b).text)))
    explained = {t.start for t, w in wanted_words(command.content) if best_match(w, around) or w in _BULK}
    explained |= {t.start for t, w in wanted_words(command.content) if kinds_of(w)[:1] == ("item",)}

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.do(Select(field.ref, (option,)))
        page = await run.settled()
        sender = send_button(page, page.same(field) or field, phrases("page", "submit"))
        if sender is not None:
            await _use_control(run, page, command, sender)
        elif page.signature == before.signature:
            raise Stuck("Nothing on the page changed.")

    return [Plan(0.9, frozenset(explained), carry, f"choose {option} for what is ticked", final=is_final(option))]


def _on_open_one(run: Run, page: Page, command: Command, verbs: Sequence[str]) -> list[Plan]:
    """Return the plan for a button outside of lists, on the page or in the dialog of the one thing that is shown."""
    if command.object.all and command.object.plural:
        return []
    inside = {id(e) for one in record_lists(page)[:4] for r in one.records for e in r.element.walk()}
    buttons = [
        e for e in page.usable if e.kind in {"button", "link", "menuitem", "icon"} and e.seen and id(e) not in inside
    ]
    wanted = tuple(v for v in verbs if v not in word_list("grammar", "filler")) or tuple(verbs)
    named = [
        e for e in buttons
        if wanted and words(e.name) and len(e.name) < _CONTROL_LENGTH
        and (best_match(words(e.name)[0], wanted) >= _SURE or set(wanted) <= set(words(e.name)))
        and not _opposite(words(e.name), wanted)
    ]  # fmt: skip
    if not named:
        return []
    dialogs = [e for e in named if any(d.holds(e) for d in page.dialogs)]
    button = max(
        dialogs or named, key=lambda e: sum(best_match(w, words(e.name)) for _, w in wanted_words(command.content))
    )
    around = (*words(button.name), *(w for n in page.section_names(button) for w in words(n)))
    around += tuple(w for t in (*page.titles, *(h.text for h in page.headings[:2])) for w in words(t))
    around += tuple(w for text in run.entity for w in words(text))
    last = last_element(run, page)
    if last is not None and len({folded(e.name) for e in named}) == 1:
        named = [e for e in named if e.index > last.index][:1] or named
        button = named[0]
    if len(named) == 1 and wanted[0] in word_list("page", "harmless"):
        # The only button to copy with copies what is meant.
        around += tuple(words(command.object.raw))
    explained = {t.start for t, w in wanted_words(command.content) if best_match(w, around)} | _place_said(command)
    given = assign(page, command.rest, form_fields(page))
    # "Reply: It is paid." gives a text for the form that the button opens.
    later = _text_given(command) if not given else None
    explained |= starts(later.tokens) if later is not None else frozenset()

    async def carry(run: Run) -> None:
        for value in given.values:
            await set_field(run, (await run.see()).same(value.element) or value.element, value.text)
        before = await run.see()
        await _use_control(run, before, command, (before.same(button) or button))

    return [Plan(0.8, frozenset(explained | given.explained), carry, f"use {button.name}", is_final(button.name))]


def _text_given(command: Command) -> Phrase | None:
    """Return the text that the clause gives: in quotes, or behind "saying", "with" or a colon; None without one."""
    quoted = tuple(t for t in command.rest.tokens if t.kind == "quote")
    if len(quoted) == 1:
        return Phrase(command.rest.source, quoted)
    tokens = command.rest.tokens
    at = next((n for n, t in enumerate(tokens) if t.norm in {"saying", ":", "says"}), None)
    if at is not None and at + 1 < len(tokens):
        return Phrase(command.rest.source, tokens[at + 1 :])
    return command.chunk("with")
