"""What `gossamer doctor` says of search providers."""

from pathlib import Path
from typing import Any

import pytest

from gossamer.cli.search_probe import ProbedProvider, probe
from gossamer.settings import Settings
from tests.search_engines import EngineReply, running_engine


def probed(payload: Any, tmp_path: Path) -> ProbedProvider:
    with running_engine("brave") as engine:
        engine.says(EngineReply(payload))
        [found] = probe(
            Settings(
                home=tmp_path,
                search_custom_url=f"{engine.url}/find?q={{query}}",
                search_custom_results="data.itemz",
                search_providers="custom",
            )
        )
        return found


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"data": {"items": [{"url": "https://example.org/"}]}}, "there is no list of results at `data.itemz`"),
        ({"data": {"itemz": [{"link": 7, "url": 7}]}}, "none of its results has an address"),
        ({"data": {"itemz": []}}, "it answers, and finds nothing."),
    ],
)
def test_a_search_of_ones_own_that_is_described_wrongly_is_no_fine_one(payload: Any, said: str, tmp_path: Path) -> None:
    found = probed(payload, tmp_path)
    assert not found.fine
    assert said in found.text


def test_one_that_is_described_well_is_fine(tmp_path: Path) -> None:
    found = probed({"data": {"itemz": [{"url": "https://example.org/"}]}}, tmp_path)
    assert (found.name, found.fine, found.text) == ("custom", True, "answers")
