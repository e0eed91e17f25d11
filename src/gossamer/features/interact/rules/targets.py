"""Targets: the descriptions of elements that a command may contain, and the choice among what they match."""

from collections.abc import Sequence

from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import MARGIN, Match, Target, describe, ground, nearest
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, words


def target_of(command: Command) -> Target:
    """Return what *command* points at, with what else it says of it."""
    return Target(command.object, command.chunks)


def matches(page: Page, command: Command, pool: Sequence[Element] | None = None) -> list[Match]:
    """Return what the words behind the verb may mean: as one name, or as a noun with what stands around it."""
    named = any(c.role == "named" for c in command.chunks)
    whole = [] if named else ground(page, Target(command.rest), pool)
    parts = ground(page, target_of(command), pool) if command.chunks and command.object else []
    if not command.object and command.chunks:
        # "Focus into the textbox": what is meant stands behind the marker.
        parts = ground(page, Target(command.chunks[0].phrase, command.chunks[1:]), pool)
    together = sorted([*whole, *parts], key=lambda m: (-len(m.explained), -m.score, m.element.index))
    found: dict[int, Match] = {}
    for match in together:
        found.setdefault(id(match.element), match)
    return list(found.values())


def choose(page: Page, found: Sequence[Match], said: str) -> Match:
    """Return the best of *found*. Raises Stuck where others are as good and would do something else."""
    best = found[0]
    rivals = [
        m for m in found if m is not best and m.score >= best.score - MARGIN and len(m.explained) == len(best.explained)
    ]
    rivals = [m for m in rivals if not _same_effect(page, best.element, m.element)]
    in_dialog = [m for m in (best, *rivals) if any(d.holds(m.element) for d in page.dialogs)]
    if rivals and len(in_dialog) == 1:
        return in_dialog[0]
    if rivals:
        named = tuple(describe(m.element, page) for m in (best, *rivals))
        raise Stuck(f"“{said}” may be any of {len(rivals) + 1} elements. Say which one.", named[:8])
    return best


def _same_effect(page: Page, one: Element, other: Element) -> bool:
    """Return whether two elements do the same: links to one address, or a control and what holds it."""
    href = one.node.attributes.get("href")
    if href and href != "#" and href == other.node.attributes.get("href"):
        return True
    if one.holds(other) or other.holds(one):
        return True
    # An icon or a text beside a control with the same name is the same thing.
    return (one.kind != other.kind and folded(one.name) == folded(other.name)) or (
        one.kind in {"link", "heading"}
        and page.record(one) is page.record(other) is not None
        and one.kind != other.kind
    )


def missing(page: Page, said: Phrase) -> Stuck:
    """Return the refusal for a phrase that nothing on the page matches, with the nearest candidates."""
    return Stuck(f'Nothing on the page is "{said.raw}".', nearest(page, Target(said)), (said.raw,))


def last_element(run: Run, page: Page) -> Element | None:
    """Return the element that was used last, where it is still there."""
    return page.by_ref.get(run.last_ref or "")


def last_record(run: Run, page: Page) -> Element | None:
    """Return the record that was acted on last, where it is still there."""
    for text in run.entity:
        wanted = words(text)
        found = [e for group in page.groups for e in group if holds_words(e.text, wanted)]
        if found:
            return found[-1]
    return None


def only_pronouns(phrase: Phrase) -> bool:
    """Return whether *phrase* is "it", "them", "this one" or nothing."""
    return not phrase.content and not phrase.quotes and (phrase.noun is None or "one" in phrase.norms)
