"""The one door: every way in calls these operations, which authorise, run and account.

Each operation has its own file; `Operations` is what the ways in see. The command line uses some of them alone, so
that names are imported when they are used.
"""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.operations.admission import Admission, Places
    from gossamer.operations.credit_reservations import Spending
    from gossamer.operations.gate import Rights
    from gossamer.operations.jobs import JobArrival, JobReading, Problems
    from gossamer.operations.reports import Reports
    from gossamer.operations.service import Operations, Probe
    from gossamer.operations.usage import UsageOperations

__getattr__ = late_exports(
    __name__,
    {
        "Admission": "admission",
        "JobArrival": "jobs",
        "Operations": "service",
        "Places": "admission",
        "Probe": "service",
        "Problems": "jobs",
        "JobReading": "jobs",
        "Reports": "reports",
        "Rights": "gate",
        "Spending": "credit_reservations",
        "UsageOperations": "usage",
    },
)
