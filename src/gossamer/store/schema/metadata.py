"""The metadata of all tables, with naming conventions for constraints."""

from typing import Any

from sqlalchemy import MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def partial(condition: str) -> dict[str, Any]:
    """Return the arguments that note the condition of a partial index.

    The migrations have the forms of both dialects, and a test compares. Given to SQLAlchemy here, each process would
    load both dialects.
    """
    return {"info": {"where": condition}}
