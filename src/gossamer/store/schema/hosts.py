"""Hosts: their pace, their robots.txt, and what rendering their pages brought."""

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Table, Text

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

renderings = Table(
    "renderings",
    metadata,
    Column("host", Text, primary_key=True),
    Column("pattern", Text, primary_key=True),
    Column("template", Text, primary_key=True),
    # By team, so that pages of one team keep no other team from a browser.
    Column("team_id", Text, primary_key=True),
    Column("dynamic", Boolean, nullable=False),
    Column("looks", Integer, nullable=False),
    Column("looked_at", BigInteger, nullable=False, index=True),
)
