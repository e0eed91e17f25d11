"""Bulk of hostile requests through the running service: how late answers are, and what is left after.

.venv/bin/python -m bench.hostile [ROUNDS]     102 requests a round, 6 at once
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.hostile import HostileOrigin
from tests.clients.service import running_service
from tests.security.test_hostile_origin_through_the_service import bombard, memory, renderers


async def main(rounds: int) -> None:
    """Bombard and print."""
    with tempfile.TemporaryDirectory() as home:
        with running_service(
            Path(home), egress_allow="127.0.0.0/8", env={"GOSSAMER_LOG_LEVEL": "error", "GOSSAMER_WARM_PAGES": "0"}
        ) as service:
            print(f"before: {memory(service):.0f} MB")
            for number in range(rounds):
                async with HostileOrigin() as origin:
                    outcomes = await bombard(service, origin, 1, 6)
                    await asyncio.wait_for(origin.idle(), 10)
                late = sorted(o.late for o in outcomes)
                bad = [o for o in outcomes if not o.acceptable]
                print(
                    f"round {number + 1}: {len(outcomes)} answers, latest {late[-1]:+.2f} s against its timeout, not acceptable "
                    f"{len(bad)}; left: {len(renderers(service))} renderers, {memory(service):.0f} MB"
                )
                sys.stdout.flush()
                for outcome in bad:
                    print("  ", outcome)
            await asyncio.sleep(25)
            print(f"25 s later: {memory(service):.0f} MB")


asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
