"""Data in the shape of a schema, read from a page without a model."""

from collections.abc import Mapping
from typing import Any

from gossamer.content.extraction.filling import Filler
from gossamer.content.extraction.material import PageMaterial
from gossamer.content.extraction.prompting import by_prompt
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.shape import shape_of
from gossamer.core.understanding import Extraction, Method

__all__ = ["PageMaterial", "extract", "extract_by_prompt"]


def extract(page: PageMaterial, schema: Mapping[str, Any], *, prompt: str = "") -> Extraction:
    """Return what *page* says, in the shape of *schema*.

    Where the page says nothing, or nothing that fits, there is null (for a list: none). *prompt* helps to tell what
    kind of thing the schema is about.
    """
    filler = Filler(page.known(Reading))
    title = schema.get("title")
    value = filler.fill(shape_of(schema), title if isinstance(title, str) else prompt[:200])
    found = filler.found
    return Extraction(value, Method.DETERMINISTIC, found.evidence, found.missing, found.coverage)


def extract_by_prompt(page: PageMaterial, prompt: str) -> Extraction:
    """Return what *prompt* asks of *page*, as an object whose fields have the names of schema.org.

    The fields that the prompt names, null where the page does not say; where it names none, all that the page marks up
    of the thing it is about. An empty object: the page marks up nothing.
    """
    return by_prompt(page.known(Reading), prompt)
