"""Rotation of the key that seals what the database has to give back."""

import pytest
from sqlalchemy import Text, select, type_coerce

from gossamer.core.errors import SecretUnreadable
from gossamer.store.backup.sealed_values import SEALED
from gossamer.store.database import Database
from gossamer.store.resealing import reseal
from gossamer.store.schema import job_specs, signing_keys
from gossamer.store.schema.sealed_headers import HEADERS
from gossamer.store.sealing import Seal
from gossamer.store.signing_keys import SigningKeyStore
from tests.contracts.jobs import NOON, Bench, crawl
from tests.contracts.test_sealed_headers import HOOK, PAGE, SECRET

OLD = "the key of this deployment"
NEW = Seal(lambda: "another key, made by the operator", OLD)
NEW_ALONE = Seal(lambda: "another key, made by the operator")


async def sealed_headers(database: Database) -> list[str]:
    query = select(type_coerce(job_specs.c.spec, Text))
    return SEALED.findall(await database.read(lambda connection: connection.execute(query).scalar_one()))


async def test_what_the_key_before_sealed_is_read_and_then_sealed_anew(database: Database) -> None:
    await (await Bench(database).prepare()).start(spec=crawl(scrape=PAGE, webhook=HOOK))
    keys = await SigningKeyStore(database, Seal(lambda: OLD)).list_published(NOON)
    assert await SigningKeyStore(database, NEW).list_published(NOON) == keys
    assert {kind.kind: kind.rows for kind in await reseal(database, NEW) if kind.rows} == {
        "headers of jobs": 1,
        "signing keys": 1,
    }
    assert await SigningKeyStore(database, NEW_ALONE).list_published(NOON) == keys
    headers = await sealed_headers(database)
    assert SECRET in {NEW_ALONE.open(value, HEADERS).encode().decode("unicode_escape") for value in headers}
    assert not [kind for kind in await reseal(database, NEW) if kind.rows or kind.unreadable]


async def test_what_neither_key_opens_stays_as_it_is_and_is_counted(database: Database) -> None:
    await SigningKeyStore(database, Seal(lambda: "a third key")).list_published(NOON)
    query = select(signing_keys.c.private)
    before = await database.read(lambda connection: connection.execute(query).scalar_one())
    assert [(kind.kind, kind.unreadable) for kind in await reseal(database, NEW) if kind.unreadable] == [
        ("signing keys", 1)
    ]
    assert await database.read(lambda connection: connection.execute(query).scalar_one()) == before


def test_the_key_before_opens_nothing_for_another_owner() -> None:
    sealed = Seal(lambda: OLD).seal("secret", "team a")
    assert NEW.open(sealed, "team a") == "secret"
    with pytest.raises(SecretUnreadable):
        NEW.open(sealed, "team b")
