"""Related words: for the stem of an English word, others of its meaning or its subject, with how near they are.

Learnt by `bench.answers.related` from GloVe vectors (Pennington et al., 2014; public domain) and WordNet 3.0.
"""

import lzma
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_FILE: Final = "related.txt.xz"


@cache
def find_related(term: str) -> Mapping[str, float]:
    """Return the stems related to *term*, each with how near it is, 0 to 1; none for a word that is not known."""
    return {word[:-1]: int(word[-1]) / 9 for word in _lines().get(term, "").split()}


@cache
def _lines() -> Mapping[str, str]:
    """Return the related words of each stem as they are written: "sofa" and then "couch9 bed6"."""
    text = lzma.decompress(files(__package__).joinpath(_FILE).read_bytes()).decode()
    return dict(line.split(" ", 1) for line in text.splitlines())
