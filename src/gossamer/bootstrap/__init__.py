"""Builds everything, once. The only place that knows which tool stands behind which port.

Commands that need a part of it import that part alone.
"""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.bootstrap.accounts import open_accounts
    from gossamer.bootstrap.clock import SystemClock
    from gossamer.bootstrap.service import RunningService, open_service
    from gossamer.bootstrap.worker import Worker, open_worker

__getattr__ = late_exports(
    __name__,
    {
        "RunningService": "service",
        "SystemClock": "clock",
        "Worker": "worker",
        "open_accounts": "accounts",
        "open_service": "service",
        "open_worker": "worker",
    },
)
