"""Loading DBOS beside running statements breaks none of them."""

import subprocess
import sys

_SCRIPT = """
import asyncio, tempfile, threading
from pathlib import Path
import sqlalchemy
from gossamer.bootstrap import SystemClock
from gossamer.engine import Engine, EngineOptions
from gossamer.store.database import open_engine

async def main():
    home = Path(tempfile.mkdtemp())
    options = EngineOptions(f"sqlite:///{home}/gossamer.db", home, "serve", open_postgres=open_engine)
    engine = Engine(options, SystemClock())
    column, over, failures = sqlalchemy.column("x", sqlalchemy.String), threading.Event(), []

    def build():
        while not over.is_set():
            try:
                column.in_([])
            except Exception as error:
                failures.append(repr(error))
                return

    async def unused(ticket):
        raise AssertionError(ticket)

    async def begin():
        thread.start()

    # As requests do, it begins when `running` first waits; a new data folder has DBOS loaded before it is entered.
    thread = threading.Thread(target=build)
    beginning = asyncio.create_task(begin())
    async with engine.running(lane=unused, delivery=unused):
        await beginning
        while not await engine.answers():
            await asyncio.sleep(0.05)
        over.set()
        thread.join()
    print(failures)

asyncio.run(main())
"""


def test_statements_can_be_built_while_dbos_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stdout + done.stderr
