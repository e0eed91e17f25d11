"""Row actions: something done to entries of a list with their own controls: delete, star, add to cart, rename, move."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from gossamer.content.text.names import singular
from gossamer.core.interaction import AnswerDialog, Click, Select
from gossamer.features.interact.rules.answers import cut_records
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.controls import send_button
from gossamer.features.interact.rules.effects import taken
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import set_field, set_fields
from gossamer.features.interact.rules.frames.submit import fill_and_send, send_form
from gossamer.features.interact.rules.grounding import describe, last_element, last_record, only_pronouns
from gossamer.features.interact.rules.lexicon import kinds_of, phrase_set, phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, refusal, starts, step_plan
from gossamer.features.interact.rules.query import Query, conditions_in, read_query
from gossamer.features.interact.rules.records import Record, RecordList, elements_in, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import (
    ALIKE,
    SAME,
    SURE,
    best_match,
    folded,
    has_all,
    has_word,
    holds_words,
    name_similarity,
    words,
)
from gossamer.features.interact.rules.tokens import Token

_ALIKE_NAMES: Final = 0.62
_CONTROL: Final = 0.7
_GIVING: Final = word_list("page", "editing") | {"reply", "set"}
_PARTICLES: Final = frozenset({"off", "of", "me", "to"})
_MOST: Final = 50
_MOST_LISTS: Final = 6
_CONTROL_LENGTH: Final = 50
_BULK: Final = word_list("page", "bulk")
_GENERIC: Final = word_list("page", "row_nouns")
_CLICKED: Final = frozenset({"button", "link", "menuitem", "icon"})


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for using a control of the records that the clause means, or of the page for what is selected."""
    verbs = tuple(w for w in words(command.verb) if w not in _PARTICLES)
    # "Put it in the cart" is done by "Add to cart".
    verbs += (command.action,) if command.action in {"add", "buy"} else ()
    # A row of an inner list is nearer to its controls than the section that holds the list.
    lists = record_lists(page, inner=True)[:_MOST_LISTS]
    plans = [plan for record_list in lists if (plan := _on_list(run, page, command, record_list, verbs)) is not None]
    boxes = [e for e in page.fields if e.kind == "checkbox" and e.node.checked]
    ticked = [row.text for box in boxes if (row := page.record(box)) is not None]
    if ticked:
        plans += _for_selected(page, command, verbs, [], command.says(*ticked))
    return plans + _on_open_one(run, page, command, verbs)


def _on_list(run: Run, page: Page, command: Command, listed: RecordList, verbs: Sequence[str]) -> Plan | None:
    records, explained, unclear = _pick_rows(run, page, command, listed)
    if not records:
        return None
    if unclear:
        sentence = f"“{command.rest.raw}” may be any of {len(records)} entries. Say which one."
        return refusal(0.9, explained, sentence, tuple(r.text[:60] for r in records[:8]))
    as_ = command.chunk("as") if command.verb == "mark" else None
    action_words = tuple(w for _, w in wanted_words(as_.tokens)) if as_ is not None else tuple(verbs)
    if new_text(command) is not None:
        # "Change the name to Beta" is done by "Rename" or "Edit".
        action_words += tuple(sorted(word_list("page", "editing")))
        explained |= starts(t for t in command.content if t.norm in word_list("page", "edited_parts"))
    controls = [c for r in records if (c := _control(page, r, command, action_words)) is not None]
    if len(controls) < len(records):
        return _without_controls(page, command, records, explained, verbs)
    explained |= command.says(controls[0].name, *controls[0].classes) | _usual_place(command)
    value = command.chunk("to", "into", "as", "with", "named") if command.verb in _GIVING else None
    explained |= starts(value.tokens) if value is not None else frozenset()

    async def carry(run: Run) -> None:
        for was in records * (command.times or 1):
            page = await run.see()
            record = _same_record(page, was)
            control = _control(page, record, command, action_words) if record is not None else None
            if record is None or control is None:
                raise Stuck(f"“{was.title}” has no control for that any more.")
            run.entity = (record.title,)
            await _use_control(run, page, command, control, record)

    return Plan(0.95, explained, carry)


def _without_controls(
    page: Page, command: Command, records: Sequence[Record], explained: frozenset[int], verbs: Sequence[str]
) -> Plan | None:
    """Return the plan for records that lack the control: by their boxes, by a list in the row, or by opening one."""
    boxes = [next((e for e in r.element.walk() if e.kind == "checkbox"), None) for r in records]
    ticked = [box for box in boxes if box is not None]
    plans = _for_selected(page, command, verbs, ticked, explained) if len(ticked) == len(records) else []
    by_select = _by_select(page, command, records, explained)
    return next(iter(plans), None) or by_select or _by_opening(command, records, explained, verbs)


def _same_record(page: Page, was: Record) -> Record | None:
    """Return *was* on *page*, which may have been made anew: by reference, else the only one of its text or title."""
    records = [r for record_list in record_lists(page, inner=True) for r in record_list.records]
    ways = (
        [r for r in records if r.element.ref == was.element.ref],
        [r for r in records if r.text == was.text],
        [r for r in records if r.title == was.title],
    )
    candidates: list[Record] = next((way for way in ways if way), [])
    return candidates[0] if len(candidates) == 1 else None


def _usual_place(command: Command) -> frozenset[int]:
    """Return the starts of the words that name the usual place: "to the cart", "from the list"."""
    usual = _GENERIC | {"list", "table"}
    word_pairs = (pair for c in command.chunks for pair in wanted_words(c.phrase.tokens))
    return starts(t for t, w in word_pairs if w in usual or has_word(("cart",), w) or kinds_of(w)[:1] == ("item",))


def _pick_rows(run: Run, page: Page, command: Command, listed: RecordList) -> tuple[list[Record], frozenset[int], bool]:
    """Return the records that the clause means, the tokens that say so, and whether it is unclear which of them."""
    if only_pronouns(command.object):
        return _find_last_record(run, page, listed), frozenset(), False
    about, query = _read_question(command)
    plain = _plain_words(page, listed, query)
    telling = [(t, w) for t, w in query.words if t.start not in plain and any(_says(r, w) for r in listed.records)]
    compared, used_up = conditions_in(about)
    if not (telling or compared or query.chooses):
        return [], frozenset(), False
    explained = plain | used_up | (starts(about.tokens) - starts(query.rest))
    groups = _groups(command, telling)
    named_records = _narrow_records(listed.records, groups, explained)
    chosen_records = cut_records([r for r in named_records if all(c.holds(r) for c in compared)], query)
    if not (_is_of_several(command.object) or len(groups) > 1):
        chosen_records = _match_title(chosen_records, command.object) or chosen_records
        return chosen_records[:_MOST], frozenset(explained), len(chosen_records) > 1
    return chosen_records[:_MOST], frozenset(explained), False


def _find_last_record(run: Run, page: Page, listed: RecordList) -> list[Record]:
    """Return the record of *listed* that was acted on last."""
    last = last_record(run, page)
    return [r for r in listed.records if last is not None and (r.element is last or last.holds(r.element))][:1]


def _match_title(records: Sequence[Record], named: Phrase) -> list[Record]:
    """Return the record whose whole title is *named*; [] where it is none, or several."""
    exact = [r for r in records if folded(r.title) == folded(named.bare.raw)]
    return exact if len(exact) == 1 else []


def _is_of_several(phrase: Phrase) -> bool:
    return phrase.plural or phrase.all or "and" in phrase.norms


def _read_question(command: Command) -> tuple[Phrase, Query]:
    """Return the clause's words on the records, without those on the action, and the same as a question."""
    action_tokens = [t for c in command.chunks if c.role in {"as", "to", "into"} for t in (*c.marker, *c.phrase.tokens)]
    about = command.rest.without(action_tokens)
    return about, read_query(Command("read", "", command.clause, command.verb_tokens, about, about))


def _plain_words(page: Page, listed: RecordList, query: Query) -> set[int]:
    """Return the starts of words that only say the kind of the records: "the tickets"."""
    nouns = {singular(w) for name in (*listed.names, *page.titles) for w in words(name)}
    return {t.start for t, w in query.words if _is_noun(t, w, nouns) or t.norm in _GENERIC}


def _narrow_records(
    records: Sequence[Record], groups: Sequence[Sequence[tuple[Token, str]]], wording: set[int]
) -> list[Record]:
    """Return the records that the words tell: those of each group where "and" joins several, else word by word."""
    each = [_saying_all(records, group) for group in groups]
    if len(groups) > 1 and all(each):
        wording |= starts(t for t, _ in chain.from_iterable(groups))
        return [r for r in records if any(r in group_records for group_records in each)]
    remaining_records = list(records)
    for word_pair in chain.from_iterable(groups):
        if narrowed := _saying_all(remaining_records, [word_pair]):
            remaining_records = narrowed
            wording.add(word_pair[0].start)
    return remaining_records


def _saying_all(records: Sequence[Record], word_pairs: Sequence[tuple[Token, str]]) -> list[Record]:
    return [r for r in records if all(_says(r, w) for _, w in word_pairs)]


def _groups(command: Command, telling: Sequence[tuple[Token, str]]) -> list[list[tuple[Token, str]]]:
    """Return the words that tell records apart by what "and" joins: "the tickets of Ida Noon and Una Crane"."""
    joints = [t.start for t in command.rest.tokens if t.norm in {"and", ",", "&"}]
    groups: dict[int, list[tuple[Token, str]]] = {}
    for token, word in telling:
        groups.setdefault(sum(j < token.start for j in joints), []).append((token, word))
    return list(groups.values())


def _is_noun(token: Token, word: str, nouns: set[str]) -> bool:
    named = kinds_of(word)[:1] == ("item",) or has_word(nouns, singular(word))
    return token.kind == "word" and named and not token.text[:1].isupper()


def _says(record: Record, word: str) -> bool:
    return has_word(record.words, word.removesuffix("'s"), SAME)


def _control(page: Page, record: Record, command: Command, verbs: Sequence[str]) -> Element | None:
    """Return the control of *record* that does what the verb says; None without one."""
    # "Add to the cart" is not "Add to the wishlist".
    place = [w for c in command.chunks if c.role in {"to", "into"} for _, w in wanted_words(c.phrase.content)]
    barred = FIELDS if new_text(command) is None else FIELDS | TOGGLES
    fits = [(_fit(page, e, verbs, place), e) for e in _controls_of(record) if e.kind not in barred]
    score, best = max(fits, default=(0.0, record.element), key=lambda f: f[0])
    # A record with the same control twice holds several entries, and the clause does not choose one.
    same = [e for fit, e in fits if fit and (e.name, e.kind) == (best.name, best.kind)]
    return best if score and len(same) == 1 else None


def _controls_of(record: Record) -> list[Element]:
    return [e for e in record.element.walk() if e.usable and e.seen and not _is_title(record, e)]


def _is_title(record: Record, element: Element) -> bool:
    return element.kind == "link" and folded(element.name) == folded(record.title)


def _fit(page: Page, control: Element, verbs: Sequence[str], place: Sequence[str]) -> float:
    """Return the match of *control* with one of the verbs *verbs*; 0 without one, or where it does the contrary."""
    names = words(f"{control.name} {control.node.described}") if len(control.name) < _CONTROL_LENGTH else ()
    label = words(page.label(control)) if control.kind in TOGGLES else ()
    weighted = ((1.0, names), (0.9, tuple(control.classes)), (0.85, label))
    score = max((weight * best_match(verb, have) for verb in verbs for weight, have in weighted), default=0.0)
    fits = score >= _CONTROL and not _is_opposite(names, verbs)
    return score + 0.3 * sum(best_match(w, names) for w in place) if fits else 0.0


def _is_opposite(names: Sequence[str], verbs: Sequence[str]) -> bool:
    """Return whether a control does the contrary: "Unstar" for star."""
    return any(n == f"un{w}" or w == f"un{n}" for n in names for w in verbs)


async def _use_control(
    run: Run, before: Page, command: Command, control: Element, record: Record | None = None
) -> None:
    """Use *control*, of *record*, give what it asks for, and see the effect on the page. Raises Stuck without one."""
    if control.node.pressed is True and not command.verb.startswith("un"):
        run.notices.append(f"“{control.name}” was on already.")
        return
    if control.kind in TOGGLES:
        await run.set_toggle(control, on=command.action != "uncheck")
    else:
        await run.do(Click(control.ref))
    page = await run.settled()
    edit = new_text(command)
    value = edit or command.chunk("to", "into", "as", "with", "named")
    if page.snapshot.dialog is not None and page.snapshot.dialog.kind == "prompt":
        if value is None or not value.literal:
            raise Stuck(f"The page asks: “{page.snapshot.dialog.message}”")
        await run.do(AnswerDialog(accept=True, text=value.literal))
    else:
        await _fill_opened(run, before, page, command)
    page = await taken(run, before, control)
    if record is not None and set(words(command.verb)) & word_list("page", "vanishing"):
        await _see_gone(run, before, record)
    if edit is not None and not run.sent_later:
        await _see_edit(run, before, edit.literal)
    elif page.snapshot.dialog is None and not _shows_effect(before, page, control, record):
        raise Stuck(f"“{control.name}” was used, but the page does not show that “{command.wording}” is done.")


async def _see_gone(run: Run, before: Page, record: Record) -> None:
    """Wait until *record* has gone, or has changed. Raises Stuck when it stands there as before."""

    def has_gone(page: Page) -> bool:
        has_moved = page.snapshot.dialog is not None or page.snapshot.url != before.snapshot.url
        return has_moved or _has_changed(_same_record(page, record), record)

    if await run.watch(has_gone) is None:
        raise Stuck(f"“{record.title[:60]}” is still on the page.")


def _has_changed(now: Record | None, was: Record) -> bool:
    return now is None or (now.words, now.element.classes) != (was.words, was.element.classes)


def _shows_effect(before: Page, page: Page, control: Element, record: Record | None) -> bool:
    """Return whether *page* shows an effect: on the record, on the control, in a new text, or as another page."""
    if page.has_moved(before) or page.fresh_texts(before):
        return True
    now = page.by_ref.get(control.ref)
    if now is None or _look(now) != _look(control):
        return True
    return record is not None and _has_changed(_same_record(page, record), record)


def _look(control: Element) -> tuple[object, ...]:
    node = control.node
    return control.name, control.classes, node.pressed, node.checked, node.disabled


async def _fill_opened(run: Run, before: Page, page: Page, command: Command) -> None:
    """Fill in the form or the field that opened with what the clause gives."""
    text = _text_given(command)
    value = text or new_text(command) or command.chunk("to", "as", "named", "for")
    opened = page.fresh(before, page.fields)
    if value is None or not opened:
        return
    long = [f for f in opened if f.kind in {"textarea", "editor"}]
    assignment = assign(page, command.rest, [f for f in opened if f not in long or text is None])
    values = [v for v in assignment.values if text is None or v.text != text.literal]
    sender = send_button(page, values[0].element, phrases("page", "submit")) if values else None
    if sender is not None:
        await fill_and_send(run, command, sender)
        return
    field = next((f for f in (*long, *opened) if f.kind in FIELDS), None)
    if field is None:
        return
    await set_field(run, field, value.literal)
    now = await run.see()
    # A field that opened for the new text of its entry takes Enter.
    if send_button(now, field, phrases("page", "submit")) is not None or new_text(command) is not None:
        await send_form(run, now, await run.find(field), phrases("page", "submit"))


def _by_select(page: Page, command: Command, records: Sequence[Record], explained: frozenset[int]) -> Plan | None:
    """Return the plan for a list in the record's own row: "assign the lamp ticket to Ada"."""
    value = command.chunk("to", "as", "into")
    if value is None or len(records) != 1:
        return None
    selects = [e for e in records[0].element.walk() if e.kind == "select"]
    options = [(e, o) for e in selects for o in e.node.options if name_similarity(value.literal, o) > _ALIKE_NAMES]
    if not options:
        return None
    element, option = options[0]
    explained |= command.says(page.label(element), *element.classes) | starts(value.tokens)
    return step_plan(0.85, explained, Select(element.ref, (option,)))


def _by_opening(
    command: Command, records: Sequence[Record], explained: frozenset[int], verbs: Sequence[str]
) -> Plan | None:
    """Return the plan for a record whose menu, page or panel has the control: open that, then use the control."""
    record = records[0]
    opener = record.opener(phrase_set("page", "menu")) or (record.element if record.element.usable else None)
    if len(records) != 1 or opener is None or command.action not in {"act", "set"}:
        return None
    value_starts = starts(t for c in command.chunks if c.role in {"to", "as", "into", "with"} for t in c.phrase.tokens)
    explained |= value_starts | starts(t for t in command.clause.tokens if t.kind == "quote") | _usual_place(command)
    edit = new_text(command)

    async def carry(run: Run) -> None:
        before = await run.see()
        page = await run.click(opener)
        run.entity = (record.title,)
        shown = page.fresh(before, page.usable)
        if command.action == "set" and (values := assign(page, command.rest, form_fields(page)).pairs):
            await set_fields(run, values)
            if edit is not None and not run.sent_later:
                await send_form(run, await run.see(), await run.find(values[0][0]), phrases("page", "submit"))
                await _see_edit(run, before, edit.literal)
            return
        plans = [p for p in _on_open_one(run, page, command, verbs, shown) if starts(p.left(command)) <= explained]
        if not plans:
            raise Stuck(f"“{record.title[:60]}” was opened, and has nothing for that.", left=(command.verb,))
        await plans[0].carry(run)

    return Plan(0.7, explained, carry)


def _for_selected(
    page: Page, command: Command, verbs: Sequence[str], boxes: Sequence[Element], explained: frozenset[int]
) -> list[Plan]:
    """Return the plan for ticking *boxes*, and using the button or the option that does it for all that is ticked."""
    listed = elements_in(record_lists(page)[:4])
    outside = [e for e in page.usable if id(e) not in listed]
    pool = [(e, option, option) for e in outside for option in e.node.options]
    pool += [(e, "", e.name) for e in outside if e.kind == "button"]
    scored = [(best_match(words(name)[0], tuple(verbs)), e, option) for e, option, name in pool if words(name)]
    best = max(scored, default=None, key=lambda p: p[0])
    if best is None or best[0] < SURE or (not boxes and sum(s[0] == best[0] for s in scored) > 1):
        return []
    _, control, option = best
    nouns = starts(t for t, w in wanted_words(command.content) if kinds_of(w)[:1] == ("item",))

    async def carry(run: Run) -> None:
        for box in boxes:
            await run.set_toggle(await run.find(box), on=True)
        before = await run.see()
        used: Element | None = await run.find(control)
        if option:
            await run.do(Select((await run.find(control)).ref, (option,)))
            before = await run.settled()
            used = send_button(before, await run.find(control), phrases("page", "submit"))
        if used is not None:
            await _use_control(run, before, command, used)

    return [Plan(0.9, explained | nouns | command.says(option, page.label(control), *_BULK), carry)]


def _on_open_one(
    run: Run, page: Page, command: Command, verbs: Sequence[str], pool: Sequence[Element] | None = None
) -> list[Plan]:
    """Return the plan for a button outside of lists, on the page or in the dialog of the one thing that is shown."""
    if command.object.all and command.object.plural:
        return []
    action_words = tuple(v for v in verbs if v not in word_list("grammar", "filler")) or tuple(verbs)
    named = _buttons_for(run, page, action_words, pool)
    if not named:
        return []
    wording = [w for _, w in wanted_words(command.content)]
    button = max(named, key=lambda e: (sum(best_match(w, words(e.name)) for w in wording), e.kind == "button"))
    if _is_one_of_several(named, button, wording):
        sentence = f"Several buttons fit “{command.wording}”. Say which one."
        candidates = tuple(describe(e, page) for e in named[:8])
        return [refusal(0.5, command.says(*(e.name for e in named)), sentence, candidates)]
    # The only button to copy with copies what is meant.
    is_harmless = len(named) == 1 and action_words[0] in word_list("page", "harmless")
    return [_button_plan(page, command, button, (*run.entity, command.object.raw) if is_harmless else run.entity)]


def _buttons_for(run: Run, page: Page, verbs: Sequence[str], pool: Sequence[Element] | None) -> list[Element]:
    """Return the buttons outside of lists that are for the verbs *verbs*: of equal ones that behind what was used."""
    listed = elements_in(record_lists(page)[:4]) if pool is None else set[int]()
    usable = (e for e in (page.usable if pool is None else pool) if id(e) not in listed)
    named = page.in_front(e for e in usable if _does(e, verbs))
    last = last_element(run, page)
    after = [e for e in named if last is not None and e.index > last.index]
    return after[:1] if after and len({folded(e.name) for e in named}) == 1 else named


def _does(control: Element, verbs: Sequence[str]) -> bool:
    """Return whether the name of *control* begins with one of the verbs *verbs*, or has all of them."""
    name = words(control.name)
    if control.kind not in _CLICKED or not control.seen or not name or len(control.name) >= _CONTROL_LENGTH:
        return False
    return (has_word(verbs, name[0]) or set(verbs) <= set(name)) and not _is_opposite(name, verbs)


def _button_plan(page: Page, command: Command, button: Element, about: Sequence[str]) -> Plan:
    """Return the plan for *button*, which is for what *about* says, with the values that the clause gives."""
    texts = (button.name, *_about(page, button), *about)
    assignment = assign(page, command.rest, form_fields(page))
    # "Reply: It is paid." gives a text for the form that the button opens.
    later = _text_given(command) if not assignment else None
    explained = command.says(*texts) | command.places(*page.titles, *page.section_names(button))
    explained |= _usual_place(command) | assignment.explained
    explained |= starts(later.tokens) if later is not None else frozenset()

    async def carry(run: Run) -> None:
        await set_fields(run, assignment.pairs)
        await _use_control(run, await run.see(), command, await run.find(button))

    return Plan(0.8, explained, carry)


def _about(page: Page, button: Element) -> Sequence[str]:
    """Return the names of the object of *button*: the headings of its dialog, else the page's own."""
    dialog = page.dialog_of(button)
    return [h.text for h in page.headings if (dialog.holds(h) if dialog is not None else h.node.level == 1)]


def _is_one_of_several(named: Sequence[Element], button: Element, wording: Sequence[str]) -> bool:
    """Return whether another of the buttons says as much of the clause, in a row or a box of its own."""
    same = [e for e in named if folded(e.name) == folded(button.name)]
    return len(same) > 1 and not has_all(words(button.name), wording, ALIKE)


def _text_given(command: Command) -> Phrase | None:
    """Return the text that the clause gives: in quotes, or behind "saying", "with" or a colon; None without one."""
    tokens = command.rest.tokens
    quoted = tuple(t for t in tokens if t.kind == "quote")
    if len(quoted) == 1:
        return Phrase(command.rest.source, quoted)
    at = next((n for n, t in enumerate(tokens[:-1]) if t.norm in {"saying", ":", "says"}), None)
    return Phrase(command.rest.source, tokens[at + 1 :]) if at is not None else command.chunk("with")


def new_text(command: Command) -> Phrase | None:
    """Return the text that something gets: "Beta" of "rename Alpha to Beta"; None where the clause is no edit."""
    chunk = command.chunk("to", "into", "as", "named") if command.verb in word_list("page", "editing") else None
    if chunk is None:
        return None
    leads = word_list("page", "edit_leads")
    at = next((n for n, t in enumerate(chunk.tokens) if t.kind == "quote" or t.norm not in leads), len(chunk.tokens))
    text = chunk.between(at)
    return text if text.literal else None


async def _see_edit(run: Run, before: Page, text: str) -> None:
    """Wait until the page shows *text* where it did not before. Raises Stuck when it does not within seconds."""
    was = _showing(before, text)

    def is_shown(page: Page) -> bool:
        has_moved = page.snapshot.url != before.snapshot.url
        return page.snapshot.dialog is not None or _showing(page, text) > (0 if has_moved else was)

    if await run.watch(is_shown) is None:
        raise Stuck(f"The page does not show “{text}” afterwards, so the change is not confirmed.", left=(text,))


def _showing(page: Page, text: str) -> int:
    """Return in how many places *page* shows *text*; what only stands in a field is not shown."""
    inner = [e for e in page.elements if e.seen and e.kind not in TYPED and holds_words(e.text, words(text))]
    return sum(not any(e.holds(o) for o in inner) for e in inner)
