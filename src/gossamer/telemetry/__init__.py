"""Logs: what an operator sees. Secrets never reach them."""

from gossamer.telemetry.logs import configure_logs, quiet_logs

__all__ = ["configure_logs", "quiet_logs"]
