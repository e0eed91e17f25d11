"""Runs of agents, by thread."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, UniqueConstraint

from gossamer.store.schema.metadata import metadata

agent_runs = Table(
    "agent_runs",
    metadata,
    Column("job_id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("thread_id", String(36), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
    UniqueConstraint("thread_id", "turn", name="uq_agent_runs_thread_id"),
    Index("ix_agent_runs_team_id_created_at", "team_id", "created_at"),
)
