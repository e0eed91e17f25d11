"""The page of a document, and the box on it, where the quote of some evidence is."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import accumulate
from typing import Final

from gossamer.content.documents import ParsedDocument
from gossamer.core.understanding import Evidence, PagePlace
from gossamer.features.evidence.page_index import words_of_text

_TAG: Final = re.compile(r"<[^>]*>")
# Words of a quote that are looked for; more find the same.
_MOST_WORDS: Final = 12


@dataclass(frozen=True, slots=True)
class DocumentPlaces:
    """The words of a document, at which *positions* each is, and for each block where its words begin and its place."""

    words: tuple[str, ...] = ()
    positions: Mapping[str, Sequence[int]] = field(default_factory=dict)
    starts: tuple[int, ...] = ()
    places: tuple[PagePlace, ...] = ()

    @classmethod
    def of(cls, document: ParsedDocument | None) -> "DocumentPlaces":
        """Return the places of *document*; none for a format without pages."""
        if document is None or not document.total_pages:
            return cls()
        blocks = [(page.number, block) for page in document.pages for block in page.blocks]
        words = [words_of_text(unescape(_TAG.sub(" ", block.html))) for _, block in blocks]
        together = tuple(word for block in words for word in block)
        positions: defaultdict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(together):
            positions[word].append(at)
        return cls(
            together,
            dict(positions),
            tuple(accumulate(map(len, words[:-1]), initial=0)) if words else (),
            tuple(PagePlace(number, block.corners) for number, block in blocks),
        )

    def located(self, evidence: Evidence, markdown: str) -> Evidence:
        """Return *evidence* with the place of its quote; as it is where the document does not have these words.

        Of several such places it is the one nearest to where the value stands in *markdown*, or the first.
        """
        quote = words_of_text(evidence.quote)[:_MOST_WORDS]
        places_found = list(self._find_quote(quote)) if quote and self.places else []
        if not places_found:
            return evidence
        share = 0.0 if evidence.offsets is None else evidence.offsets[0] / len(markdown)
        expected = share * len(self.words) - len(quote) / 2
        best = min(places_found, key=lambda at: abs(at - expected))
        return replace(evidence, page_place=self.places[bisect_right(self.starts, best) - 1])

    def _find_quote(self, quote: Sequence[str]) -> Iterator[int]:
        sequence = tuple(quote)
        rarest = min(range(len(sequence)), key=lambda at: len(self.positions.get(sequence[at], ())))
        for at in self.positions.get(sequence[rarest], ()):
            first = at - rarest
            if first >= 0 and self.words[first : first + len(sequence)] == sequence:
                yield first
