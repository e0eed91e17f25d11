"""Builds everything, once. The only place that knows which tool stands behind which port."""

from gossamer.bootstrap.accounts import open_accounts
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.service import Service, Worker, open_service, open_worker

__all__ = ["Service", "SystemClock", "Worker", "open_accounts", "open_service", "open_worker"]
