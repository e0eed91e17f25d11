"""Small pages, and the evidence of answers about them."""

from collections.abc import Mapping
from typing import Any

from gossamer.core.formats import Json
from gossamer.core.understanding import Evidence, Extraction
from gossamer.features.evidence import assess
from gossamer.features.understanding import Understand
from tests.unit.features.understanding.paper import PaperModels, saying, shape, soon, understood


def evidence_of(html: str, value: Any, schema: Mapping[str, Any] | None = None) -> dict[str, Evidence]:
    """Return the evidence of what a model says of a page, by JSON pointer, without what the rules read."""
    schema = schema or shape(value)
    page = understood(Json(schema, evidence=True), html=f"<html lang=en><body>{html}</body></html>").page
    return assess(value, page.index(), schema)


def statuses(html: str, value: Any, schema: Mapping[str, Any] | None = None) -> dict[str, str | None]:
    """Return the status of each value."""
    return {at: proof.status for at, proof in evidence_of(html, value, schema).items()}


async def answered(html: str, value: Any, **options: Any) -> Extraction:
    """Return the answer that a model's *value* becomes, with evidence."""
    wanted = Json(shape(value), evidence=True, **options)
    page = understood(wanted, html=f"<html lang=en><body>{html}</body></html>")
    [found] = await Understand(PaperModels(saying(value)), page_tokens=24_000).of((wanted,), page, deadline=soon())
    assert isinstance(found, Extraction)
    return found
