"""Data in the shape of a schema, read from a page without a model.

What reads it, with its patterns and vocabulary, is loaded for the first page that it is asked of.
"""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.content.page_model.material import PageMaterial
from gossamer.core.understanding import Extraction, Method

_MAX_PROMPT: Final = 200


def extract(page: PageMaterial, schema: Mapping[str, Any], *, prompt: str = "", of_several: bool = False) -> Extraction:
    """Return the statements of *page* in the shape of *schema*.

    Where the page says nothing, or nothing that fits, there is null (for a list: none). *prompt* helps to tell what
    kind of thing the schema is about, and by which time a price is meant: "price per month". *of_several*: the page is
    one of several whose lists are put together, so that what it is about may be an entry.
    """
    from gossamer.content.extraction.filling import Filler  # noqa: PLC0415
    from gossamer.content.extraction.reading import Reading  # noqa: PLC0415
    from gossamer.content.extraction.shape import shape_of  # noqa: PLC0415

    filler = Filler(page.known(Reading), prompt[:_MAX_PROMPT], of_several=of_several)
    title = schema.get("title")
    value = filler.fill(shape_of(schema), title if isinstance(title, str) else prompt[:_MAX_PROMPT])
    filled = filler.found
    return Extraction(value, Method.DETERMINISTIC, filled.evidence, filled.missing, filled.coverage)


def extract_by_prompt(page: PageMaterial, prompt: str) -> Extraction:
    """Return the answer of *page* to *prompt* as an object whose fields have the names of schema.org.

    The fields that the prompt names, null where the page does not say; where it names none, all that the page marks up
    of the thing it is about. An empty object: the page marks up nothing.
    """
    from gossamer.content.extraction.prompting import by_prompt  # noqa: PLC0415
    from gossamer.content.extraction.reading import Reading  # noqa: PLC0415

    return by_prompt(page.known(Reading), prompt)


def product(page: PageMaterial) -> Extraction:
    """Return the product that *page* sells, in the shape of the `product` format; a value of None where it sells none.

    Evidence is that of the product by the names of its fields, not of its variants.
    """
    from gossamer.content.extraction.products import product_of  # noqa: PLC0415

    return product_of(page)
