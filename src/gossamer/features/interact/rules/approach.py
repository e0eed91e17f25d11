"""Approach: the best plan for a clause, on the page as it is or a few steps further.

What the clause names may come late, stand behind a control that the clause names (the record it speaks of, the form
that its verb opens), in a folded section or another view, or on a later page of a list.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.controls import more_control, next_control
from gossamer.features.interact.rules.effects import is_final
from gossamer.features.interact.rules.elements import Element, is_closed
from gossamer.features.interact.rules.lexicon import kinds_of, phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.records import Record, elements_in, record_lists
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck
from gossamer.features.interact.rules.similarity import SAME, count_words, has_any, has_word, words
from gossamer.features.interact.rules.tokens import Token

_ACTIONS: Final = frozenset({"add", "create", "buy", "submit", "act", "fill", "set", "choose"})
_MOST_OF_TITLE: Final = 0.6
_LONGEST_NAME: Final = 40
_LONGEST_TITLE: Final = 80
_FEWEST: Final = 2
_NAMING_FIELDS: Final = 3
_MOST_OPENED: Final = 12
_MOST_PAGES: Final = 10
_MOST_STEPS: Final = 3
_LATE_LOOKS: Final = 2
_LATE_SECONDS: Final = 0.5

Choice = tuple[Command, Plan | None]
Best = Callable[[Run, Page, Sequence[Command]], Choice]


async def find_plan(run: Run, page: Page, commands: Sequence[Command], best: Best) -> Choice:
    """Return the reading and the plan that *best* finds, as soon as nothing of the clause is left over."""
    choice = best(run, page, commands)
    for _ in range(_LATE_LOOKS):
        if _is_whole(choice):
            return choice
        if page.snapshot.dialog is None:
            await run.wait(_LATE_SECONDS)
        page = await run.look()
        choice = max(best(run, page, commands), choice, key=_coverage)
    choice = await _open_subject(run, commands, choice, best)
    if not _is_whole(choice) and commands[0].action not in {"read", "count"}:
        choice = await _open_views(run, commands, choice, best)
    return choice


def _coverage(choice: Choice) -> float:
    command, plan = choice
    return plan.coverage(command) if plan is not None else -1.0


def _is_whole(choice: Choice) -> bool:
    command, plan = choice
    return plan is not None and not plan.left(command)


async def _open_subject(run: Run, commands: Sequence[Command], choice: Choice, best: Best) -> Choice:
    """Open what the clause is about, step by step, and read the rest of the clause there."""
    for _ in range(0 if _is_whole(choice) else _MOST_STEPS):
        page = await run.see()
        next_step = next((step for c in commands if (step := approach(page, c)) is not None), None)
        if next_step is None:
            break
        clause = commands[0].clause
        commands = readings(clause.source, _without(clause.tokens, next_step.explained))
        # "Add a user" ends with "Save" in the form that it has opened.
        ending = word_list("page", "ending_verbs")
        sends = [c for c in commands if c.action in {"add", "create", "buy", "act"} and c.verb not in ending]
        commands = [*commands, *(c.as_("submit") for c in sends)]
        choice = best(run, await run.click(next_step.element), commands)
        if _is_whole(choice):
            break
    return choice


def _without(clause: Sequence[Token], removed_tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return *clause* without tokens and without "of the" or "for the" before them."""
    remaining_tokens: list[Token] = []
    for token in clause:
        if token not in removed_tokens:
            remaining_tokens.append(token)
            continue
        while len(remaining_tokens) > 1 and remaining_tokens[-1].norm in {"the", "a", "an", "of", "for"}:
            remaining_tokens.pop()
    return tuple(remaining_tokens)


async def _open_views(run: Run, commands: Sequence[Command], choice: Choice, best: Best) -> Choice:
    """Open views, sections and branches one after the other until the page shows all that the clause names."""
    opened: set[str] = set()
    clause_words = {w for t in commands[0].clause.tokens for w in words(t.text)}
    for _ in range(_MOST_OPENED):
        page = await run.see()
        views = [e for e in page.usable if _is_view_named(e, clause_words)]
        closed = [e for e in (*views, *filter(is_closed, page.usable)) if e.name not in opened]
        if not closed:
            break
        opened.add(closed[0].name)
        try:
            again = best(run, await run.click(closed[0]), commands)
        except BudgetSpent:
            raise
        except Stuck:
            continue
        if _is_whole(again):
            return again
    return await _on_later_pages(run, commands, choice, best)


async def _on_later_pages(run: Run, commands: Sequence[Command], choice: Choice, best: Best) -> Choice:
    """Turn the pages of a list until one shows all that the clause names."""
    for _ in range(_MOST_PAGES):
        page = await run.see()
        again = best(run, page, commands)
        if again[1] is not None and (_is_whole(again) or choice[1] is None):
            return again
        if any(approach(page, c) is not None for c in commands):
            return await _open_subject(run, commands, again, best)
        control = more_control(page) or next_control(page)
        if control is None or commands[0].object.ordinal is not None or not await run.leave_page():
            break
        if (await run.click(control)).signature == page.signature:
            break
    return choice


def _is_view_named(element: Element, clause_words: set[str]) -> bool:
    """Return whether *element* leads to a view of the page that the clause names: "the bin" is behind "Bin"."""
    name = set(words(element.name)) - {"the", "my"}
    leads = element.kind in {"link", "tab", "treeitem"} and element.seen and not is_final(element.name)
    return leads and 0 < len(name) <= _FEWEST and name <= clause_words


@dataclass(frozen=True)
class Approach:
    """A control to use, and the tokens of the clause that it accounts for."""

    element: Element
    explained: tuple[Token, ...]


def approach(page: Page, command: Command) -> Approach | None:
    """Return the element that leads nearer to the object of *command*; None without one."""
    if command.action not in _ACTIONS or command.object.all:
        return None
    candidate = _record(page, command)
    assignment = assign(page, command.rest, form_fields(page))
    ends = command.verb in word_list("page", "ending_verbs")
    if candidate is None and not ends and len(assignment.explained) * 2 < len(command.content):
        candidate = _form(page, command)
    return candidate


def _record(page: Page, command: Command) -> Approach | None:
    """Return the opener of the one record that the clause names: by its title, else by its other fields."""
    rows = [r for record_list in record_lists(page)[:3] if not record_list.apart for r in record_list.records]
    named = [(max(_namings(command, r), key=lambda n: n[0]), r) for r in rows]
    best = max((score for (score, _), _ in named), default=0.0)
    best_namings = [(title_tokens, r) for (score, title_tokens), r in named if score == best]
    if not best or len(best_namings) > 1:
        return None
    naming_tokens, record = best_namings[0]
    # A control that says that it opens the record ("Edit"), a menu, else the link of its title.
    opener = record.opener(phrase_set("page", "record_openers"))
    # "The Data Engineer job": the noun belongs to the name.
    nouns = [t for t in command.rest.tokens if t.kind == "word" and kinds_of(t.norm)[:1] == ("item",)]
    return Approach(opener, (*naming_tokens, *nouns)) if opener is not None else None


def _namings(command: Command, record: Record) -> Iterator[tuple[float, list[Token]]]:
    """Yield the degree to which the clause names *record* by title and first fields, and the tokens for that."""
    for weight, name in ((1.0, record.title), *((0.5, f.text) for f in record.fields[:_NAMING_FIELDS])):
        score, naming_tokens = _match_title(command, words(name) if len(name) <= _LONGEST_TITLE else ())
        yield weight * score, naming_tokens


def _match_title(command: Command, title: tuple[str, ...]) -> tuple[float, list[Token]]:
    """Return the degree to which the clause names *title*, and its tokens for that; 0 where it does not."""
    if not title or title[0].isdigit():
        return 0.0, []
    kinds = {"word", "number", "quote"}
    title_tokens = [t for t in command.rest.tokens if t.kind in kinds and has_any(title, words(t.text), SAME)]
    spoken = {w for t in title_tokens for w in words(t.text)}
    covered = {w for w in title if has_word(spoken, w, SAME)}
    is_whole = covered == set(title) and (len(title) > 1 or title[0] in spoken)
    is_most = len(covered) >= max(_FEWEST, _MOST_OF_TITLE * len(set(title)))
    return (len(covered) / len(set(title)) + 0.1 * len(covered) if is_whole or is_most else 0.0), title_tokens


def _form(page: Page, command: Command) -> Approach | None:
    """Return the button or the link that opens the form for the verb: "New task", "Apply now", "Job alerts"."""
    word_tokens = [t for t in command.content if t.kind == "word"]
    nouns = tuple(w for t in word_tokens for w in words(t.text))
    rows = elements_in(record_list for record_list in record_lists(page)[:4] if not record_list.apart)
    usable = [e for e in page.in_front(page.usable) if id(e) not in rows and _may_open(page, e)]
    scored = [(_opening(command, nouns, e), -e.index, e) for e in usable]
    score, _, chosen = max(scored, key=lambda s: s[:2], default=(0.0, 0, None))
    if not score or chosen is None:
        return None
    name = words(chosen.name)
    return Approach(chosen, tuple(t for t in word_tokens if has_any(name, words(t.text))))


def _may_open(page: Page, element: Element) -> bool:
    """Return whether *element* is a control that opens something, and sends nothing."""
    is_control = element.kind in {"button", "link", "tab", "menuitem"} and element.seen
    is_named = bool(words(element.name)) and len(element.name) <= _LONGEST_NAME
    return is_control and is_named and not _sends(page, element) and not _leads_here(page, element)


def _opening(command: Command, nouns: tuple[str, ...], element: Element) -> float:
    """Return the match of the name of *element* with the verb, and its purpose; 0 where there is none."""
    name = words(element.name)
    verb = tuple(w for w in words(command.verb) if w not in word_list("grammar", "filler")) or words(command.verb)
    makes = ("new", "add", "create") if command.action in {"add", "create"} else ()
    acts, of_it = has_word((*verb, *makes), name[0]), count_words(nouns, name)
    is_alone = not makes or len(name) == 1
    fits = (acts and (of_it or is_alone)) or (element.kind != "button" and of_it == len(name))
    return 1.5 * acts + of_it / len(name) + 0.1 * of_it if fits and not has_word(name, "cart") else 0.0


def _leads_here(page: Page, element: Element) -> bool:
    """Return whether a link leads to the page that is shown."""
    href = element.node.attributes.get("href")
    return href is not None and urljoin(page.snapshot.url, href) == page.snapshot.url


def _sends(page: Page, element: Element) -> bool:
    """Return whether a button stands in a form with fields to fill in, which it would send."""
    form = next((a for a in element.ancestors() if a.kind in {"form", "dialog"}), None)
    return form is not None and any(form.holds(f) for f in page.fields)
