"""A process that works on chains until SIGTERM."""

import asyncio
import signal
from multiprocessing.synchronize import Event
from pathlib import Path

import uvloop

import gossamer.engine.launched  # noqa: F401 - loads DBOS, once for all workers that are forked
from gossamer.cli.process_exit import leave
from gossamer.engine import Engine, EngineOptions, Tempo
from gossamer.store.database import Database, open_engine
from tests.integration.engine.chains import Chains, SystemClock, no_deliveries

TEMPO = Tempo(beat=0.3, dead=1.0, stray=1.0)


async def _work(url: str, home: Path, slot: str, is_up: Event) -> None:
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    database = Database(open_engine(url))
    engine = Engine(EngineOptions(url, home, slot, tempo=TEMPO, open_postgres=open_engine), SystemClock())
    chains = Chains(database, engine.dispatch)
    async with engine.running(lane=chains.run, delivery=no_deliveries):
        while not await engine.answers():  # noqa: ASYNC110 - it sets no event
            await asyncio.sleep(0.01)
        is_up.set()
        await told.wait()
    await database.close()


def work(url: str, home: Path, slot: str, is_up: Event) -> None:
    uvloop.run(_work(url, home, slot, is_up))
    leave(0)
