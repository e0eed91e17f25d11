"""The examples of docs/understanding.md and docs/extract.md: requests are taken, and answers have their shapes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from gossamer.wire.answers import Document, Evidence
from gossamer.wire.extract_answers import ExtractAnswer
from gossamer.wire.v2.scrape import ScrapeRequest
from gossamer.wire.v2.sites import ExtractRequest

DOCS: Final = Path(__file__).parents[2] / "docs"
METADATA: Final = {"url": "https://shop.example", "sourceURL": "https://shop.example", "statusCode": 200}


def blocks(page: str, language: str) -> Iterator[str]:
    return (one.group(1) for one in re.finditer(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL))


def requests(page: str) -> list[Any]:
    found = (re.search(r"-d '(.*?)'", block, re.DOTALL) for block in blocks(page, "sh"))
    return [json.loads(one.group(1)) for one in found if one is not None]


def answers(page: str) -> list[Any]:
    return [json.loads(block) for block in blocks(page, "json")]


def test_requests_for_pages_are_taken() -> None:
    [body] = requests("understanding.md")
    formats = ScrapeRequest.model_validate(body).spec().formats
    assert [one.name for one in formats] == ["json", "summary", "question"]


def test_requests_for_extractions_are_taken() -> None:
    [body] = requests("extract.md")
    assert ExtractRequest.model_validate(body).spec().show_sources


@pytest.mark.parametrize("answer", answers("understanding.md"))
def test_answers_of_pages_have_the_shape_of_a_document(answer: dict[str, Any]) -> None:
    data = {"metadata": {}, **answer.get("data", answer)}
    shape = Document.model_validate(data | {"metadata": METADATA | data["metadata"]})
    assert_complete(data["evidence"], shape.evidence)


@pytest.mark.parametrize("answer", answers("extract.md"))
def test_answers_of_extractions_have_their_shape(answer: dict[str, Any]) -> None:
    assert_complete(answer["evidence"], ExtractAnswer.model_validate(answer).evidence)


def assert_complete(told: dict[str, Any], shape: dict[str, Evidence] | None) -> None:
    """Each field of the evidence is one that answers have."""
    assert shape is not None
    for at, one in told.items():
        assert one.keys() <= Evidence.model_fields.keys()
        assert shape[at].status == one["status"]
