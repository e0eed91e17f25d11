"""What a model can do is found out by asking it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gossamer.cli.model_probe import ProbedModel, probe
from gossamer.ports.models import Purpose
from gossamer.settings import Settings
from gossamer.testing.model import (
    CallTool,
    CompletionRequest,
    Fail,
    Say,
    ScriptedModel,
    Turn,
    answering,
    rung_of,
    running_model,
)

RIGHT = {"number": 4711, "company": "Acme Ltd", "paid": True}


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModel]:
    with running_model() as model:
        yield model


async def probed(server: ScriptedModel, home: Path, monkeypatch: pytest.MonkeyPatch) -> ProbedModel:
    monkeypatch.setenv("GOSSAMER_HOME", str(home))
    monkeypatch.setenv("GOSSAMER_LLM_MODEL_SUMMARY", server.name)
    monkeypatch.setenv("GOSSAMER_LLM_BASE_URL", server.url)
    monkeypatch.setenv("GOSSAMER_LLM_API_KEY", server.key)
    [only] = [one async for one in probe(Settings())]
    assert not (home / "models.json").exists()
    return only


async def test_a_model_that_can_all_is_said_to(
    server: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.says(CallTool("ready"), answering(RIGHT))
    only = await probed(server, tmp_path, monkeypatch)
    assert only == ProbedModel(only.described, (Purpose.SUMMARY,), uses_tools=True, rung="schema")


async def test_the_way_that_is_left_is_said(
    server: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turn(request: CompletionRequest) -> Turn:
        return Fail(400) if "response_format" in request.body else answering(RIGHT)(request)

    server.says(Say("Ready."), turn)
    only = await probed(server, tmp_path, monkeypatch)
    assert (only.uses_tools, only.rung, only.unfilled) == (False, "prompted", "")


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (Say("I like turtles."), "wrote nothing that can be read as an object"),
        (answering({**RIGHT, "number": 1}), "It filled in a schema wrongly"),
        (Fail(401), "did not accept the key"),
    ],
)
async def test_what_keeps_a_model_from_schemas_is_said(
    server: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: Turn, words: str
) -> None:
    server.says(CallTool("ready"), turn)
    only = await probed(server, tmp_path, monkeypatch)
    assert (only.uses_tools, only.rung, words in only.unfilled) == (True, "", True)


async def test_a_model_that_does_not_answer_is_not_asked_for_more(
    server: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.says(Fail(401))
    only = await probed(server, tmp_path, monkeypatch)
    assert "did not accept the key" in only.failure
    assert {rung_of(request) for request in server.requests} == {"tool"}
