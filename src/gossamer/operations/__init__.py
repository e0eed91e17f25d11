"""The one door: every way in calls these operations, which authorise, run and account.

Each operation has its own file; `Operations` is what the ways in see.
"""

from gossamer.operations.admission import Admission, Places
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import Rights
from gossamer.operations.jobs import Arrival, Problems, Reading
from gossamer.operations.reports import Reports
from gossamer.operations.service import Operations
from gossamer.operations.usage import UsageOperations

__all__ = [
    "Admission",
    "Arrival",
    "Operations",
    "Places",
    "Problems",
    "Reading",
    "Reports",
    "Rights",
    "Spending",
    "UsageOperations",
]
