"""Logs: what an operator sees. Secrets never reach them."""

from gossamer.telemetry.logs import configure_logs

__all__ = ["configure_logs"]
