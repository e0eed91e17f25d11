"""What a service does not need to start, it does not load."""

import subprocess
import sys

# Each with the first request that needs it; a name stands for all that is in it.
_LATER = {
    "fastapi": "the OpenAPI document",
    "alembic": "a database of another schema",
    "dbos": "brought up beside the first requests",
    "sqlalchemy.orm": "DBOS",
    "obstore": "a blob",
    "cryptography": "a secret",
    "curl_cffi": "a stealth fetch",
    "playwright": "a live page that speaks it",
    "pypdfium2": "a PDF",
    "jinja2": "the dashboard",
    "pygments": "a command that draws",
    "rich": "a command that draws",
    "pydantic_ai": "a model",
    "gossamer.browser.live": "a session",
    "gossamer.content.answering": "a question",
    "gossamer.content.extraction.filling": "a schema",
    "gossamer.dashboard.pages": "the dashboard",
    "gossamer.features.crawl.prompting.switches": "a crawl with a prompt",
    "gossamer.features.interact.modelled": "a prompt, with a model",
    "gossamer.features.interact.rules": "a prompt",
    "gossamer.features.understanding.modelled": "a model",
    "gossamer.sandbox": "code",
}


def test_a_service_starts_without_what_only_some_requests_need() -> None:
    loaded = (
        "import sys; from gossamer.cli.memory import keeping_everything\n"
        "with keeping_everything(): import gossamer.cli.serve\n"
        "print(*sys.modules)"
    )
    modules = subprocess.check_output([sys.executable, "-c", loaded], text=True).split()
    assert _LATER.keys() & set(modules) == set()


def test_shapes_of_requests_are_built_when_they_come() -> None:
    told = (
        "import gossamer.cli.serve; from gossamer.wire import v2; "
        "print(v2.ScrapeRequest.__pydantic_complete__, v2.CrawlRequest.__pydantic_complete__)"
    )
    assert subprocess.check_output([sys.executable, "-c", told], text=True).split() == ["False", "False"]
