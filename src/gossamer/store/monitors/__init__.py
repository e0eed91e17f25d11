"""Monitors in SQL: each kind of row has one module."""

from gossamer.store.monitors.audience import SqlFeedStore, SqlRecipientStore
from gossamer.store.monitors.checks import SqlCheckStore
from gossamer.store.monitors.messages import SqlMessageStore
from gossamer.store.monitors.monitors import SqlMonitorStore
from gossamer.store.monitors.pictures import SqlPictureStore
