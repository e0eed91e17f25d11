"""Telling receivers what happens to jobs: signed, in order, until it is acknowledged."""

from gossamer.features.webhooks.deliveries import Deliveries
from gossamer.features.webhooks.payloads import Render
from gossamer.features.webhooks.sending import RETRIES, EventSender
from gossamer.features.webhooks.siem import SiemStreams
