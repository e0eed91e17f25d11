"""Words that a reader does not know, and that may be passed over: they tell nothing of the page from anything else.

"The numbers are jumbled. Arrange them …": nobody can list all that is said besides. A word is passed over only when
nothing on the page is called so, it does not stand where a thing or an extra is named, and it asks for no other deed.
"""

from functools import lru_cache
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.lexicon import KINDS, QUANTIFIERS, VERB_FORMS
from gossamer.features.interact.planner.language.phrases import owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import FIELDS, PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying
from gossamer.features.interact.planner.restating.vocabulary import CHATTER, SENDING
from gossamer.features.interact.planner.skills.aligning import NOUNS
from gossamer.features.interact.planner.wordsets import word_set

_MOST: Final = 4
# Of so many words one may be passed over.
_SHARE: Final = 4
# What denies, excepts, sets a condition or says how often.
_CONTROLLING: Final = word_set(
    "if unless until till except excepting excluding instead otherwise not no none nothing never without "
    "cannot can't don't doesn't isn't aren't won't shouldn't didn't neither nor else other another others "
    "rather only twice thrice times half double back undo opposite reverse wrong but"
) | frozenset(QUANTIFIERS)
# Behind these something is asked for besides.
_ADDING: Final = word_set("with including plus using without as for about regarding except by under")
_BREAKS: Final = word_set(", . ; : ! ? and then to please or so just")


def passable(page: PageModel, saying: Saying, wish: Restated) -> bool:
    """Return whether the words that the wish leaves over may be passed over."""
    left = saying.left(wish.used, wish.words)
    said = sum(t.kind != "mark" for t in saying.tokens)
    if len(left) > min(_MOST, 1 + said // _SHARE):
        return False
    named = _named(page, wish)
    deeds = [i for i in left if _begins(saying, i)]
    if deeds and any(_begins(saying, i) and _is_verb(t, wish) for i, t in enumerate(saying.tokens) if i not in left):
        # "Type x, encrypt it": what is wished has its verb already, and the other one asks for something else.
        return False
    return all(_is_idle(saying, i, named) and not _is_listed(saying, i, wish) for i in left)


def _is_listed(saying: Saying, i: int, wish: Restated) -> bool:
    """Return whether a word stands in one list with what is meant: of "x, y and z" none is passed over.

    Each of the list may have its name before it, as in "genre drama, year 1999".
    """
    for a in range(max(0, i - _JOINS), min(len(saying.tokens), i + _JOINS + 1)):
        between = [t.norm for t in saying.tokens[min(a, i) + 1 : max(a, i)]]
        names = [n for n in between if n not in _JOINTS]
        joined = len(between) > len(names) and (not names or between[-1] == names[0])
        if a in wish.used and joined and len(names) <= 1 and not any((n,) in VERB_FORMS for n in names):
            return True
    return False


def _begins(saying: Saying, i: int) -> bool:
    """Return whether a word stands where a clause begins, and no comma follows it."""
    before = saying.tokens[i - 1].norm if i else "."
    after = saying.tokens[i + 1].norm if i + 1 < len(saying.tokens) else "."
    return before in _BREAKS and after not in {",", ".", ":", ";"}


def _is_verb(token: Token, wish: Restated) -> bool:
    form = VERB_FORMS.get((token.norm,))
    return form is not None and form[2] == "base" and token.norm in wish.words - SENDING - CHATTER


def _is_idle(saying: Saying, i: int, named: frozenset[str]) -> bool:
    token = saying.tokens[i]
    if token.kind != "word" or token.norm in _CONTROLLING or any(c.isdigit() for c in token.text):
        return False
    before = [t.norm for t in saying.tokens[max(0, i - 2) : i]]
    if token.text[:1].isupper() and not (i == 0 or before[-1] in {".", "!", "?", ":"}):
        return False
    if _begins(saying, i) and (token.norm,) in VERB_FORMS and VERB_FORMS[(token.norm,)][2] == "base":
        # Another verb asks for another deed.
        return False
    after = saying.tokens[i + 1].norm if i + 1 < len(saying.tokens) else ""
    if singular(after) in KINDS or singular(after) in NOUNS or (_ADDING & set(before)):
        return False
    return not any(_same(owner(token.norm), name) for name in named)


def _named(page: PageModel, wish: Restated) -> frozenset[str]:
    """Return the words by which things of the page are called that the wish does not speak of."""
    spoken = set(words(wish.text))
    used = [e for e in page.actionable if e.seen] + [f for f in page.fields if f.kind in FIELDS]
    found = {w for e in used for w in (*words(e.name[:_LONG]), *words(page.label(e)[:_LONG]))}
    return frozenset(w for w in found if w not in spoken and len(w) > 1)


_LONG: Final = 80
# What may stand between two of a list, and between how many words at most.
_JOINTS: Final = word_set(", and or")
_JOINS: Final = 3


@lru_cache(4096)
def _same(one: str, other: str) -> bool:
    return related(one, other)
