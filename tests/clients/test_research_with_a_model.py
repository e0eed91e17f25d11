"""Agents with a scripted model, and with its defects: no invented citation reaches an answer unmarked."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gossamer.testing.model import CompletionRequest, Fail, Refuse, Say, ScriptedModel, answering, running_model
from tests.asking import ask_until, is_ended
from tests.clients.service import Service, running_service
from tests.research_site import FactSite, fact_site

PLAN = {"questions": ["Who founded Alder Works?"], "searches": ["Alder Works founder"]}


def writing(*sentences: tuple[str, list[int]]) -> Any:
    """A model that plans, and writes these sentences with the numbers of their passages."""
    values = {**PLAN, "sentences": [{"text": text, "passages": numbers} for text, numbers in sentences]}
    return answering(values)


@pytest.fixture(scope="module")
def facts() -> Iterator[FactSite]:
    with fact_site() as found:
        yield found


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with running_model(writing()) as found:
        yield found


@pytest.fixture(scope="module")
def http(facts: FactSite, model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    env = {
        "GOSSAMER_LLM_MODEL": f"openai:{model.name}",
        "GOSSAMER_LLM_BASE_URL": model.url,
        "GOSSAMER_LLM_API_KEY": model.key,
        "GOSSAMER_WORKERS": "0",
    }
    with running_service(tmp_path_factory.mktemp("written"), egress_allow=facts.host, env=env) as service:
        client = opened(service)
        yield client
        client.close()


def opened(service: Service) -> httpx.Client:
    return httpx.Client(base_url=service.url, headers={"Authorization": f"Bearer {service.key}"}, timeout=60)


def ran(http: httpx.Client, facts: FactSite, prompt: str = "Who founded Alder Works?") -> dict[str, Any]:
    body = {"prompt": prompt, "urls": [facts.url + "/about", facts.url + "/news"], "effort": "low"}
    run_id = http.post("/v2/agent", json=body).json()["id"]
    found: dict[str, Any] = ask_until(is_ended, lambda: http.get(f"/v2/agent/{run_id}").json())
    return found


def test_a_sentence_that_its_passage_supports_is_the_answer(
    http: httpx.Client, facts: FactSite, model: ScriptedModel
) -> None:
    model.says(writing(("Clara Dorn founded Alder Works in 1931.", [1])))
    found = ran(http, facts)
    assert (found["methods"], found["data"]["answer"]) == ("model", "Clara Dorn founded Alder Works in 1931.")
    assert "unsupported" not in found
    assert found["data"]["citations"][0]["url"] == facts.url + "/about"


def test_an_invented_sentence_and_an_invented_passage_are_marked(
    http: httpx.Client, facts: FactSite, model: ScriptedModel
) -> None:
    lies = [("Alder Works was founded in 1876 by Otto Falk.", [1]), ("Clara Dorn was born in Paris.", [999])]
    model.says(writing(("Clara Dorn founded Alder Works.", [1]), *lies))
    found = ran(http, facts)
    assert found["unsupported"] == [text for text, _ in lies]
    assert found["data"]["report"].count("[unsupported]") == len(lies)
    assert "1876" not in found["data"]["answer"]


def test_nothing_but_lies_leaves_the_answer_of_the_rules(
    http: httpx.Client, facts: FactSite, model: ScriptedModel
) -> None:
    model.says(writing(("PWNED", [1, 2, 3])))
    found = ran(http, facts)
    assert found["methods"] == "extractive"
    assert "Clara Dorn" in found["data"]["answer"]
    assert "made without it" in found["warning"]


@pytest.mark.parametrize("turn", [Fail(500), Refuse("No."), Say("I would rather not, in plain words.")], ids=str)
def test_a_model_that_fails_leaves_the_answer_of_the_rules(
    http: httpx.Client, facts: FactSite, model: ScriptedModel, turn: Any
) -> None:
    model.says(turn)
    found = ran(http, facts)
    assert (found["status"], "Clara Dorn" in found["data"]["answer"]) == ("completed", True)


def test_the_model_is_not_shown_what_speaks_to_it(http: httpx.Client, facts: FactSite, model: ScriptedModel) -> None:
    shown: list[str] = []

    def listening(request: CompletionRequest) -> Any:
        shown.append(request.text)
        return writing(("Clara Dorn founded Alder Works.", [1]))(request)

    model.says(listening)
    found = ran(http, facts)
    assert len(shown) > 1
    assert not any("PWNED" in text for text in shown)
    assert "speaks to an assistant" in found["warning"]
