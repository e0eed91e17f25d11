"""Free sentences put into the clauses that the parser knows, before anything is cut into clauses.

People wrap an order ("could you … for me?"), name the thing before the verb ("Checkbox: the second"), say what
something is in one sentence and what to do with it in the next, or put an order into a clause of its own ("before
it gets sent, …"). Each rule undoes one such turn of English and says nothing of any page. What no rule knows stays as
it is, so that it is named when nothing was done for it. Quoted text, addresses and lists are never looked into.
"""

import re
from typing import Final

from gossamer.features.interact.planner.language.rephrasing import idioms, references, stated, wrappings
from gossamer.features.interact.planner.language.tokens import tokens

# One private character stands for each literal piece.
_MASK: Final = 0xE000
_MOST_LITERALS: Final = 0x1900
# What is longer is no turn of phrase, and many rules take longer than in proportion.
_LONGEST: Final = 2000
_SPACES: Final = re.compile(r"[^\S\n]{2,}|\n{3,}")
_LITERAL_KINDS: Final = frozenset({"quote", "address", "list"})
_RULES: Final = (
    *wrappings.WRAPPINGS,
    *wrappings.LEADINGS,
    *stated.FACTS,
    *stated.PASSIVES,
    *references.REFERENCES,
    *idioms.NOUNS_FIRST,
    *idioms.IDIOMS,
    *stated.STATES,
    *idioms.JOURNEYS,
)


def rephrased(text: str) -> str:
    """Return *text* with its turns of phrase undone; as it is when there are none."""
    literals = [t for t in tokens(text) if t.kind in _LITERAL_KINDS]
    if len(literals) > _MOST_LITERALS or any(_MASK <= ord(c) < _MASK + _MOST_LITERALS for c in text):
        return text
    masked, last = "", 0
    for i, literal in enumerate(literals):
        masked += text[last : literal.start] + chr(_MASK + i)
        last = literal.end
    masked += text[last:]
    if len(masked) > _LONGEST:
        return text
    plain = _SPACES.sub(" ", masked.replace("\u2019", "'"))
    made = plain
    for rule in _RULES:
        made = rule.applied(made)
    if made == plain:
        return text
    return "".join(
        text[literals[ord(c) - _MASK].start : literals[ord(c) - _MASK].end] if _MASK <= ord(c) < _MASK + len(literals)
        else c
        for c in made
    ).strip()  # fmt: skip
