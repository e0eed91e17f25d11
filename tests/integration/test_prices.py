"""What every operation and format costs over HTTP: the price table, what the answer says, and the ledger agree."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from gossamer.testing.model import answering, running_model
from gossamer.testing.site import Site, running_site
from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin
from tests.ledger import spent

_SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}
_LINKS = {"type": "attributes", "selectors": [{"selector": "a", "attribute": "href"}]}
_WAIT = {"type": "wait", "milliseconds": 1}
_ASKED = {"type": "question", "question": "Who weaves?"}
_MARKED = {"type": "highlights", "query": "spiders"}
_SCRAPES: dict[str, tuple[str, dict[str, Any], int]] = {
    "a page": ("/article", {"formats": ["markdown", "html", "rawHtml", "links", "images"]}, 1),
    "a page with a status of an error": ("/status/404", {}, 1),
    "a summary": ("/article", {"formats": ["summary"]}, 1),
    "attributes": ("/article", {"formats": [_LINKS]}, 1),
    "a product": ("/product", {"formats": ["product"]}, 1),
    "structured data": ("/article", {"formats": [{"type": "json", "schema": _SCHEMA}]}, 5),
    "structured data and Markdown": ("/article", {"formats": ["markdown", {"type": "json", "schema": _SCHEMA}]}, 5),
    "a question": ("/article", {"formats": [_ASKED]}, 5),
    "highlights": ("/article", {"formats": [_MARKED]}, 5),
    "a question and highlights": ("/article", {"formats": ["markdown", _ASKED, _MARKED]}, 9),
    "structured data and a question": ("/article", {"formats": [{"type": "json", "schema": _SCHEMA}, _ASKED]}, 9),
    "a document of two pages": ("/file.pdf", {}, 2),
    "recordings": ("/showroom", {"formats": ["audio", "video"]}, 9),
    "data by rules": ("/product", {"formats": [{"type": "deterministicJson", "schema": _SCHEMA}]}, 3),
    "a page without personal data": ("/contact", {"redactPII": True}, 5),
    "a page that is checked": ("/article", {"checkPromptInjection": True, "safeMode": True}, 5),
    "a page that is not kept": ("/article", {"zeroDataRetention": True}, 2),
    "a screenshot after actions": ("/form", {"formats": ["screenshot"], "actions": [_WAIT]}, 1),
    "a page behind a costly proxy": ("/article", {"proxy": "auto"}, 1),
}  # fmt: skip


@dataclass(frozen=True)
class Books:
    """A service, the site that it may fetch, and where its database is."""

    service: Service
    site: Site
    home: Path

    async def charged(self, work: Callable[["Client"], int | None]) -> int:
        """Do *work* for a new team; return what the ledger says, which is what every other book and *work* say."""
        admin = Admin(self.service.url)
        team = admin.make_team("Prices", credits=100_000, flags={"zeroDataRetention": True})
        client = Client(admin, team.api_key, self.site)
        told = work(client)
        history = client.ask("/v2/team/credit-usage/historical")["periods"]
        by_key = client.ask("/v2/team/credit-usage/historical?byApiKey=true")["periods"]
        left = client.ask("/v2/team/credit-usage")["data"]["remainingCredits"]
        books = await spent(self.home, None, team.team_id)
        used = books["used"]
        assert books == {"used": used, "reserved": 0, "ledger": used}
        assert sum(p["totalCredits"] for p in history) == sum(p["totalCredits"] for p in by_key) == used
        assert left == 100_000 - used
        assert told in {used, None}
        return used


@dataclass(frozen=True)
class Client:
    """Whoever uses the service with a key of their own."""

    admin: Admin
    key: str
    site: Site

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """Return the answer, which must be a success."""
        answer = self.admin.call(self.key, path, body)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def scrape(self, path: str, **options: Any) -> int:
        """Return the credits that a scrape says it cost."""
        document = self.ask("/v2/scrape", {"url": self.site.url(path), **options})["data"]
        return int(document["metadata"]["creditsUsed"])

    def found(self, query: str, **options: Any) -> dict[str, Any]:
        """Return the answer to a search once it finds something; before, it costs nothing."""
        return _until(
            lambda: self.ask("/v2/search", {"query": query, **options}), lambda told: bool(told["data"].get("web"))
        )

    def ended(self, path: str) -> dict[str, Any]:
        """Return a job once it is over."""
        return _until(lambda: self.ask(path), lambda job: job["status"] not in {"scraping", "processing"})

    def end(self, path: str) -> int:
        """End a session; return what it cost."""
        ended = requests.delete(self.admin.url + path, headers={"Authorization": f"Bearer {self.key}"}, timeout=60)
        return int(ended.json()["creditsBilled"])


def _until(ask: Callable[[], dict[str, Any]], holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        if holds(told := ask()):
            return told
        # There is nothing to wait for but another answer; clients ask again, too.
        time.sleep(0.1)
    raise AssertionError("it does not come")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Books]:
    home = tmp_path_factory.mktemp("prices")
    with running_site() as site, running_model(answering({"title": "How spiders weave"})) as model:
        env = {
            "GOSSAMER_ADMIN_TOKEN": TOKEN,
            "GOSSAMER_WORKERS": "0",
            "GOSSAMER_LLM_MODEL": f"openai:{model.name}",
            "GOSSAMER_LLM_BASE_URL": model.url,
            "GOSSAMER_LLM_API_KEY": model.key,
        }
        with running_service(home, egress_allow=site.host, env=env) as service:
            yield Books(service, site, home / "data")


@pytest.mark.parametrize("what", _SCRAPES)
async def test_a_scrape_costs_what_the_table_says(books: Books, what: str) -> None:
    path, options, price = _SCRAPES[what]
    assert await books.charged(lambda client: client.scrape(path, **options)) == price


async def test_structured_data_of_the_first_version_costs_the_same(books: Books) -> None:
    def work(client: Client) -> int:
        body = {"url": client.site.url("/article"), "formats": ["extract"], "extract": {"schema": _SCHEMA}}
        return int(client.ask("/v1/scrape", body)["data"]["metadata"]["creditsUsed"])

    assert await books.charged(work) == 5


async def test_a_copy_costs_what_the_page_costs_and_lockdown_has_a_price_of_its_own(books: Books) -> None:
    def work(client: Client) -> int:
        first = client.scrape("/docs")
        again = client.scrape("/docs", maxAge=3_600_000)
        locked = client.scrape("/docs", lockdown=True)
        assert (first, again, locked) == (1, 1, 5)
        missed = client.admin.call(client.key, "/v2/scrape", {"url": client.site.url("/links"), "lockdown": True})
        assert (missed.status_code, missed.json()["code"]) == (404, "SCRAPE_LOCKDOWN_CACHE_MISS")
        return first + again + locked + 1

    assert await books.charged(work) == 8


async def test_what_fails_costs_nothing(books: Books) -> None:
    def work(client: Client) -> int:
        for url in ("http://10.0.0.1/", "http://127.0.0.1:1/"):
            assert client.admin.call(client.key, "/v2/scrape", {"url": url}).status_code != 200
        assert client.admin.call(client.key, "/v2/scrape", {"url": "no address"}).status_code == 400
        return 0

    assert await books.charged(work) == 0


async def test_a_map_costs_one_credit_whatever_it_lists(books: Books) -> None:
    def work(client: Client) -> None:
        client.ask("/v2/map", {"url": client.site.url("/"), "limit": 50})

    assert await books.charged(work) == 1


@pytest.mark.parametrize(("formats", "price"), [(["markdown"], 1), ([{"type": "json", "schema": _SCHEMA}], 5)])
async def test_a_batch_costs_each_page(books: Books, formats: list[Any], price: int) -> None:
    def work(client: Client) -> int:
        urls = [client.site.url(path) for path in ("/article", "/docs", "/product")]
        job = client.ask("/v2/batch/scrape", {"urls": urls, "formats": formats})
        told = client.ended(f"/v2/batch/scrape/{job['id']}")
        assert (told["status"], told["completed"]) == ("completed", 3)
        return int(told["creditsUsed"])

    assert await books.charged(work) == 3 * price


async def test_a_crawl_costs_each_page(books: Books) -> None:
    def work(client: Client) -> int:
        job = client.ask("/v2/crawl", {"url": client.site.url("/"), "limit": 4})
        told = client.ended(f"/v2/crawl/{job['id']}")
        assert told["completed"] == 4
        return int(told["creditsUsed"])

    assert await books.charged(work) == 4


async def test_a_search_costs_two_for_every_ten_results_begun_and_what_it_scrapes(books: Books) -> None:
    def work(client: Client) -> int:
        pages = client.scrape("/article") + client.scrape("/docs")
        plain = client.found("spiders", limit=3)
        more = client.ask("/v2/search", {"query": "spiders", "limit": 11, "scrapeOptions": {"formats": ["markdown"]}})
        assert plain["creditsUsed"] == 2
        assert more["creditsUsed"] == 2 + len(more["data"]["web"]) > 2
        return pages + int(plain["creditsUsed"]) + int(more["creditsUsed"])

    assert await books.charged(work) > 6


async def test_the_first_feedback_on_a_search_gives_one_credit_back(books: Books) -> None:
    def work(client: Client) -> int:
        client.scrape("/article")
        found = client.found("spiders")
        feedback = {
            "rating": "good",
            "valuableSources": [{"url": found["data"]["web"][0]["url"], "reason": "It fits."}],
        }
        assert client.ask(f"/v2/search/{found['id']}/feedback", feedback)["creditsRefunded"] == 1
        assert client.ask(f"/v2/search/{found['id']}/feedback", feedback)["creditsRefunded"] == 0
        mapped = client.ask("/v2/map", {"url": client.site.url("/")})
        about = {"endpoint": "map", "jobId": mapped["id"], "rating": "bad", "note": "The blog is missing."}
        assert client.ask("/v2/feedback", about)["creditsRefunded"] == 1
        return 1 + 2 - 1 + 1 - 1

    assert await books.charged(work) == 2


async def test_an_extraction_costs_its_page_or_its_tokens_if_they_are_more(books: Books) -> None:
    def work(client: Client) -> int:
        job = client.ask("/v2/extract", {"urls": [client.site.url("/article")], "schema": _SCHEMA})
        told = client.ended(f"/v2/extract/{job['id']}")
        assert told["status"] == "completed"
        tokens.append(told["tokensUsed"])
        return int(told["creditsUsed"])

    tokens: list[int] = []
    charged = await books.charged(work)
    assert tokens[0] > 0
    assert charged == max(5, math.ceil(tokens[0] / 15))


@pytest.mark.parametrize(
    ("order", "price"), [({"code": "1 + 1", "language": "node"}, 2), ({"prompt": "What is the title?"}, 7)]
)
async def test_a_session_costs_its_minutes_by_what_was_done_in_it(
    books: Books, order: dict[str, str], price: int
) -> None:
    def work(client: Client) -> int:
        found = client.ask("/v2/scrape", {"url": client.site.url("/article")})
        path = f"/v2/scrape/{found['data']['metadata']['scrapeId']}/interact"
        client.admin.call(client.key, path, order)
        return 1 + client.end(path)

    assert await books.charged(work) == 1 + price
