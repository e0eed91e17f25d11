"""The assessment of an answer: the status of each of its values, with a quote, a position and a confidence."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from gossamer.core.understanding import Evidence, Method, Status
from gossamer.features.evidence import scorer
from gossamer.features.evidence.comparison import mentions
from gossamer.features.evidence.features import Describer, Known, Row
from gossamer.features.evidence.leaves import Leaf, leaves_of
from gossamer.features.evidence.page_index import Mention, PageIndex

# From this confidence on a value counts as supported; chosen with `bench.evidence` on the development pages.
SUPPORTED: Final = 0.5
_MOST_LEAVES: Final = 4_000


def assess(
    value: Any,
    page: PageIndex,
    schema: Mapping[str, Any] | None = None,
    read: Mapping[str, Any] | None = None,
) -> dict[str, Evidence]:
    """Return the evidence of each value of an answer that a model gave, by JSON pointer.

    *schema* describes the fields; without one their names alone do. *read* is what the rules read, by pointer. Of an
    answer with more than 4000 values the rest has no evidence.
    """
    leaves = list(islice(leaves_of(value, schema), _MOST_LEAVES))
    found = {leaf.pointer: mentions(leaf.value, leaf.field, page) for leaf in leaves}
    describer = Describer(leaves, found, page, Known.of(read or {}))
    return {leaf.pointer: _evidence(page, found[leaf.pointer], describer.rows(leaf)) for leaf in leaves}


def described(
    value: Any, page: PageIndex, schema: Mapping[str, Any] | None, read: Mapping[str, Any]
) -> dict[str, tuple[Leaf, list[Row]]]:
    """Return the rows of features of each value's mentions, by pointer: what the scorer is trained with."""
    leaves = leaves_of(value, schema)
    found = {leaf.pointer: mentions(leaf.value, leaf.field, page) for leaf in leaves}
    describer = Describer(leaves, found, page, Known.of(read))
    return {leaf.pointer: (leaf, describer.rows(leaf)) for leaf in leaves}


def _evidence(page: PageIndex, found: list[Mention], rows: list[Row]) -> Evidence:
    if not found:
        return Evidence(page.source.url, "", "", Method.MODEL, confidence=0.0, status=Status.ABSENT)
    scores = [scorer.confidence(row) for row in rows]
    best = max(range(len(found)), key=scores.__getitem__)
    status = Status.SUPPORTED if scores[best] >= SUPPORTED else Status.ELSEWHERE
    offsets = page.offsets(found[best])
    return Evidence(
        page.source.url,
        page.quote(found[best]),
        page.place(found[best]),
        Method.MODEL,
        confidence=round(scores[best], 3),
        status=status,
        offsets=offsets,
    )
