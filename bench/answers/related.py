"""Learn the related words of gossamer.content.text from word vectors and a dictionary.

    python -m bench.answers.related VECTORS WORDNET

VECTORS is a text file of GloVe's form ("word 0.1 -0.2 …" a line, frequent words first), here its 100 dimensions of six
billion words; WORDNET is the folder with `data.noun` and `index.noun` of WordNet 3.0. Words of one stem are one. How
near two stems are is the cosine of their vectors, without the directions that all have; more for a synonym, a kind of
it or a word derived from it, less for its opposite.
"""

import argparse
import lzma
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from gossamer.content.text.terms import FUNCTION_WORDS, stem

_OUT: Final = Path(__file__).parents[2] / "src/gossamer/content/text/related.txt.xz"
_MOST_VECTORS: Final = 40_000
_MOST_WORDS: Final = 20_000
_MOST_RELATED: Final = 12
_LEAST: Final = 0.42
_COMMON: Final = 2
_WORD: Final = re.compile(r"[a-z]{3,16}")
_PARTS: Final = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
# By the place of a meaning among those of its word.
_SENSES: Final = (1.0, 0.7, 0.5, 0.4)
_DERIVED, _KIND, _OPPOSITE = 0.9, 0.55, -1.0
_SHARE, _PENALTY = 0.3, -0.4
# Words of one sort that mean different things: a day is never near another.
_APART: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
    "thousand million billion first second third fourth fifth sixth seventh eighth ninth tenth".split()
)
_FORMS: Final = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))


class Dictionary:
    """Words of WordNet and how they are related."""

    def __init__(self, folder: Path) -> None:
        self._lemmas: dict[tuple[str, str], list[str]] = {}
        self._pointers: dict[tuple[str, str], list[tuple[str, tuple[str, str], int, int]]] = {}
        self._senses: dict[str, list[tuple[tuple[str, str], float]]] = defaultdict(list)
        for part, letter in _PARTS.items():
            for fields in _lines(folder / f"data.{part}"):
                self._read(fields, letter)
            for fields in _lines(folder / f"index.{part}"):
                offsets = fields[-int(fields[2]) :]
                self._senses[fields[0]] += zip(((at, letter) for at in offsets), _SENSES, strict=False)

    def _read(self, fields: Sequence[str], letter: str) -> None:
        count = int(fields[3], 16)
        rest = fields[4 + 2 * count :]
        key = fields[0], letter
        self._lemmas[key] = [fields[4 + 2 * at].split("(")[0] for at in range(count)]
        self._pointers[key] = [
            (sign, (offset, part.replace("s", "a")), int(ends[:2], 16), int(ends[2:], 16))
            for sign, offset, part, ends in (rest[1 + 4 * at : 5 + 4 * at] for at in range(int(rest[0])))
        ]

    def has(self, word: str) -> bool:
        """Return whether *word*, or what it is a form of, is a word and no name."""
        bases = {word.removesuffix(ending) + other for ending, other in _FORMS if word.endswith(ending)}
        return any(base in self._lemmas[key] for base in bases for key, _ in self._senses.get(base, ()))

    def relations(self) -> Iterator[tuple[str, str, float]]:
        """Yield two related words and how near they are; below 0 for opposites."""
        for word, senses in self._senses.items():
            for key, share in senses:
                yield from ((word, other, share) for other in self._lemmas[key])
                own = self._lemmas[key].index(word) + 1 if word in self._lemmas[key] else -1
                for sign, target, source, end in self._pointers[key]:
                    lemmas = self._lemmas[target]
                    if sign in {"@", "~", "&"}:
                        yield from ((word, other, _KIND * share) for other in lemmas)
                    elif source == own and sign in {"+", "!"}:
                        yield word, lemmas[end - 1], _OPPOSITE if sign == "!" else _DERIVED * share


def _lines(path: Path) -> Iterator[list[str]]:
    lines = path.read_text(encoding="latin-1").splitlines()
    return (line.split(" | ")[0].split() for line in lines if not line.startswith(" "))


def related(words: Sequence[str], vectors: Any, dictionary: Dictionary) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield each stem of the most frequent *words* with those it is related to."""
    vectors = vectors - vectors.mean(0)
    *_, directions = np.linalg.svd(vectors[:_MOST_WORDS], full_matrices=False)
    common = directions[:_COMMON]
    vectors -= (vectors @ common.T) @ common
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    sums: dict[str, Any] = {}
    for at, word in enumerate(words[:_MOST_WORDS]):
        if _WORD.fullmatch(word) and word not in FUNCTION_WORDS | _APART and dictionary.has(word):
            sums[stem(word)] = sums.get(stem(word), 0.0) + vectors[at] / (1 + at) ** 0.5
    stems = {name: at for at, name in enumerate(sums)}
    table = np.stack(list(sums.values()))
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    known = _known(stems, dictionary)
    names = list(stems)
    for name, own in stems.items():
        near = table @ table[own]
        near[own] = -1.0
        for other, share in known[own].items():
            near[other] += _SHARE * share if share > 0 else _PENALTY
        order = islice((int(at) for at in np.argsort(-near)), _MOST_RELATED)
        yield name, {names[at]: float(near[at]) for at in order if near[at] >= _LEAST}


def _known(stems: Mapping[str, int], dictionary: Dictionary) -> Mapping[int, Mapping[int, float]]:
    """Return the relations of the dictionary, both ways; the nearest of two words' decides, or that they are opposites."""
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for word, other, share in dictionary.relations():
        one, two = stems.get(stem(word)), stems.get(stem(other))
        if one is not None and two is not None and one != two and other.islower():
            for own, related_to in ((one, two), (two, one)):
                found[own][related_to] = max(found[own].get(related_to, share), share)
    return found


def main() -> None:
    """Write the related words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vectors", type=Path)
    parser.add_argument("wordnet", type=Path)
    arguments = parser.parse_args()
    with arguments.vectors.open(encoding="utf-8") as lines:
        rows = [line.split() for line in islice(lines, _MOST_VECTORS)]
    vectors = np.array([row[1:] for row in rows], dtype=np.float32)
    found = related([row[0] for row in rows], vectors, Dictionary(arguments.wordnet))
    written = {name: [f"{word}{min(9, round(9 * near))}" for word, near in some.items()] for name, some in found}
    text = "".join(f"{name} {' '.join(some)}\n" for name, some in sorted(written.items()) if some)
    _OUT.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
