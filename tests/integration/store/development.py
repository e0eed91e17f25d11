"""Databases as development builds left them."""

from sqlalchemy import Engine, text

from gossamer.store.migration import BASELINE, OLDEST, upgrade

_BACK = f"""
DROP TABLE signing_keys;
DROP TABLE siem_streams;
ALTER TABLE activities DROP COLUMN username;
DROP TABLE webhook_log;
DROP TABLE renderings;
CREATE TABLE renderings (
    host TEXT NOT NULL,
    pattern TEXT NOT NULL,
    template TEXT NOT NULL,
    dynamic BOOLEAN NOT NULL,
    looks INTEGER NOT NULL,
    looked_at BIGINT NOT NULL,
    CONSTRAINT pk_renderings PRIMARY KEY (host, pattern, template)
);
CREATE INDEX ix_renderings_looked_at ON renderings (looked_at);
UPDATE alembic_version SET version_num = '{OLDEST}' WHERE version_num = '{BASELINE}'
"""


def make_oldest(engine: Engine) -> None:
    """Make the tables of the oldest schema that upgrades."""
    upgrade(engine, BASELINE)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for statement in _BACK.split(";\n"):
            connection.execute(text(statement))
