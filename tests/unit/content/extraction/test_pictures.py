"""Which picture is a recipe's own, how it is described, and what numbers a product."""

import json
from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.features.understanding.merging import merged
from tests.unit.content.extraction.material import json_ld, material

SITE = "https://soup.example"


def _recipe(head: str, name: str, shared: str = "") -> Any:
    html = f"<html><head><title>Soup</title>{head}{shared}</head><body><h1>Soup</h1></body></html>"
    schema = {"type": "object", "properties": {"ingredients": {"type": "array"}, name: {"type": "string"}}}
    return extract(material(html, f"{SITE}/soup"), schema).value[name]


def _marked(**fields: Any) -> str:
    return json_ld(json.dumps({"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 onion"], **fields}))


def _shared(address: str, size: str = "") -> str:
    width, _, height = size.partition("x")
    sizes = f'<meta property="og:image:width" content="{width}"><meta property="og:image:height" content="{height}">'
    return f'<meta property="og:image" content="{address}">{sizes * bool(size)}'


@pytest.mark.parametrize(
    ("own", "shared", "meant"),
    [
        (f"{SITE}/a.jpg", _shared(f"{SITE}/b.jpg"), "a.jpg"),
        (f"{SITE}/a.jpg", _shared(f"{SITE}/b.jpg", "1200x800"), "b.jpg"),
        (f"{SITE}/a-960x540.jpg", _shared(f"{SITE}/b.jpg", "958x539"), "a-960x540.jpg"),
        (f"{SITE}/800x800/a.jpg", _shared(f"{SITE}/1200x627/a.jpg"), "1200x627/a.jpg"),
        ([f"{SITE}/a-225x225.jpg", f"{SITE}/a.jpg"], _shared(f"{SITE}/a.jpg"), "a.jpg"),
        (
            [
                {"@type": "ImageObject", "url": f"{SITE}/wide.jpg", "width": "1440", "height": "810"},
                {"@type": "ImageObject", "url": f"{SITE}/whole.jpg", "width": "1440", "height": "1440"},
            ],
            _shared(f"{SITE}/wide.jpg"),
            "whole.jpg",
        ),
    ],
)
def test_the_picture_of_a_recipe_is_the_largest_that_the_page_tells_of(own: Any, shared: str, meant: str) -> None:
    assert _recipe(_marked(image=own), "image", shared) == f"{SITE}/{meant}"


def test_two_shirts_with_numbers_of_one_letter_stay_two() -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in ("name", "price", "sku")}}
    shirts = [
        extract(
            material(
                "<h1>T-Shirt</h1>"
                + json_ld(json.dumps({"@type": "Product", "name": "T-Shirt", "sku": sku, "offers": {"price": "10"}}))
            ),
            schema,
        ).value
        for sku in "AB"
    ]
    assert [one["sku"] for one in shirts] == ["A", "B"]
    assert merged([[one] for one in shirts]) == shirts
