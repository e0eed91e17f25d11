"""A rule that fails on a page costs its own format, and says so."""

from dataclasses import replace
from typing import Any

import pytest

from gossamer.content.addresses import Base
from gossamer.content.page_model.material import PageMaterial
from gossamer.core.formats import Highlights, Json, Product, Question, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.features.understanding.local_understanding import understood

NOTHING: Any = None
# No page has no tree: it stands for whatever no rule is prepared for.
BROKEN = PageMaterial(NOTHING, NOTHING, Base("https://e.org/"), "https://e.org/", text="A page.")


@pytest.mark.parametrize(
    "wanted",
    [Json(None, "the title"), Json({"type": "object", "properties": {"a": {"type": "string"}}}), Product(),
     replace(Json(None, "the title"), evidence=True), Question("How much is the blue kettle?"), Summary(),
     Highlights("a page")],
)  # fmt: skip
def test_a_format_that_a_rule_fails_on_is_empty_and_the_warning_names_it(wanted: Wanted) -> None:
    found = understood(BROKEN, (wanted,), {})
    [result] = found.results
    assert result.warnings == (
        f"`{wanted.name}` could not be read from this page, because a rule failed. Please report the page.",
    )
    assert found.page.text == "A page."
