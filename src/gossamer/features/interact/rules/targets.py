"""Targets: the descriptions of elements that a command may contain, and the choice among what they match."""

from collections.abc import Sequence

from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import MARGIN, Match, Target, describe, ground
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, words


def matches(page: Page, command: Command, pool: Sequence[Element] | None = None) -> list[Match]:
    """Return what the words behind the verb may mean: as one name, or as a noun with what stands around it."""
    targets = [] if any(c.role == "named" for c in command.chunks) else [Target(command.rest)]
    if command.chunks and command.object:
        targets.append(Target(command.object, command.chunks))
    elif command.chunks:
        # "Focus into the textbox": what is meant stands behind the marker.
        targets.append(Target(command.chunks[0].phrase, command.chunks[1:]))
    found = [match for target in targets for match in ground(page, target, pool)]
    best: dict[int, Match] = {}
    for match in sorted(found, key=lambda m: (-len(m.explained), -m.score, m.element.index)):
        best.setdefault(id(match.element), match)
    return list(best.values())


def choose(page: Page, found: Sequence[Match], wording: str) -> Match:
    """Return the best of *found*. Raises Stuck where others are as good and would do something else."""
    best = found[0]
    least = best.score - MARGIN
    rivals = [m for m in found[1:] if m.score >= least and len(m.explained) == len(best.explained)]
    rivals = [m for m in rivals if not _same_effect(page, best.element, m.element)]
    in_dialog = [m for m in (best, *rivals) if any(d.holds(m.element) for d in page.dialogs)]
    if rivals and len(in_dialog) == 1:
        return in_dialog[0]
    if rivals:
        named = tuple(describe(m.element, page) for m in (best, *rivals))
        raise Stuck(f"“{wording}” may be any of {len(rivals) + 1} elements. Say which one.", named[:8])
    return best


def _same_effect(page: Page, one: Element, other: Element) -> bool:
    """Return whether two elements do the same: links to one address, or a control and what holds it."""
    href = one.node.attributes.get("href")
    if href and href != "#" and href == other.node.attributes.get("href"):
        return True
    if one.holds(other) or other.holds(one):
        return True
    # An icon or a text beside a control with the same name is the same thing, and so is the title of a record.
    of_record = one.kind in {"link", "heading"} and page.record(one) is page.record(other) is not None
    return one.kind != other.kind and (folded(one.name) == folded(other.name) or of_record)


def last_element(run: Run, page: Page) -> Element | None:
    """Return the element that was used last, where it is still there."""
    return page.by_ref.get(run.last_ref or "")


def last_record(run: Run, page: Page) -> Element | None:
    """Return the record that was acted on last, where it is still there."""
    rows = [e for group in page.groups for e in group]
    found = [e for text in run.entity for e in rows if holds_words(e.text, words(text))]
    return found[-1] if found else None


def only_pronouns(phrase: Phrase) -> bool:
    """Return whether *phrase* is "it", "them", "this one" or nothing."""
    return not phrase.content and not phrase.quotes and (phrase.noun is None or "one" in phrase.norms)
