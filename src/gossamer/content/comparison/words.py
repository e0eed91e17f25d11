"""Words of a changed block: which of them stayed, came and went."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from gossamer.content.comparison.normal import noise_in
from gossamer.core.changes import Words

_TOKEN: Final = re.compile(r"\s*(?:[\w'\u2019]+(?:[.,:]\d+)*|[^\w\s])|\s+$")
# Of longer blocks the whole text is one change: comparing words takes the square of their number.
_MOST: Final = 3_000


def aligned_noise(before: str, after: str) -> str:
    """Return *before* with the parts that always differ as *after* has them, so that they are no difference."""
    ours, theirs = list(noise_in(before)), [part.group() for part in noise_in(after)]
    if len(ours) != len(theirs):
        return before
    pieces, end = [], 0
    for part, other in zip(ours, theirs, strict=True):
        pieces += [before[end : part.start()], other]
        end = part.end()
    return "".join(pieces) + before[end:]


def word_changes(before: str, after: str) -> tuple[Words, ...]:
    """Return the runs of words of two texts of a block in reading order."""
    ours, theirs = _tokens(before), _tokens(after)
    if len(ours) > _MOST or len(theirs) > _MOST:
        return (Words(before, "removed"), Words(after, "added"))
    keys, other_keys = [word.strip() for word in ours], [word.strip() for word in theirs]
    changes: list[Words] = []
    for kind, a, a_end, b, b_end in SequenceMatcher(None, keys, other_keys, autojunk=False).get_opcodes():
        if kind == "equal":
            changes.append(Words("".join(theirs[b:b_end]), "same"))
            continue
        if a_end > a:
            changes.append(Words("".join(ours[a:a_end]), "removed"))
        if b_end > b:
            changes.append(Words("".join(theirs[b:b_end]), "added"))
    return tuple(changes)


def similarity(before: Sequence[str], after: Sequence[str]) -> float:
    """Return the share of words that two texts have in common, 0 to 1."""
    common = Counter(before) & Counter(after)
    return 2 * common.total() / max(1, len(before) + len(after))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)
