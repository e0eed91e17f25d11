"""What was understood of several pages, as of one."""

from dataclasses import replace

from gossamer.core.formats import Json, Question, Summary
from gossamer.core.understanding import Extraction, TextAnswer
from gossamer.features.understanding import join_readings
from tests.unit.features.understanding.paper import KETTLE, SCHEMA, understood

RED = KETTLE.replace("Blue", "Red").replace("blue", "red").replace("BK-7", "RK-8")


def test_one_page_is_as_it_is() -> None:
    found = understood(Summary())
    assert join_readings([found]) is found


def test_texts_are_joined_and_data_are_merged() -> None:
    wanted = (Summary(), Json(SCHEMA), Question("What is the price?"))
    blue, red = understood(*wanted), understood(*wanted, html=RED)
    whole = join_readings([blue, red])
    summary, data, answer = whole.results
    assert isinstance(summary, TextAnswer)
    assert "blue kettle" in summary.text
    assert "red kettle" in summary.text
    assert isinstance(data, Extraction)
    assert data.value["name"] == "Blue kettle"
    assert isinstance(answer, TextAnswer)
    assert answer.warnings == ()
    assert blue.page.text in whole.page.text
    assert red.page.text in whole.page.text


def test_what_one_page_says_alone_is_there_with_what_it_rests_on() -> None:
    wanted = Json(SCHEMA)
    blue = understood(wanted, html=KETTLE.replace('"sku": "BK-7",', ""))
    [data] = join_readings([blue, understood(wanted, html=RED)]).results
    assert isinstance(data, Extraction)
    assert data.value["sku"] == "RK-8"
    assert data.evidence["/sku"].quote == "RK-8"
    assert "/sku" not in data.missing
    assert data.coverage == 0.75


def test_a_warning_stays_where_no_page_says_anything() -> None:
    nothing = understood(Summary(), html="<p></p>")
    [told] = join_readings([nothing, replace(nothing)]).results
    assert told.warnings
