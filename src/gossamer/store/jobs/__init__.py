"""Jobs on many pages in SQL: their records, their frontiers, and their webhook events."""

from gossamer.store.jobs.answers import SqlAnswerStore
from gossamer.store.jobs.delivery_log import SqlDeliveryLog
from gossamer.store.jobs.frontier import SqlFrontier
from gossamer.store.jobs.jobs import JobStore
from gossamer.store.jobs.outbox import SqlOutbox
