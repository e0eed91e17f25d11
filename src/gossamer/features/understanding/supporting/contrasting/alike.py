"""Whether the page said the same before, in the same words, of somebody or something else.

"ann released this in May" at the top of a page, and "bo released this in March" further down.
"""

from itertools import islice
from typing import Final

from gossamer.features.understanding.supporting.belonging import LABELLED
from gossamer.features.understanding.supporting.contrasting.contest import Contest, comparable, text_of
from gossamer.features.understanding.supporting.said import words

_BEHIND: Final = 2
_MOST: Final = 20


def is_said_before(contest: Contest) -> bool:
    """Return whether the words behind a text, one of which is the field's, stand behind another one before."""
    own, said = contest.own, contest.said
    behind = [word.text for word in islice(words(own.line.text[own.end :]), _BEHIND)]
    if contest.seen.weight >= LABELLED or len(behind) < _BEHIND or any(map(str.isdigit, "".join(behind))):
        return False
    begin, told = contest.begin(), comparable(text_of(own))
    for found in islice(said.phrase(tuple(behind)), _MOST):
        before = comparable(found.line.text[: found.start])
        is_asked = any(found.start <= start < found.end for start, _ in said.terms_in(found.line, contest.field))
        is_before = begin <= found.line.number < own.line.number and contest.may_be_instead(found.line)
        if is_before and is_asked and before and not before.endswith(told):
            return True
    return False
