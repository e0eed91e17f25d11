"""What a service or a command does not need to start, it does not load."""

import subprocess
import sys
from collections.abc import Set as AbstractSet

import pytest

# Each with the first request that needs it; a name stands for all that is in it.
_LATER = {
    "PIL": "a screenshot that is compared",
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
    "sqlalchemy.dialects.postgresql": "PostgreSQL",
    "pydantic_ai": "a model",
    "gossamer.browser.live": "a session",
    "gossamer.content.answering": "a question",
    "gossamer.content.comparison.comparison": "a history or a monitor",
    "gossamer.content.extraction.filling": "a schema",
    "gossamer.dashboard.pages": "the dashboard",
    "gossamer.features.crawl.prompting.switches": "a crawl with a prompt",
    "gossamer.features.interact.modelled": "a prompt, with a model",
    "gossamer.features.interact.rules": "a prompt",
    "gossamer.features.understanding.modelled": "a model",
    "gossamer.sandbox": "code",
}


# What only a service, or only some of its requests, need.
_NOT_FOR_ONE_PAGE = {
    *(_LATER.keys() - {"rich"}),
    "gossamer.api",
    "gossamer.bootstrap.service",
    "gossamer.engine",
    "gossamer.features.crawl",
    "gossamer.features.extract",
    "gossamer.features.monitor",
    "gossamer.features.research",
    "gossamer.features.search",
    "gossamer.features.sessions",
    "gossamer.content.page_model.reading",
    "gossamer.mcp",
    "gossamer.notify",
    "gossamer.operations.service",
    "gossamer.searchers",
    "gossamer.wire",
    "prometheus_client",
    "starlette",
    "uvicorn",
}
_NOT_FOR_WORKERS = {
    *_LATER.keys(),
    "gossamer.api.app",
    "gossamer.mcp",
    "gossamer.operations.service",
    "starlette",
    "uvicorn",
}
_NOT_FOR_HELP = {*_NOT_FOR_ONE_PAGE, "aiohttp", "gossamer.content", "pydantic", "sqlalchemy", "structlog", "turbohtml"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("gossamer.cli.serve", _LATER.keys()),
        ("gossamer.cli.worker", _NOT_FOR_WORKERS),
        ("gossamer.cli.scrape", _NOT_FOR_ONE_PAGE),
        ("gossamer.cli.explain", _NOT_FOR_ONE_PAGE),
        ("gossamer.cli.parse", _NOT_FOR_ONE_PAGE),
    ],
)
def test_a_command_loads_only_what_it_needs(module: str, unwanted: AbstractSet[str]) -> None:
    loaded = (
        "import sys, gossamer.cli.app; from gossamer.cli.memory import keeping_everything\n"
        f"with keeping_everything(): import {module}\n"
        "print(*sys.modules)"
    )
    modules = subprocess.check_output([sys.executable, "-c", loaded], text=True).split()
    assert unwanted & set(modules) == set()


def test_help_and_the_library_load_no_part_of_the_service() -> None:
    loaded = "import sys, gossamer.cli.app; from gossamer import AsyncGossamer, Gossamer; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", loaded], text=True).split()
    assert _NOT_FOR_HELP & set(modules) == set()


def test_commands_with_jobs_load_no_server() -> None:
    loaded = "import sys; from gossamer.cli import batch, crawl, extract, interact, search; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", loaded], text=True).split()
    assert {"alembic", "dbos", "fastapi", "gossamer.api.app", "gossamer.dashboard", "gossamer.mcp", "uvicorn"} & set(
        modules
    ) == set()


def test_shapes_of_requests_are_built_when_they_come() -> None:
    told = (
        "import gossamer.cli.serve; from gossamer.wire import v2; "
        "print(v2.ScrapeRequest.__pydantic_complete__, v2.CrawlRequest.__pydantic_complete__)"
    )
    assert subprocess.check_output([sys.executable, "-c", told], text=True).split() == ["False", "False"]


# Top-level packages that extras bring and `pip install gossamer` does not.
_OF_EXTRAS = [
    *("anydoc", "apprise", "compressed_rtf", "fastapi", "httptools", "jinja2", "liteparse", "mcp", "mcp_types"),
    *(
        "olefile",
        "openai",
        "opentelemetry",
        "phonenumbers",
        "playwright",
        "prometheus_client",
        "pydantic_ai",
        "pypdfium2",
    ),
    *("python_calamine", "python_multipart", "starlette", "uvicorn", "uvloop", "websockets"),
]
_OF_THE_SERVER = {"gossamer.cli.mcp", "gossamer.cli.serve", "gossamer.cli.worker_page"}


def test_the_library_and_the_commands_need_no_package_of_an_extra() -> None:
    imported = (
        f"import sys; sys.modules.update(dict.fromkeys({_OF_EXTRAS!r}))\n"
        "import importlib, pkgutil, gossamer.cli\n"
        "names = ['gossamer.library.service', 'gossamer.bootstrap.service', 'gossamer.bootstrap.worker']\n"
        "names += [module.name for module in pkgutil.walk_packages(gossamer.cli.__path__, 'gossamer.cli.')]\n"
        f"for name in sorted(set(names) - {_OF_THE_SERVER!r}): importlib.import_module(name)"
    )
    done = subprocess.run([sys.executable, "-c", imported], check=False, capture_output=True, text=True)
    assert done.stderr == ""
