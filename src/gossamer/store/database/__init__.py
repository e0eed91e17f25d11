"""The database: one SQL for SQLite and PostgreSQL.

Functions that take a connection are handed to a `Database`, which runs them in threads, each
write in one transaction, and runs the whole function again when the failure was one that
passes: a lock that another process holds, a deadlock, a server that restarts.
"""

from gossamer.store.database.access import Database
from gossamer.store.database.engines import copy_sqlite, database_file, database_url, open_engine
from gossamer.store.database.failures import retrying, why_unusable
from gossamer.store.database.group_commit import GroupCommit
