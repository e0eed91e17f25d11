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


# What the library and the help of the commands do without until something is done.
_HEAVY = {
    "pydantic",
    "sqlalchemy",
    "aiohttp",
    "turbohtml",
    "msgspec",
    "structlog",
    "gossamer.bootstrap",
    "gossamer.wire",
}
# What only a server needs.
_SERVED = {"fastapi", "starlette", "uvicorn", "mcp", "jinja2", "gossamer.api", "gossamer.dashboard", "gossamer.mcp"}
_COMMANDS = "batch, crawl, extract, history, interact, llmstxt, map, parse, research, scrape, search, watch"


def modules_after(program: str) -> set[str]:
    """Return the modules that a Python has loaded after *program*."""
    loaded = subprocess.check_output([sys.executable, "-c", f"import sys; {program}; print(*sys.modules)"], text=True)
    return set(loaded.split())


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


def test_the_library_and_the_help_load_no_service() -> None:
    assert modules_after("from gossamer import AsyncGossamer, Gossamer; import gossamer.cli.app") & _HEAVY == set()


def test_commands_without_a_server_load_none() -> None:
    assert modules_after(f"from gossamer.cli import {_COMMANDS}") & (_SERVED | {"dbos", "alembic"}) == set()
