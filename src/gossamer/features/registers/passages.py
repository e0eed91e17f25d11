"""The passages of a text that fit a question best, and how well texts fit a query: BM25."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gossamer.content.suspicion import orders_in
from gossamer.content.text.markdown_lines import read_paragraphs
from gossamer.content.text.ranking import Index
from gossamer.content.text.terms import content_terms, terms
from gossamer.core.papers import PaperPassage

_SHORTEST: Final = 40
_LONGEST: Final = 1_200
_MOST_BLOCKS: Final = 5_000
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d“\"(])")


def passages(text: str, question: str, most: int) -> tuple[PaperPassage, ...]:
    """Return up to *most* paragraphs of *text* (Markdown), best first; those that speak to an assistant are left out.

    Empty when none has a word of *question*.
    """
    blocks = list(_blocks(text))
    scores = fitness([f"{heading} {block}" for heading, block in blocks], question)
    ranked = sorted((at for at, score in enumerate(scores) if score), key=lambda at: -scores[at])
    safe = [PaperPassage(blocks[at][1], round(scores[at], 4)) for at in ranked if not orders_in(blocks[at][1])]
    return tuple({passage.text: passage for passage in safe}.values())[:most]


def fitness(texts: Sequence[str], query: str) -> list[float]:
    """Return for each of *texts* how well it fits *query*: 1 for the best one, 0 for one without any of its words."""
    index = Index([terms(text) for text in texts], [{}] * len(texts))
    query_terms = content_terms(query)
    scores = [index.score(at, query_terms) for at in range(len(texts))]
    best = max(scores, default=0.0)
    return [score / best for score in scores] if best else scores


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield paragraphs with the heading they stand under."""
    for lines in islice(read_paragraphs(text), _MOST_BLOCKS):
        written = " ".join(" ".join(line.written for line in lines if not line.level).split())
        for part in _parts(written):
            if len(part) >= _SHORTEST:
                yield lines[0].heading, part


def _parts(paragraph: str) -> Iterator[str]:
    """Yield *paragraph*, in pieces of whole sentences where it is long."""
    part = ""
    for sentence in _SENTENCE_END.split(paragraph):
        if part and len(part) + len(sentence) >= _LONGEST:
            yield part
            part = ""
        part = f"{part} {sentence}".strip()
    yield part[: 2 * _LONGEST]
