"""`gossamer worker`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.integration.cli.commands import gossamer


def test_a_worker_cannot_share_a_database_file_with_another_machine(tmp_path: Path) -> None:
    ended = gossamer("worker", home=tmp_path)
    assert ended.returncode == 2
    assert b"GOSSAMER_DATABASE_URL" in ended.stderr


def test_a_worker_joins_on_postgresql_and_leaves_when_it_is_told(postgres_url: str, tmp_path: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    environment = {**inherited, "GOSSAMER_HOME": str(tmp_path), "GOSSAMER_DATABASE_URL": postgres_url}
    command = [sys.executable, "-m", "gossamer", "worker"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as worker:
        assert worker.stderr is not None
        logged = next(line for line in worker.stderr if b"engine_up" in line)
        assert b"worker@" in logged
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=15) == 0


def test_a_worker_that_is_told_twice_leaves_at_once() -> None:
    program = (
        "import asyncio, os, signal\n"
        "from gossamer.cli.worker import _stop\n"
        "async def stuck():\n"
        "    told = asyncio.Event()\n"
        "    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, _stop, told)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    await told.wait()\n"
        "    print('told', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(stuck())\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as stuck:
        try:
            assert stuck.stdout is not None
            assert stuck.stdout.readline() == b"told\n"
            stuck.send_signal(signal.SIGTERM)
            assert stuck.wait(timeout=15) == 0
        finally:
            stuck.kill()
