from datetime import timedelta

import pytest

from gossamer.store.database import Database


@pytest.fixture(autouse=True)
def _patience_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests wait as long as in service: what becomes of them when the database is away is looked at here."""
    monkeypatch.setattr(Database, "patience", timedelta(seconds=1.5))
