"""Plans without a model."""

import pytest

from gossamer.core.research import ResearchSpec, Thread
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.research.planning import hop_of, plan_of, subject_of

SCRAPE = ScrapeSpec(web_url("https://e.org/"))


@pytest.mark.parametrize(
    ("prompt", "facets"),
    [
        ("Who founded Alder Works?", ("Who founded Alder Works?",)),
        ("Who founded it, and when was it sold?", ("Who founded it", "when was it sold?")),
        ("Who founded Alder Works, and when?", ("Who founded Alder Works", "when founded Alder Works?")),
        (
            "Who founded Alder Works, and in which year?",
            ("Who founded Alder Works", "in which year founded Alder Works?"),
        ),
        ("Who founded Alder Works, and where was he born?", ("Who founded Alder Works", "where was he born?")),
        ("When?", ("When?",)),
        ("Find:\n- the price of A1\n- the weight of A1", ("the price of A1", "the weight of A1")),
        (
            "Please find out who leads Alder Works. What does it make?",
            ("who leads Alder Works.", "What does Alder Works make?"),
        ),
    ],
)
def test_a_prompt_is_taken_apart_into_questions(prompt: str, facets: tuple[str, ...]) -> None:
    assert plan_of(ResearchSpec(SCRAPE, prompt)).facets == facets


def test_what_refers_to_an_earlier_question_gets_its_name() -> None:
    spec = ResearchSpec(SCRAPE, "Who leads it?", thread=Thread("t", 2, ("j",), "Alder Works"))
    assert plan_of(spec).facets == ("Who leads Alder Works?",)


def test_the_fields_of_a_schema_are_searched_for() -> None:
    schema = {"type": "object", "properties": {"listPrice": {"type": "number"}}}
    assert "list price" in plan_of(ResearchSpec(SCRAPE, "The Alder A1", schema=schema)).queries[-1]


@pytest.mark.parametrize(
    ("question", "inner"),
    [
        ("Where was the founder of Alder Works born?", "Who is the founder of Alder Works?"),
        ("Who leads the company that makes the A1?", "Which company makes the A1?"),
        ("Who founded the company from which Birch buys looms?", "Which company Birch buys looms from?"),
    ],
)
def test_a_nested_question_is_told_apart(question: str, inner: str) -> None:
    hop = hop_of(question)
    assert hop is not None
    assert hop.inner == inner


def test_a_plain_question_has_none_inside() -> None:
    assert hop_of("Who founded Alder Works?") is None


def test_the_subject_is_the_longest_name() -> None:
    assert subject_of("Who is the chief executive officer of Alder Works?") == "Alder Works"
