"""Pages understood without a model, in the forms that a scrape gives them."""

import json
from typing import Any

import pytest

from gossamer.content.documents import DocumentPage, ParsedDocument
from gossamer.content.documents.model import Block
from gossamer.core.errors import Unsupported
from gossamer.core.formats import Highlights, Html, Json, Markdown, Question, Summary
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Extraction, Method, TextAnswer
from gossamer.features.evidence import assess
from gossamer.features.scrape.reading import read
from gossamer.features.understanding.local_understanding import EMPTY_SCHEMA
from tests.unit.features.understanding.paper import ADDRESS, KETTLE, SCHEMA, a_page, reading, understood


def test_data_are_read_from_what_the_page_marks_up() -> None:
    [found] = understood(Json(SCHEMA)).results
    assert isinstance(found, Extraction)
    assert found.value == {"name": "Blue kettle", "price": 39.9, "sku": "BK-7", "designer": None}
    assert found.method is Method.DETERMINISTIC
    assert set(found.evidence) == {"/name", "/price", "/sku"}
    assert set(found.missing) == {"/designer"}


def test_a_prompt_alone_gives_what_the_page_is_about() -> None:
    [found] = understood(Json(prompt="name and price of the product")).results
    assert isinstance(found, Extraction)
    assert "39.9" in json.dumps(found.value)


@pytest.mark.parametrize(
    "schema",
    [{}, {"type": "object"}, {"$schema": "https://json-schema.org/schema"}, {"type": "object", "properties": {}}],
)
def test_a_schema_that_says_nothing_is_as_none_with_a_warning(schema: Any) -> None:
    [found], [bare] = understood(Json(schema)).results, understood(Json()).results
    assert isinstance(found, Extraction)
    assert isinstance(bare, Extraction)
    assert found.value == bare.value
    assert found.value["name"] == "Blue kettle"
    assert (found.warnings, bare.warnings) == ((EMPTY_SCHEMA,), ())


@pytest.mark.parametrize("schema", [{"type": "object", "additionalProperties": {"type": "string"}}, {"type": "array"}])
def test_a_schema_that_leaves_the_names_to_the_page_says_something(schema: Any) -> None:
    [found] = understood(Json(schema)).results
    assert EMPTY_SCHEMA not in found.warnings


def test_what_a_page_says_beside_its_content_supports_a_value_and_is_shown_to_no_model() -> None:
    around = KETTLE.replace("<main>", "<header><p>Shop of the year 1997</p></header><main>")
    page = understood(Json(SCHEMA, evidence=True), html=around).page
    assert "1997" not in page.whole
    evidence = assess({"year": 1997, "size": 1998}, page.index())
    assert evidence["/year"].quote == "Shop of the year 1997"
    assert evidence["/size"].status == "absent"
    assert understood(Json(SCHEMA), html=around).page.outline is None


def test_texts_are_sentences_of_the_page() -> None:
    summary, answer, highlights = understood(
        Summary(), Question("What does it cost?"), Highlights("enamelled steel weighs")
    ).results
    assert isinstance(summary, TextAnswer)
    assert "boils two litres" in summary.text
    assert isinstance(answer, TextAnswer)
    assert "39,90" in answer.text
    assert isinstance(highlights, TextAnswer)
    assert "enamelled steel" in highlights.text
    assert {summary.method, answer.method, highlights.method} == {Method.EXTRACTIVE}


def test_the_other_formats_are_what_they_are_without() -> None:
    asked: tuple[Any, ...] = (Markdown(), Html())
    alone, together = reading(*asked), reading(*asked, Json(SCHEMA), Summary(), Highlights("steel"))
    assert (together.markdown, together.html) == (alone.markdown, alone.html)


@pytest.mark.parametrize("html", ["", "<html><body></body></html>", "<p></p>"])
def test_a_page_that_says_nothing_gives_nulls_and_warnings(html: str) -> None:
    data, *told = understood(Json(SCHEMA), Summary(), Question("Why?"), Highlights("steel"), html=html).results
    assert isinstance(data, Extraction)
    assert data.value == dict.fromkeys(SCHEMA["properties"])
    assert [one.text for one in told if isinstance(one, TextAnswer)] == ["", "", ""]
    assert all(one.warnings for one in (data, *told))


def test_a_json_body_is_data_too() -> None:
    body = json.dumps({"product": {"name": "Kettle", "price": 12.5}}).encode()
    found = reading(Json(SCHEMA), html=body, media_type="application/json").understood
    assert found is not None
    [data] = found.results
    assert isinstance(data, Extraction)
    assert data.value["name"] == "Kettle"
    assert data.value["price"] == 12.5


def test_plain_text_is_read_as_paragraphs() -> None:
    text = (
        b"# Kettle\n\nThe kettle boils two litres of water in four minutes and is made of enamelled steel.\n\n"
        b"Price: 12.50 EUR\n"
    )
    found = reading(Summary(), Json(SCHEMA), html=text, media_type="text/plain").understood
    assert found is not None
    summary, data = found.results
    assert isinstance(summary, TextAnswer)
    assert "enamelled steel" in summary.text
    assert isinstance(data, Extraction)
    assert data.value["price"] == 12.5


def test_what_a_model_would_be_shown_is_the_main_content() -> None:
    page = understood(Summary(), html=KETTLE.replace("<main>", "<nav><a href='/x'>Elsewhere</a></nav><main>")).page
    assert "boils two litres" in page.whole
    assert "Blue kettle | Shop" in page.whole
    assert "Elsewhere" not in page.whole


def test_a_document_is_read_from_its_text() -> None:
    page = a_page(b"%PDF-1.7", "application/pdf")
    said = "<h1>Kettle</h1><p>Price: 12.50 EUR</p><p>It is made of enamelled steel and was made in Tallinn.</p>"
    parsed = ParsedDocument("pdf", (DocumentPage(1, (Block("paragraph", said),)),), 1)
    found = read(page, ScrapeSpec(ADDRESS, formats=(Json(SCHEMA), Summary())), parsed, False).understood
    assert found is not None
    data, summary = found.results
    assert isinstance(data, Extraction)
    assert data.value["price"] == 12.5
    assert isinstance(summary, TextAnswer)
    assert "enamelled steel" in summary.text


def test_a_document_that_must_not_be_parsed_is_not_understood() -> None:
    with pytest.raises(Unsupported):
        reading(Summary(), html=b"%PDF-1.7", media_type="application/pdf")


def test_an_answer_that_is_not_sure_is_told_as_the_nearest_passages() -> None:
    html = "<title>Cabin</title><h1>Cabin</h1><h2>Pets</h2><p>Dogs stay outside, on a lead.</p><p>Cats are welcome.</p>"
    [found] = understood(Question("How old must a dog be at arrival?"), html=html).results
    assert isinstance(found, TextAnswer)
    assert found.text.startswith("The page does not say so for sure. The nearest passages:\n\n")
    assert "Dogs stay outside" in found.text
    assert found.warnings == (
        "The page does not answer the question for sure, so `answer` has the passages nearest to one.",
    )


TWO_PLANS = (
    "<title>Pricing</title><main><h1>Pricing</h1><div class=plan><h2>Starter</h2><p>$29 / month</p></div>"
    "<div class=plan><h2>Team</h2><p>$99 / month</p></div></main>"
)


def test_the_nearest_passages_are_proved_by_words_of_the_page_and_are_no_headings() -> None:
    [found] = understood(Question("What is the price?"), html=TWO_PLANS).results
    assert isinstance(found, TextAnswer)
    assert [proof.quote for proof in found.quotes] == ["$29 / month", "$99 / month"]
    assert "Starter" not in found.text


def test_a_quotation_that_is_not_sure_is_empty() -> None:
    [found] = understood(Question("What is the price?", quoted=True), html=TWO_PLANS).results
    assert isinstance(found, TextAnswer)
    assert (found.text, found.quotes, found.warnings) == ("", (), ("The page does not answer the question.",))
