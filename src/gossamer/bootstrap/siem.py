"""Streams of teams' requests to SIEMs."""

from gossamer.bootstrap.accounts import webhook_secrets
from gossamer.bootstrap.pages import Pages
from gossamer.features.webhooks import Sender, SiemStreams
from gossamer.operations.siem import SiemOperations
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.siem import SqlSiemStore


def build_siem(settings: Settings, pages: Pages, sender: Sender, clock: Clock) -> tuple[SiemOperations, SiemStreams]:
    """Return what callers may do with streams, and what sends them; nothing runs yet."""
    store = SqlSiemStore(pages.database, webhook_secrets(settings))
    streams = SiemStreams(store, sender, clock)
    return SiemOperations(store, streams, clock, pages.client.screen), streams
