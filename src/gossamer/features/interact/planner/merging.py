"""Clauses that belong to the one before them, as "name Ada Lovelace" of "pay with card 4111, name Ada Lovelace".

What is said of a form has to be known before the form is sent off, whatever verb its words look like.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.forms import read_form
from gossamer.features.interact.planner.wordsets import word_set

# What sends a form off when it is done.
_SENDING: Final = word_set("login book act create add submit")
# Verbs that say what to do with the mouse or the keys; a clause with one stands for itself.
_PLAIN: Final = word_set(
    "click fill open close drag scroll wait go press uncheck hover focus upload submit book act search"
)
_STAYING: Final = word_set("stay keep remember")


def merged(commands: Sequence[Command], page: PageModel) -> tuple[Command, tuple[Command, ...]]:
    """Return the first command with the clauses behind it that say more of its form, and the commands that are left."""
    first, rest = commands[0], tuple(commands[1:])
    while rest and first.action in _SENDING and not first.negated and _says_more(rest[0], page):
        more = Phrase(first.source, rest[0].clause)
        first = replace(
            first, clause=(*first.clause, *rest[0].clause), chunks=(*first.chunks, Chunk("with", "with", more))
        )
        rest = rest[1:]
    return first, rest


def _says_more(command: Command, page: PageModel) -> bool:
    if (command.question and command.verb != "name") or command.until is not None or not command.clause:
        return False
    if command.chunks and refers_back(command.object):
        # "Assign him to Tom": what "him" is stands in no form.
        return False
    head = command.clause[0].norm
    labels = {w for f in page.fields for w in words(page.label(f))}
    labelled = any(related(head, label) for label in labels) and command.action not in _PLAIN
    if not labelled and head not in _STAYING:
        return False
    reading = read_form(command.source, command.clause, page.elements, page)
    used = {t.start for s in reading.said for t in s.words}
    left = [t for t in telling_words(Phrase(command.source, command.clause)) if t.start not in used]
    return bool(reading) and (head not in _STAYING or not left)
