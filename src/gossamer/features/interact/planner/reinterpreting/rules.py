"""What a command means on this page, where its verb alone would mislead: the rules, in their order.

"Find crime films of 1995" is looking for something on a page of films, and filling a form on one that searches them.
The page decides, by what it offers for the things that are said; the rules speak of kinds of pages, never of a
sentence.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.reinterpreting import choices, dialogs, fields, lookups, series, sliders
from gossamer.features.interact.planner.running import Ambiguous, BudgetSpent, NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills import (
    acting,
    applying,
    checking_out,
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
    searching,
    sorting,
    spans,
    submitting,
    uploading,
    wizards,
)
from gossamer.features.interact.planner.skills.confirming import answer_question

Skill = Callable[[Run, Command], Awaitable[None]]


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
    if command.stated and sliders.counts(command, page, whole, norms):
        return sliders.set_counts
    if entries.applies(command, page, whole, norms) and not choices.takes_extreme(command, page, whole, norms):
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


_RULES: Final[tuple[tuple[Callable[[Command, PageModel, Phrase, set[str]], bool], Skill], ...]] = (
    (dialogs.answers_dialog, dialogs.answer_dialog),
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
    (fields.uploads, uploading.upload),
    (composing.composes, composing.compose),
    (fields.arrives, fields.enter_day),
    (sliders.counts, sliders.set_counts),
    (fields.stays, fields.tick_to_stay),
    (dialogs.puts_away, closing.close),
    (choices.takes_extreme, choices.take_most_or_least),
    (series.turns, going.turn_to),
    (series.loads_all, going.load),
    (fields.draws_event, creating.create),
    (sliders.sets_sliders, sliders.set_sliders),
    (sliders.sets_slider, sliders.set_slider),
    (choices.classifies, marking.mark),
    (choices.by_meaning, choices.choose_similar),
    (fields.constrained, filling.fill),
    (fields.focuses, fields.put_cursor),
    (lookups.changes_case, lookups.change_case),
    (lookups.copies_labels, lookups.fill_by_labels),
    (series.leafs_through, series.leaf_through),
    (lookups.looks_up, lookups.keep_value),
    (series.opens_until, series.open_until_found),
    (choices.colored, choices.choose_colored),
    (picking.picks, picking.pick),
    (filters.narrows, filters.narrow),
    (series.searches, searching.search),
)


# Skills that use all words of a command when they succeed.
WHOLE: Final = frozenset(
    {
        marking.mark,
        sliders.set_sliders,
        sliders.set_slider,
        choices.choose_similar,
        fields.put_cursor,
        lookups.change_case,
        lookups.fill_by_labels,
        series.leaf_through,
        lookups.keep_value,
        series.open_until_found,
        choices.choose_colored,
    }
)


# Skills for a wish whose words are names of the page's own controls: nothing else is tried for it before.
SURE: Final = frozenset(
    {
        sliders.set_counts,
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
