from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, inspect

from gossamer.store.database import Database
from gossamer.store.schema import metadata


async def test_a_migrated_database_is_what_the_tables_say(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": is_told})
        assert compare_metadata(context, metadata) == []


def is_told(name: str | None, kind: str, _parents: object) -> bool:
    """Return whether the tables tell of it: what full text needs is made by the migration alone, for each database."""
    return "postings" not in str(name) or kind == "column"


async def test_partial_indexes_are_partial_after_migration_too(database: Database) -> None:
    dialect = database.engine.dialect.name
    said = {
        index.name: index.info["where"]
        for table in metadata.sorted_tables
        for index in table.indexes
        if "where" in index.info
    }
    with database.engine.connect() as connection:
        names = inspect(connection).get_table_names()
        reflected = MetaData()
        reflected.reflect(connection, only=names)
    made = {
        index.name: str(index.dialect_options[dialect]["where"])
        for table in reflected.tables.values()
        for index in table.indexes
        if index.dialect_options[dialect]["where"] is not None
    }
    assert len(said) > 3
    assert {name: plain(where) for name, where in made.items()} == {name: plain(where) for name, where in said.items()}


def plain(condition: str) -> str:
    """Return a condition without what a server adds when it tells it."""
    return condition.replace("(", "").replace(")", "").replace("::text", "").replace("::character varying", "")
