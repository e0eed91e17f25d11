"""What a page means, by every client: data, summaries, answers and highlights, without a model and with one."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp, V1JsonConfig
from pydantic import BaseModel

from gossamer.testing.model import (
    CompletionRequest,
    Fail,
    Say,
    ScriptedModel,
    Turn,
    answering,
    asked_schema,
    running_model,
)
from gossamer.testing.site import Site
from tests.clients.conftest import Cli, Javascript
from tests.clients.mcp import McpClient
from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin

# The client of version 1 uses what pydantic has retired.
pytestmark = pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "price": {"type": "number"},
        "currency": {"type": "string"},
        "designer": {"type": "string"},
    },
    "required": ["name"],
}
DATA = {"name": "Blue kettle", "price": 24.5, "currency": "EUR", "designer": None}


class Kettle(BaseModel):
    """A schema as people write it."""

    name: str
    price: float


def post(service: Service, path: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {service.key}"}
    answer = httpx.post(f"{service.url}{path}", json=body, headers=headers, timeout=100)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


class TestWithoutAModel:
    def test_every_format_of_the_python_client(self, python: Firecrawl, site: Site) -> None:
        found = python.scrape(
            site.url("/product"),
            formats=[
                "markdown",
                "summary",
                {"type": "json", "schema": SCHEMA},
                {"type": "question", "question": "What does it cost?"},
                {"type": "highlights", "query": "enamelled steel"},
            ],
        )
        assert found.json == DATA
        assert "24.50" in found.answer
        assert "Enamelled steel" in found.highlights
        assert found.summary
        assert found.metadata.credits_used == 5 + 4 + 4

    def test_a_schema_as_a_class_and_a_prompt_alone(self, python: Firecrawl, site: Site) -> None:
        by_class = python.scrape(site.url("/product"), formats=[{"type": "json", "schema": Kettle}])
        assert by_class.json == {"name": "Blue kettle", "price": 24.5}
        by_prompt = python.scrape(site.url("/product"), formats=[{"type": "json", "prompt": "name and price"}])
        assert "Blue kettle" in json.dumps(by_prompt.json)
        assert "24.5" in json.dumps(by_prompt.json)

    def test_a_product_with_its_price_and_its_availability(self, python: Firecrawl, site: Site) -> None:
        found = python.scrape(site.url("/product"), formats=["product"])
        assert (found.product.title, found.product.url) == ("Blue kettle", site.url("/product"))
        [variant] = found.product.variants
        assert (variant.price.amount, variant.price.currency, variant.availability.in_stock) == (24.5, "EUR", True)
        assert found.metadata.credits_used == 1
        none = python.scrape(site.url("/article"), formats=["product"])
        assert none.product is None
        assert "`product` is left out" in none.warning

    @pytest.mark.parametrize("mode", ["freeform", "directQuote"])
    def test_the_older_query(self, python: Firecrawl, site: Site, mode: str) -> None:
        asked = {"type": "query", "prompt": "What does it cost?", "mode": mode}
        assert "24.50" in python.scrape(site.url("/product"), formats=[asked]).answer

    def test_evidence_says_what_each_value_rests_on_and_is_kept(self, service: Service, site: Site) -> None:
        body = {"url": site.url("/product"), "formats": [{"type": "json", "schema": SCHEMA, "evidence": True}]}
        data = post(service, "/v2/scrape", body)["data"]
        assert data["json"] == DATA
        assert set(data["evidence"]) == {"/name", "/price", "/currency"}
        assert data["evidence"]["/price"]["quote"] == "24.50"
        assert data["evidence"]["/price"]["url"] == site.url("/product")
        assert data["evidence"]["/price"]["status"] == "supported"
        assert data["metadata"]["methods"] == {"json": "deterministic"}
        again = httpx.get(
            f"{service.url}/v2/scrape/{data['metadata']['scrapeId']}",
            headers={"Authorization": f"Bearer {service.key}"},
        )
        assert again.json()["data"] == data

    def test_the_python_client_of_version_1(self, service: Service, site: Site) -> None:
        python = V1FirecrawlApp(api_key=service.key, api_url=service.url)
        options = V1JsonConfig(schema=SCHEMA, prompt="the kettle", systemPrompt="Be exact.")
        assert python.scrape_url(site.url("/product"), formats=["json"], json_options=options).json_field == DATA
        assert python.scrape_url(site.url("/product"), formats=["extract"], extract=options).extract == DATA
        body = {"url": site.url("/product"), "formats": ["summary", "product"]}
        data = post(service, "/v1/scrape", body)["data"]
        assert data["summary"]
        assert data["product"]["variants"][0]["price"]["amount"] == 24.5

    @pytest.mark.parametrize("mode", ["llm-extraction", "llm-extraction-from-raw-html", "llm-extraction-from-markdown"])
    def test_version_0(self, service: Service, site: Site, mode: str) -> None:
        options = {"mode": mode, "extractionSchema": SCHEMA, "extractionPrompt": "the kettle"}
        answer = post(service, "/v0/scrape", {"url": site.url("/product"), "extractorOptions": options})
        assert answer["data"]["llm_extraction"] == DATA
        assert answer["data"]["content"].startswith("# Blue kettle")

    @pytest.mark.node
    def test_the_javascript_client(self, javascript: Javascript, site: Site) -> None:
        question = {"type": "query", "prompt": "What does it cost?"}
        formats = ["summary", "product", {"type": "json", "schema": SCHEMA}, question]
        found = javascript(site.url("/product"), formats=formats)["document"]
        assert found["product"]["variants"][0]["price"] == {"amount": 24.5, "currency": "EUR"}
        assert found["json"] == DATA
        assert "24.50" in found["answer"]
        assert found["summary"]
        old = javascript(site.url("/product"), version="v1", formats=["json"], jsonOptions={"schema": SCHEMA})
        assert old["document"]["json"] == DATA

    @pytest.mark.node
    def test_the_mcp_server(self, mcp: McpClient, site: Site) -> None:
        found = mcp.call(
            "firecrawl_scrape",
            url=site.url("/product"),
            formats=["json", "summary", "query"],
            jsonOptions={"prompt": "the kettle", "schema": SCHEMA},
            queryOptions={"prompt": "What does it cost?", "mode": "directQuote"},
        )
        assert found["json"] == DATA
        assert "24.50" in found["answer"]
        assert found["summary"]

    @pytest.mark.node
    def test_the_command_line(self, cli: Cli, site: Site) -> None:
        data = cli("scrape", site.url("/product"), "--format", "json", "--schema", json.dumps(SCHEMA))
        assert json.loads(data.stdout)["json"] == DATA, data.stderr
        answer = cli("scrape", site.url("/product"), "--query", "What does it cost?")
        assert "24.50" in answer.stdout, answer.stderr
        assert "bridge thread" in cli("scrape", site.url("/article"), "--summary").stdout

    def test_each_page_of_a_job_is_the_same_scrape(self, python: Firecrawl, site: Site) -> None:
        batch = python.batch_scrape(
            [site.url("/product"), site.url("/article")], formats=[{"type": "json", "schema": SCHEMA}, "summary"]
        )
        by_url = {document.metadata.source_url: document for document in batch.data}
        assert by_url[site.url("/product")].json == DATA
        assert by_url[site.url("/article")].json["price"] is None
        assert batch.credits_used == 10
        crawl = python.crawl(
            site.url("/product"), limit=1, scrape_options={"formats": [{"type": "json", "schema": SCHEMA}]}
        )
        assert [document.json for document in crawl.data] == [DATA]
        assert crawl.credits_used == 5


def say(request: CompletionRequest) -> Turn:
    """Fill in whatever is asked for; of the designer the page knows nothing."""
    values = {
        "name": "Blue kettle",
        "price": 24.5,
        "currency": None,
        "designer": "Zorblax of Quxford",
        "summary": "A kettle, in short.",
        "answer": "Three minutes.",
        "quotes": ["Boils a litre in three minutes."],
    }
    if "passages" in asked_schema(request)["properties"]:
        return answering({"passages": [1]})(request)
    return answering(values)(request)


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with running_model() as found:
        yield found


@pytest.fixture(scope="module")
def thinking(site: Site, model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service with a model."""
    env = {
        "GOSSAMER_LLM_MODEL": "scripted",
        "GOSSAMER_LLM_BASE_URL": model.url,
        "GOSSAMER_LLM_API_KEY": model.key,
        "GOSSAMER_ADMIN_TOKEN": TOKEN,
    }
    with running_service(tmp_path_factory.mktemp("thinking"), egress_allow=site.host, env=env) as found:
        yield found


class TestWithAModel:
    def test_every_format_is_the_models(self, thinking: Service, model: ScriptedModel, site: Site) -> None:
        model.says(say)
        python = Firecrawl(api_key=thinking.key, api_url=thinking.url)
        found = python.scrape(
            site.url("/product"),
            formats=[
                "summary",
                {"type": "json", "schema": SCHEMA},
                {"type": "question", "question": "What does it cost?"},
            ],
        )
        # What the model left empty is from the page.
        assert found.json == {**DATA, "designer": "Zorblax of Quxford"}
        assert (found.summary, found.answer) == ("A kettle, in short.", "Three minutes.")
        assert found.metadata.credits_used == 5 + 4

    def test_evidence_says_of_each_value_whether_the_page_says_it(
        self, thinking: Service, model: ScriptedModel, site: Site
    ) -> None:
        model.says(say)
        body = {"url": site.url("/product"), "formats": [{"type": "json", "schema": SCHEMA, "evidence": True}]}
        data = post(thinking, "/v2/scrape", body)["data"]
        assert data["json"] == {**DATA, "designer": "Zorblax of Quxford"}
        assert data["evidence"]["/name"]["status"] == "supported"
        assert (data["evidence"]["/designer"]["status"], data["evidence"]["/designer"]["confidence"]) == ("absent", 0)
        assert data["metadata"]["methods"] == {"json": "model"}

    def test_what_the_page_does_not_say_is_emptied_for_who_wants_that(
        self, thinking: Service, model: ScriptedModel, site: Site
    ) -> None:
        model.says(say)
        body = {"url": site.url("/product"), "formats": [{"type": "json", "schema": SCHEMA, "onUnsupported": "null"}]}
        data = post(thinking, "/v2/scrape", body)["data"]
        assert data["json"] == DATA
        assert data["evidence"]["/designer"]["value"] == "Zorblax of Quxford"
        python = Firecrawl(api_key=thinking.key, api_url=thinking.url)
        sure = {"type": "json", "schema": SCHEMA, "minConfidence": 1}
        assert python.scrape(site.url("/product"), formats=[sure]).json["designer"] is None

    @pytest.mark.parametrize("option", [{"minConfidence": "certain"}, {"minConfidence": 2}, {"onUnsupported": "drop"}])
    def test_unknown_options_of_evidence_are_refused(
        self, service: Service, site: Site, option: dict[str, Any]
    ) -> None:
        for path, body in (
            ("/v2/scrape", {"url": site.url("/product"), "formats": [{"type": "json", "prompt": "p", **option}]}),
            (
                "/v1/scrape",
                {"url": site.url("/product"), "formats": ["json"], "jsonOptions": {"prompt": "p", **option}},
            ),
            ("/v2/extract", {"urls": [site.url("/product")], "prompt": "p", **option}),
        ):
            answer = httpx.post(f"{service.url}{path}", json=body, headers={"Authorization": f"Bearer {service.key}"})
            assert answer.status_code == 400

    def test_older_versions_have_the_model_too(self, thinking: Service, model: ScriptedModel, site: Site) -> None:
        model.says(say)
        options = {"schema": SCHEMA, "systemPrompt": "Be exact.", "onUnsupported": "null"}
        old = {"url": site.url("/product"), "formats": ["extract"], "extract": options}
        data = post(thinking, "/v1/scrape", old)["data"]
        assert (data["extract"], data["metadata"]["methods"]) == (DATA, {"extract": "model"})
        oldest = {"mode": "llm-extraction", "extractionSchema": SCHEMA}
        data = post(thinking, "/v0/scrape", {"url": site.url("/product"), "extractorOptions": oldest})["data"]
        assert data["llm_extraction"]["name"] == "Blue kettle"

    def test_pages_of_a_batch_have_the_model_too(self, thinking: Service, model: ScriptedModel, site: Site) -> None:
        model.says(say)
        python = Firecrawl(api_key=thinking.key, api_url=thinking.url)
        batch = python.batch_scrape([site.url("/product")], formats=["summary"])
        assert [document.summary for document in batch.data] == ["A kettle, in short."]

    @pytest.mark.parametrize("turn", [Fail(400), Say("I would rather not.")], ids=["refuses", "rambles"])
    def test_a_model_that_fails_is_told_of_and_costs_nobody_the_answer(
        self, thinking: Service, model: ScriptedModel, site: Site, turn: Turn
    ) -> None:
        model.says(turn)
        body = {"url": site.url("/product"), "formats": [{"type": "json", "schema": SCHEMA}]}
        data = post(thinking, "/v2/scrape", body)["data"]
        assert data["json"] == DATA
        assert "`json` was made without the model" in data["warning"]
        assert model.key not in json.dumps(data)

    def test_a_key_that_may_use_no_model_gets_the_answer_without(
        self, thinking: Service, model: ScriptedModel, site: Site
    ) -> None:
        model.says(say)
        admin = Admin(thinking.url)
        team = admin.make_team("Without models", flags={"keyRestrictions": True})
        admin.told("PUT", f"/admin/keys/{admin.first_key(team)}/restrictions", {"noModel": True})
        limited = replace(thinking, key=team.api_key)
        asked = {"formats": [{"type": "json", "schema": SCHEMA}, "summary"]}
        data = post(limited, "/v2/scrape", {"url": site.url("/product"), **asked})["data"]
        assert data["json"] == DATA
        assert data["metadata"]["methods"] == {"json": "deterministic", "summary": "extractive"}
        python = Firecrawl(api_key=limited.key, api_url=limited.url)
        [page] = python.batch_scrape([site.url("/product")], **asked).data
        assert page.json == DATA
        assert model.requests == []
