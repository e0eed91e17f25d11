"""What a command means on this page, where its verb alone would mislead, and what else it may mean when it fails.

"Find crime films of 1995" is looking for something on a page of films, and filling a form on one that searches them.
The page
decides, by what it offers for the things that are said; the rules speak of kinds of pages, never of a sentence.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.parsing import chunked
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Clock
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Ambiguous, BudgetSpent, NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills import (
    acting,
    applying,
    checking_out,
    choosing,
    closing,
    composing,
    consenting,
    creating,
    entries,
    filling,
    filters,
    going,
    labelled,
    marking,
    narrowing,
    picking,
    pointing,
    searching,
    sorting,
    spans,
    states,
    submitting,
    uploading,
    wizards,
)
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured, take_extreme
from gossamer.features.interact.planner.skills.confirming import answer_question
from gossamer.features.interact.planner.skills.entitling import is_entitled
from gossamer.features.interact.planner.skills.exploring import (
    advance,
    find_or_explore,
    more_control,
    next_control,
    page_numbers,
)
from gossamer.features.interact.planner.skills.forms import Reading, enter, read_form
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.steppers import said_of, step_to, steppers
from gossamer.features.interact.planner.skills.values import cased, look_up
from gossamer.features.interact.planner.wordsets import word_set

Skill = Callable[[Run, Command], Awaitable[None]]


_LIKE: Final = word_set(
    "similar synonym synonyms meaning mean means synonymous resembling resemble related close equivalent alike"
)


_TABLED: Final = word_set(
    "values value data information details entries corresponding matching appropriate correct respective same contents"
)


_LOOKING: Final = word_set("find search read book go open")


def meant_on(command: Command, page: PageModel) -> Skill | None:  # noqa: PLR0911
    """Return the skill that the page asks for instead of the verb's; None when the verb is right."""
    whole = command.whole()
    norms = set(whole.norms)
    if submitting.names_button(command, page, whole, norms):
        return submitting.press_named
    if command.action == "submit" and composing.composes(command, page, whole, norms):
        return composing.compose
    if command.action == "submit" and picking.picks(command, page, whole, norms):
        return picking.pick
    if command.stated and _counts(command, page, whole, norms):
        return _count
    if entries.applies(command, page, whole, norms) and not _takes_extreme(command, page, whole, norms):
        return _on_entries
    if command.action in {"submit", "press", "wait", "scroll", "close", "login"}:
        return None
    for applies, skill in _RULES:
        if applies(command, page, whole, norms):
            return skill
    return None


async def _on_entries(run: Run, command: Command) -> None:
    """Use the controls of the rows that are meant; what may be found by opening or paging is left to the verb."""
    try:
        before = await run.see()
        await entries.act_on_entries(run, command)
        await answer_question(run, before)
    except (BudgetSpent, NotUnderstood, Ambiguous):
        raise
    except Stuck:
        if command.action != "act" or run.performed or command.object.quantity == "all":
            raise
        await acting.act(run, command)


def _answers_dialog(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    norms = norms | set(whole.norms) | set(Phrase.of(command.said).norms)
    asked = bool(norms & {"dialog", "dialogue", "popup", "modal", "alert", "pop-up", "window"})
    return (
        bool(page.dialogs)
        and command.action not in {"close", "fill", "create", "add"}
        and asked
        and _button_said(page, command) is not None
    )


def _button_said(page: PageModel, command: Command) -> Element | None:
    buttons = [e for d in page.dialogs for e in d.walk() if e.kind in {"button", "link"} and e.name]
    whole = Phrase.of(command.said)
    said = [
        *command.whole().quotes,
        *whole.quotes,
        *(t.text for t in whole.tokens if t.kind == "word" and t.text[:1].isupper()),
    ]
    return next((b for text in said for b in buttons if folded(b.name) == folded(text) != ""), None)


async def _answer_dialog(run: Run, command: Command) -> None:
    button = _button_said(await run.see(), command)
    if button is not None:
        await run.do(Click(button.ref))


def _uploads(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del whole
    return (
        command.action in {"choose", "add", "fill", "set"}
        and bool(norms & {"file", "files"})
        and any(f.kind == "upload" for f in page.fields)
    )


def _draws_event(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del command, norms
    return any(isinstance(t.value, Clock) for t in whole.tokens) and bool(creating.slots_of(page))


def _sets_sliders(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del command, norms
    count = len(_numbers(whole))
    return count > 1 and sum(f.kind in {"slider", "spinner"} for f in page.fields) >= count


def _numbers(whole: Phrase) -> list[str]:
    bracketed = next((t for t in whole.tokens if t.kind == "list"), None)
    if bracketed is not None and isinstance(bracketed.value, tuple):
        return [str(v) for v in bracketed.value]
    return [t.text for t in whole.tokens if t.kind == "number"]


async def _sliders(run: Run, command: Command) -> None:
    page = await run.see()
    numbers = _numbers(command.whole())
    fields = [f for f in page.fields if f.kind in {"slider", "spinner"}]
    for field, number in zip(fields, numbers, strict=False):
        await set_field(run, (await run.see()).by_ref.get(field.ref, field), number)


def _sets_slider(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    if command.action not in {"drag", "set", "fill", "choose", "book", "find", "go"}:
        return False
    number = _numbers(whole) or (_numbers(command.until) if command.until else [])
    sliders = [f for f in page.fields if f.kind == "slider"]
    return len(number) == 1 and len(sliders) >= 1 and (bool(norms & {"slider", "handle", "knob", "range"}))


async def _slider(run: Run, command: Command) -> None:
    page = await run.see()
    whole = command.whole()
    numbers = _numbers(whole) or (_numbers(command.until) if command.until else [])
    sliders = [f for f in page.fields if f.kind == "slider"]
    phrase = next(
        (p for p in (command.object, *(c.phrase for c in command.chunks)) if p.kinds[:1] == ("slider",)), command.object
    )
    found = Finder(page).find(Description(phrase), pool=sliders)
    await set_field(run, found[0].element if found else sliders[0], numbers[0])


def _classifies(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del whole
    norms = norms | set(Phrase.of(command.said).norms)
    return len(norms & set(marking.PREDICATES)) > 1 and bool(marking.rows_with_number(page))


def _by_meaning(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    asked = command.question and "like" in norms and "words" in norms
    return (
        bool(asked or norms & _LIKE or any("similar" in c for c in norms))
        and not whole.quotes
        and sum(e.kind in {"checkbox", "radio"} for e in page.elements) > 1
    )


async def _similar(run: Run, command: Command) -> None:
    role = command.role("similar")
    if role is not None:
        await choosing.choose_similar(run, role)
        return
    whole = command.whole()
    at = max(i for i, n in enumerate(whole.norms) if n in _LIKE or n == "like")
    rest = whole.part(at + 1)
    while rest and rest.norms[0] in word_set(
        "to of with as in meaning the words word following something close for : roughly same terms like"
    ):
        rest = rest.part(1)
    await choosing.choose_similar(run, rest)


def _constrained(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del whole, norms
    return (
        filling.constrained(command)
        and command.action in {"fill", "choose", "set", "find", "add", "search", "click"}
        and any(f.kind in TYPED for f in page.fields)
    )


def _focuses(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del page
    if command.action not in {"fill", "set", "drag", "choose", "click", "find"} or whole.quotes:
        return False
    kinds = command.object.without("active").kinds
    field = bool(kinds) and kinds[0] in TYPED
    return bool(norms & {"focus", "focused", "cursor", "caret"}) or (
        field and ("active" in norms or command.verb == "activate")
    )


async def _focus(run: Run, command: Command) -> None:
    phrases = [
        p
        for p in (command.object, *(c.phrase for c in command.chunks))
        if p and set(p.norms) - word_set("focus focused cursor caret the keyboard your mouse")
    ]
    if not phrases:
        raise Stuck("It is not said what to put the cursor into.")
    phrase = next((p for p in phrases if set(p.kinds) & FIELDS), phrases[0]).without(
        "focus", "focused", "cursor", "active"
    )
    await pointing.focus(run, replace(command, object=phrase, chunks=()))


def _copies_labels(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    if (
        command.action not in word_set("fill copy set find use read mark drag search submit")
        or whole.quotes
        or not (
            norms & _TABLED
            or ("table" in norms and norms & {"each", "label", "labels", "fields"})
            or (command.role("using") is not None and "table" in norms)
        )
    ):
        return False
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    hits = [f for f in fields if look_up(page, page.label(f).rstrip(": ")) is not None]
    # One value that is named by its own label is looked up by that.
    return (
        len(hits) > 1
        and len(hits) == len(fields)
        and (
            command.object.plural
            or bool(
                norms
                & word_set("each every all values data information details fields corresponding matching labels table")
            )
        )
    )


async def _by_labels(run: Run, command: Command) -> None:
    del command
    page = await run.see()
    await filling.copy_by_label(run, page, [f for f in page.fields if f.kind in TYPED and f.seen])


def _leafs_through(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether all pages of a series are to be gone through."""
    del whole
    if command.action not in {"find", "go", "read", "open"} or next_control(page) is None:
        return False
    every = bool(norms & {"all", "every", "each", "through"}) and bool(norms & {"pages", "page"})
    return every or (command.object.norms[:1] == ("page",) and bool(norms & {"end", "last"}))


async def _leaf_through(run: Run, command: Command) -> None:
    run.settle(command)
    run.leafed.append(await run.see())
    while await advance(run):
        run.leafed.append(await run.look())
    run.leafed.pop()


def _looks_up(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether something is to be looked up that the page tells, for a later command."""
    if command.action not in {"search", "find", "copy"} or command.explore or whole.quotes:
        return False
    tables = any(e.kind == "table" or e.node.tag == "table" for e in page.elements)
    said = norms & {"value", "table", "values"}
    return bool(tables and said) and look_up(page, _subject(command)) is not None


def _subject(command: Command) -> str:
    phrase = command.role("for", "of") or command.object
    kept = tuple(
        t for t in phrase.tokens if t.norm not in word_set("the value values for of entry in table 's cell row")
    )
    return Phrase(phrase.source, kept).raw


async def _look_up(run: Run, command: Command) -> None:
    page = await run.see()
    found = look_up(page, _subject(command))
    if found is None:
        raise Stuck(f'The page does not tell "{command.said}".')
    run.clipboard = found[0]
    into = [f for f in page.fields if f.kind in TYPED and f.seen and not f.node.readonly]
    if command.role("into", "in") is not None and len(into) == 1:
        await set_field(run, into[0], found[0])
        return
    run.data = found[0]
    run.quotes.append(found[1].text)


def _searches(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether what is looked for is not here, and the page has a form that finds it."""
    if (
        command.action not in {"find", "go", "read", "open", "act"}
        or command.explore
        or not whole
        or whole.quantity == "all"
        # Words without a verb that is known are no words to search for.
        or not command.verb
    ):
        return False
    del norms
    fields = [f for f in page.fields if f.kind in TYPED | {"select"} and f.seen]
    if not fields or (extreme_in(whole) is not None and len(fields) < 2):  # noqa: PLR2004
        return False
    if len(fields) > 1:
        pairs = align(whole, fields, page)
        return len(pairs) > 1 and all(is_entitled(command.source, command.said, page, f, v) for f, v in pairs)
    named = Finder(page).find(Description(command.object, command.chunks))
    searching = fields[0].kind == "search" or any(
        folded(e.name) in {"search", "go", "find"} for e in page.elements if e.kind == "button"
    )
    return command.action == "find" and not named and searching


def _colored(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del page
    return (
        command.action in {"click", "choose", "find", "mark"}
        and whole.quantity == "all"
        and bool(norms & set(NAMED))
        and not whole.quotes
    )


async def _all_colored(run: Run, command: Command) -> None:
    if not await choosing.choose_colored(run, await run.see(), command):
        await pointing.click(run, command)


def _opens_until(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del page, whole, norms
    return (
        command.until is not None
        and command.action in {"open", "find", "go"}
        and any(
            n in word_set("find see locate spot reach discover get shows appears visible") for n in command.until.norms
        )
    )


async def _until_found(run: Run, command: Command) -> None:
    until = command.until
    if until is None:
        return
    wanted = until.without(
        "you",
        "find",
        "see",
        "locate",
        "spot",
        "reach",
        "it",
        "discover",
        "i",
        "we",
        "can",
        "get",
        "to",
        "have",
        "found",
        "come",
        "across",
        "shows",
        "up",
        "appears",
        "is",
        "visible",
    )
    named = Phrase(wanted.source, wanted.tokens)
    if not named and run.clipboard:
        # "The link x is in one of the sections. Open them until you see it."
        named = Phrase.of(f'"{run.clipboard}"')
    described = chunked(named)
    match = await find_or_explore(run, Description(described[0], described[1]), paging=True)
    run.used.append(match.element.ref)


def _upper_or_lower(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del page, norms
    return (
        command.verb in {"convert", "change", "turn", "make", "turn into"}
        and states.case_of(whole) is not None
        and bool(whole.quotes)
    )


async def _convert(run: Run, command: Command) -> None:
    whole = command.whole()
    run.clipboard = cased(whole.quotes[0], states.case_of(whole))


def _counts(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del whole, norms
    return (
        not command.question
        and command.action not in {"book", "act", "click", "press"}
        and not any(t.kind == "date" for t in command.clause)
        and any(said_of(s, command.clause) for s in steppers(page))
    )


async def _count(run: Run, command: Command) -> None:
    for stepper in steppers(await run.see()):
        if (said := said_of(stepper, command.clause)) is not None:
            await step_to(run, stepper, said[0])
    # Who comes says with how many.
    run.take(*(t for t in command.clause if t.norm in _COMING))


_COMING: Final = word_set("come coming travel travelling arrive stay staying visit visiting")


def _arrives(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it says on which day somebody checks in or out, on a page that asks for both."""
    del whole, norms
    said = [t.norm for t in command.clause]
    checks = any(said[i] in {"check", "checking", "checkin", "checkout"} for i in range(len(said)))
    return checks and sum(t.kind == "date" for t in command.clause) == 1 and _day_field(command, page) is not None


def _day_field(command: Command, page: PageModel) -> Element | None:
    wanted = (
        {"checkout", "departure"} if {"out", "checkout"} & {t.norm for t in command.clause} else {"checkin", "arrival"}
    )
    return next((f for f in page.fields if f.kind == "date" and wanted & set(words(page.label(f)))), None)


async def _arrive(run: Run, command: Command) -> None:
    field = _day_field(command, await run.see())
    day = next(t for t in command.clause if t.kind == "date")
    if field is not None:
        await set_field(run, field, day.text)
        run.take(*(t for t in command.clause if t.norm in {"check", "in", "out"}))


def _stays(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it asks to be remembered, on a page with a box for that."""
    del whole, norms
    return (
        bool(command.clause)
        and command.clause[0].norm in {"stay", "keep", "remember"}
        and bool(_box_to_stay(command, page))
    )


def _box_to_stay(command: Command, page: PageModel) -> Reading:
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch"}]
    return read_form(command.source, command.clause, boxes, page)


async def _stay(run: Run, command: Command) -> None:
    await enter(run, _box_to_stay(command, await run.see()))


def _puts_away(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    del whole
    asked = command.object.kinds[:1] == ("dialog",) or bool(norms & {"cookie", "cookies", "consent"})
    return command.verb == "get rid of" and (asked or bool(page.dialogs))


def _takes_extreme(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether the most or least of a list is to be put somewhere: "put the cheapest in the basket"."""
    del norms
    extreme = extreme_in(whole)
    return (
        command.action in {"fill", "add", "act"}
        and command.verb.split()[0] not in {"type", "enter", "write"}
        and extreme is not None
        and not whole.quotes
        and not set(whole.norms) & {"order", "sequence", "sorted", "ascending", "descending"}
        and any(e.kind in {"button", "link"} for _, row in measured(page, extreme) for e in row.walk())
    )


async def _take(run: Run, command: Command) -> None:
    extreme = extreme_in(command.whole())
    if extreme is not None:
        verb = "add" if command.action == "fill" else command.verb
        await take_extreme(run, replace(command, verb=verb), extreme)
        run.evidence.give(command.verb)


def _turns(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it says which page of a series to go to: "the last page", "the first 3 pages"."""
    del norms
    return (
        command.action in {"open", "find", "go", "click"}
        and command.object.kinds[:1] == ("page",)
        and whole.ordinal is not None
        and not whole.quotes
        and (next_control(page) is not None or bool(page_numbers(page)))
    )


def _loads_all(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    return (
        command.action == "open"
        and whole.quantity == "all"
        and norms <= word_set("all every everything the of it them items entries products results posts rest there is")
        and more_control(page) is not None
    )


_RULES: Final[tuple[tuple[Callable[[Command, PageModel, Phrase, set[str]], bool], Skill], ...]] = (
    (_answers_dialog, _answer_dialog),
    (checking_out.checks_out, checking_out.check_out),
    (consenting.consents, consenting.consent),
    (wizards.goes_on, wizards.go_on),
    (wizards.books_in_steps, wizards.book_in_steps),
    (narrowing.narrows, narrowing.narrow),
    (sorting.sorts, sorting.sort),
    (sorting.says_no_order, acting.act),
    (spans.spans, spans.choose_span),
    (applying.applies_code, applying.apply_code),
    (labelled.fills_in, labelled.fill_in),
    (_uploads, uploading.upload),
    (composing.composes, composing.compose),
    (_arrives, _arrive),
    (_counts, _count),
    (_stays, _stay),
    (_puts_away, closing.close),
    (_takes_extreme, _take),
    (_turns, going.turn_to),
    (_loads_all, going.load),
    (_draws_event, creating.create),
    (_sets_sliders, _sliders),
    (_sets_slider, _slider),
    (_classifies, marking.mark),
    (_by_meaning, _similar),
    (_constrained, filling.fill),
    (_focuses, _focus),
    (_upper_or_lower, _convert),
    (_copies_labels, _by_labels),
    (_leafs_through, _leaf_through),
    (_looks_up, _look_up),
    (_opens_until, _until_found),
    (_colored, _all_colored),
    (picking.picks, picking.pick),
    (filters.narrows, filters.narrow),
    (_searches, searching.search),
)


# Skills that use all words of a command when they succeed.
WHOLE: Final = frozenset(
    {
        marking.mark,
        _sliders,
        _slider,
        _similar,
        _focus,
        _convert,
        _by_labels,
        _leaf_through,
        _look_up,
        _until_found,
        _all_colored,
    }
)


# Skills for a wish whose words are names of the page's own controls: nothing else is tried for it before.
SURE: Final = frozenset(
    {
        _count,
        applying.apply_code,
        checking_out.check_out,
        consenting.consent,
        labelled.fill_in,
        narrowing.narrow,
        picking.pick,
        sorting.sort,
        spans.choose_span,
        wizards.book_in_steps,
        wizards.go_on,
    }
)
