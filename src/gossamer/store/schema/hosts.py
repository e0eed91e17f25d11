"""Hosts: their pace, and their robots.txt."""

from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, Table, Text

from gossamer.store.schema.metadata import metadata

hosts = Table(
    "hosts",
    metadata,
    Column("host", Text, primary_key=True),
    # The first moment that was not given out (the "theoretical arrival time" of GCRA).
    Column("next_at", BigInteger, nullable=False, index=True),
    # The least time between two requests, in milliseconds; 0 when none is set.
    Column("every", BigInteger, nullable=False),
    # 0 when it never rested.
    Column("resting_until", BigInteger, nullable=False),
)

robots = Table(
    "robots",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("fetched_at", BigInteger, nullable=False, index=True),
    Column("unreachable", Boolean, nullable=False),
)
