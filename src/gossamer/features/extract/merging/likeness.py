"""Whether two values, or two names, are the same but for the way they are written."""

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

_SPACES: Final = re.compile(r"\s+")
_EDGES: Final = " \t.,;:!?'\"“”‘’«»()[]-–—"  # noqa: RUF001 - as pages write them
_SCHEME: Final = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
# Signs that join the parts of a name mean nothing, unlike those of "C++" and "C#".
_JOINTS: Final = re.compile(r"[\s\-_/.,;:'’\"“”()–—]+")  # noqa: RUF001 - as pages write them
# "Acme Inc." is Acme. Forms that are also something else in names of things (SE, AG, kg, Limited) are left alone.
_LEGAL_FORMS: Final = frozenset({"inc", "incorporated", "ltd", "llc", "llp", "gmbh", "corp", "corporation", "plc"})


def canonical(value: Any) -> object:
    """Return a form that equal values share; hashable."""
    match value:
        case bool() | None:
            return (type(value).__name__, value)
        case int() | float():
            return float(value)
        case str():
            return _fold_text(value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A name, read once for being compared with many others: as it is (*text*), and *whole* without its spelling.

    Two names are of one thing when they are equal as a whole: "Acme Inc." and "ACME", not "Kettle" and "Blue Kettle".
    """

    text: str
    whole: str

    @classmethod
    def of(cls, text: str) -> "Name":
        """Return the name that *text* is."""
        folded = _fold_text(text)
        words = _JOINTS.sub(" ", folded).split()
        while len(words) > 1 and words[-1] in _LEGAL_FORMS:
            words.pop()
        return cls(_SPACES.sub(" ", text).strip(), " ".join(words) or folded)


def _fold_text(text: str) -> str:
    folded = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip(_EDGES)
    address = _SCHEME.match(folded)
    return folded[address.end() :].rstrip("/") if address else folded
