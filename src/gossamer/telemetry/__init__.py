"""Logs, figures and traces: what an operator sees of the service. Secrets never reach them."""

from gossamer.telemetry.logs import configure_logs, quiet_logs
