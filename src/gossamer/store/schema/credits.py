"""The ledger, its sums, and what may still be spent."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table

from gossamer.store.schema.metadata import metadata

ledger = Table(
    "ledger",
    metadata,
    # The cause of the charge: a scrape's id, or a job's id, lane and chunk. As the primary key it
    # makes a charge happen once.
    Column("reference", String(64), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("operation", String(32), nullable=False),
    Column("credits", Integer, nullable=False),
    Column("charged_at", BigInteger, nullable=False),
    # Of language models, in both directions; what they cost is in the credits.
    Column("tokens", BigInteger, nullable=False, server_default="0"),
    Index("ix_ledger_team_id_charged_at", "team_id", "charged_at"),
)


# Sums of the ledger by day (days since 1970-01-01, UTC), written in the transaction of each charge.
usage_days = Table(
    "usage_days",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key_id", String(36), primary_key=True),
    Column("operation", String(32), primary_key=True),
    Column("credits", BigInteger, nullable=False),
    # Entries of the ledger.
    Column("charges", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# One for each team with a bound on its credits, and each key with a budget; locked while credits are spent.
credit_accounts = Table(
    "credit_accounts",
    metadata,
    # A team's or a key's id.
    Column("owner_id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False, index=True),
    # Credits of each billing month; what is used of them, and what work under way may use.
    Column("allowance", BigInteger, nullable=False),
    Column("period_start", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
)

# Credits for requests under way. Jobs reserve for the pages they have in flight, without rows of their own.
reservations = Table(
    "reservations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("credits", BigInteger, nullable=False),
    # Its process is gone when this has passed.
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Sums of what removed teams used, which belong to nobody any more.
retained_usage = Table(
    "retained_usage",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("operation", String(32), primary_key=True),
    Column("credits", BigInteger, nullable=False),
    Column("charges", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
