"""What rendering a page brought: the main content of both copies, compared word by word."""

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_WORD: Final = re.compile(r"\w+")
# Addresses in Markdown are no words of the page.
_ADDRESS: Final = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|https?://\S+")
_DENSE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# Fewer new words are a date, a counter, a greeting; beside hardly any others two are content.
_FEW: Final = 12
_FEWEST: Final = 2
_SHARE_OF_LITTLE: Final = 0.3
_SHARE: Final = 0.03


class Gain(StrEnum):
    """What a rendered copy has beside the fetched one."""

    CAME = "came"
    CHANGED = "changed"
    NOTHING = "nothing"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class _Difference:
    new: int
    gone: int
    before: int


def gain(fetched: str, rendered: str) -> Gain:
    """Return the gain of rendering, given the main content of both copies as Markdown.

    CAME: a good deal of content is new. CHANGED: content was replaced. NOTHING: it is the same but for trifles.
    LOST: content went, and nothing came instead.
    """
    difference = _difference(fetched, rendered)
    much = max(min(_FEW, max(_FEWEST, _SHARE_OF_LITTLE * difference.before)), _SHARE * difference.before)
    if difference.new >= much:
        return Gain.CHANGED if difference.gone > difference.new else Gain.CAME
    if difference.gone >= much:
        return Gain.LOST
    return Gain.NOTHING


def _difference(fetched: str, rendered: str) -> _Difference:
    before, after = _words(fetched), _words(rendered)
    return _Difference((after - before).total(), (before - after).total(), before.total())


def _words(text: str) -> Counter[str]:
    plain = _ADDRESS.sub("] ", text).lower()
    return Counter(part for word in _WORD.findall(plain) for part in (_DENSE.findall(word) or [word]))
