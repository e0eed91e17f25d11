"""Telling receivers what happens to jobs: signed, in order, until it is acknowledged."""

from gossamer.features.webhooks.deliveries import Deliveries
from gossamer.features.webhooks.payloads import RESERVED_HEADERS, Render, signature

__all__ = ["RESERVED_HEADERS", "Deliveries", "Render", "signature"]
