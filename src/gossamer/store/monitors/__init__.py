"""Monitors in SQL: each kind of row has one module."""

from gossamer.store.monitors.audience import FeedStore, RecipientStore
from gossamer.store.monitors.checks import CheckStore
from gossamer.store.monitors.messages import MessageStore
from gossamer.store.monitors.monitors import MonitorStore
from gossamer.store.monitors.pictures import PictureStore
