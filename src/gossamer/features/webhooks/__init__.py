"""Telling receivers what happens to jobs: signed, in order, until it is acknowledged."""

from gossamer.features.webhooks.deliveries import RETRIES, Deliveries
from gossamer.features.webhooks.payloads import Render, webhook_headers

__all__ = ["RETRIES", "Deliveries", "Render", "webhook_headers"]
