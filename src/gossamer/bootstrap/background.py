"""Tasks that run beside the service."""

import asyncio


async def stop(task: asyncio.Task[None]) -> None:
    """End a task that runs until it is cancelled."""
    task.cancel()
    await asyncio.wait([task])
