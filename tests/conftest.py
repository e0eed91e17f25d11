import gc
import re
import shutil
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import structlog
from hypothesis import settings
from pytest_asyncio import is_async_test
from starlette import routing
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from gossamer.store.database import Database
from tests.postgres import Postgres, postgres_binaries, run_postgres

# A loaded machine is slow, not wrong.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
# A logged failure is not read here; `rich` takes a second to draw one with all its local variables.
structlog.get_config()["processors"][-1].exception_formatter = structlog.dev.plain_traceback


_SHARED: Final = re.compile(r'^@\w+\.fixture\(scope="package"', re.MULTILINE)


class _LoadPackageScheduling(LoadFileScheduling):  # type: ignore[misc]
    """Hands out files as `--dist loadfile` does, but those over one service of their package to one worker."""

    def _split_scope(self, nodeid: str) -> str:
        return _unit_of(self.config.rootpath / super()._split_scope(nodeid))


@cache
def _unit_of(file: Path) -> str:
    """Return the file, or the folder whose tests share what is started once for a package."""
    conftests = (folder / "conftest.py" for folder in file.parents)
    shared = next((c for c in conftests if c.exists() and _SHARED.search(c.read_text("utf-8"))), None)
    starts_its_own = "running_service(" in file.read_text("utf-8")
    return str(file if shared is None or starts_its_own else shared.parent)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Start each service of a package in one worker: it costs seconds."""
    return _LoadPackageScheduling(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection() -> None:
    """Do not look for garbage among many thousand tests while they are made: it takes a sixth of that time."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the asynchronous tests of a module that is marked so one event loop."""
    for item in items:
        if item.get_closest_marker("one_loop") and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


def pytest_collection_finish() -> None:
    """Look for garbage again, but not among the tests, which stay."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _patient_requests() -> None:
    """Let the database of a test answer late: a machine that stands still for seconds is no fault of ours."""
    Database.patience = Database.slow_patience = timedelta(seconds=20)


@pytest.fixture(autouse=True, scope="session")
def _paths_compiled_once() -> Iterator[None]:
    """Compile the paths of routes once: a thousand tests make an application with the same ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", cache(routing.compile_path))
        yield


@pytest.fixture(autouse=True)
def _logs_of_one_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let settings of logs end with the test that made them; no logger keeps those of its first use."""
    before = structlog.get_config()
    configure = structlog.configure
    monkeypatch.setattr(structlog, "configure", lambda **made: configure(**made | {"cache_logger_on_first_use": False}))
    yield
    if structlog.get_config() != before:
        configure(**before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, in a temporary folder, listening on a socket in it alone."""
    binaries = postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL's server programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="gossamer-pg-"))
    try:
        with run_postgres(binaries, folder) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    return postgres.url
