"""Bringing the schema to this release's version. Alembic is loaded only when there is work."""

from pathlib import Path

from sqlalchemy import Engine, inspect, text

# The newest file in migrations/versions; a test compares.
HEAD = "0001"


def migrate(engine: Engine) -> None:
    """Bring the database to HEAD; safe to repeat and to interrupt."""
    if _current(engine) == HEAD:
        return
    from alembic import command  # noqa: PLC0415 - 60 ms of start-up that most starts do not need
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _current(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
