"""Streams of teams' requests to SIEMs, sent in the background."""

import asyncio
from contextlib import AsyncExitStack

from gossamer.bootstrap.accounts import webhook_secrets
from gossamer.bootstrap.pages import Pages
from gossamer.bootstrap.retention import stop
from gossamer.features.webhooks import Sender, SiemStreams
from gossamer.operations.siem import SiemOperations
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.siem import SqlSiemStore


def open_siem(
    settings: Settings, pages: Pages, sender: Sender, clock: Clock, stack: AsyncExitStack | None
) -> SiemOperations:
    """Return what callers may do with streams; they are sent until *stack* is closed, and not here when it is None."""
    store = SqlSiemStore(pages.database, webhook_secrets(settings))
    streams = SiemStreams(store, sender, clock)
    if stack is not None:
        stack.push_async_callback(stop, asyncio.create_task(streams.run(), name="siem"))
    return SiemOperations(store, streams, clock, pages.client.screen)
