"""Telling receivers what happens to jobs: signed, in order, until it is acknowledged."""

from gossamer.features.webhooks.deliveries import Deliveries
from gossamer.features.webhooks.payloads import Render

__all__ = ["Deliveries", "Render"]
