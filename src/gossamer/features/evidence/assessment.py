"""The assessment of an answer: the status of each of its values, with a quote, a position and a confidence."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from gossamer.content.text.trees import trees_of
from gossamer.core.understanding import Confidence, Evidence, Method, Status
from gossamer.features.evidence.comparison import mentions
from gossamer.features.evidence.features import Describer, Known, Row, comparable
from gossamer.features.evidence.leaves import Leaf, leaves_of
from gossamer.features.evidence.page_index import Mention, PageIndex

_MOST_LEAVES: Final = 4_000
_MOST_MENTIONS: Final = 20_000
_MOST: Final = 40
_FEWEST: Final = 4


def assess(
    value: Any,
    page: PageIndex,
    schema: Mapping[str, Any] | None = None,
    read: Mapping[str, Any] | None = None,
    read_evidence: Mapping[str, Evidence] | None = None,
) -> dict[str, Evidence]:
    """Return the evidence of each value of an answer that a model gave, by JSON pointer.

    *schema* describes the fields; without one their names alone do. *read* is what the rules read, by pointer, and
    *read_evidence* what that rests on: it counts for values that no line of the page has. Of an answer with more than
    4000 values the rest has no evidence.
    """
    read, proofs = read or {}, read_evidence or {}
    assessed: dict[str, Evidence] = {}
    for leaf, mentions_found, rows in match_mentions(value, page, schema, read):
        proof = proofs.get(leaf.pointer)
        if not mentions_found and proof is not None and comparable(read.get(leaf.pointer)) == comparable(leaf.value):
            assessed[leaf.pointer] = proof
        else:
            assessed[leaf.pointer] = _evidence(page, mentions_found, rows)
    return assessed


def match_mentions(
    value: Any, page: PageIndex, schema: Mapping[str, Any] | None, read: Mapping[str, Any]
) -> Iterator[tuple[Leaf, list[Mention], list[Row]]]:
    """Yield each value with its mentions and their features."""
    leaves = list(islice(leaves_of(value, schema), _MOST_LEAVES))
    # Of very large answers fewer places are looked at, so that time stays in proportion.
    most = max(_FEWEST, min(_MOST, _MOST_MENTIONS // max(1, len(leaves))))
    mentions_by_leaf = {leaf.pointer: mentions(leaf.value, leaf.field, page, most=most) for leaf in leaves}
    describer = Describer(leaves, mentions_by_leaf, page, Known.of(read))
    return ((leaf, mentions_by_leaf[leaf.pointer], describer.rows(leaf)) for leaf in leaves)


def _evidence(page: PageIndex, value_mentions: list[Mention], rows: list[Row]) -> Evidence:
    if not value_mentions:
        return Evidence(page.source.url, "", "", Method.MODEL, confidence=0.0, status=Status.ABSENT)
    scores = [trees_of(__package__).confidence(row) for row in rows]
    best = max(range(len(value_mentions)), key=scores.__getitem__)
    status = Status.SUPPORTED if scores[best] >= Confidence.MEDIUM.number else Status.ELSEWHERE
    return Evidence(
        page.source.url,
        page.quote(value_mentions[best]),
        page.place(value_mentions[best]),
        Method.MODEL,
        confidence=round(scores[best], 3),
        status=status,
        offsets=page.offsets(value_mentions[best]),
    )
