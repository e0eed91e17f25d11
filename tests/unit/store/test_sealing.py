import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gossamer.core.accounts import User
from gossamer.core.errors import OwnError, SecretUnreadable
from gossamer.core.interaction import Performed, Reload
from gossamer.core.sessions import Opening, SessionSpec, StorageState
from gossamer.features.accounts import second_factors
from gossamer.features.monitor.monitors import owner_of
from gossamer.store import signing_keys
from gossamer.store.accounts.webhook_secrets import _owner
from gossamer.store.backup.sealed_values import COLUMNS
from gossamer.store.schema.sealed_headers import HEADERS
from gossamer.store.sealing import Seal, is_sealed
from gossamer.store.sessions import SealedSessions

SECRET = "whsec_0123456789"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_what_was_sealed_opens_and_does_not_show_itself() -> None:
    seal = Seal(lambda: "key")
    sealed = seal.seal(SECRET, "a")
    assert seal.open(sealed, "a") == SECRET
    assert is_sealed(sealed)
    assert SECRET not in sealed


def test_the_same_secret_is_sealed_differently_each_time() -> None:
    seal = Seal(lambda: "key")
    assert seal.seal(SECRET, "a") != seal.seal(SECRET, "a")


def test_another_key_another_owner_and_damage_are_told_with_the_setting_that_helps() -> None:
    sealed = Seal(lambda: "key").seal(SECRET, "a")
    for opener, stored, owner in [
        (Seal(lambda: "other"), sealed, "a"),
        (Seal(lambda: "key"), sealed, "b"),
        (Seal(lambda: "key"), sealed[:-8], "a"),
        (Seal(lambda: "key"), "sealed:1:", "a"),
    ]:
        with pytest.raises(SecretUnreadable) as caught:
            opener.open(stored, owner)
        assert "GOSSAMER_SECRET_KEY" in caught.value.message


def test_text_from_before_there_was_a_seal_is_what_it_says() -> None:
    assert Seal(lambda: "key").open(SECRET, "a") == SECRET


def test_without_a_setting_a_key_that_only_its_owner_can_read_is_made_at_first_use(tmp_path: Path) -> None:
    first = Seal.of(None, tmp_path)
    assert list(tmp_path.iterdir()) == []
    sealed = first.seal(SECRET, "a")
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Seal.of(None, tmp_path).open(sealed, "a") == SECRET


def test_a_setting_needs_no_file(tmp_path: Path) -> None:
    sealed = Seal.of("a long enough setting", tmp_path).seal(SECRET, "a")
    assert Seal.of("a long enough setting", tmp_path / "elsewhere").open(sealed, "a") == SECRET
    assert list(tmp_path.iterdir()) == []


def test_two_who_make_the_key_at_the_same_moment_have_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Seal.of(None, tmp_path), Seal.of(None, tmp_path)
    sealed = first.seal(SECRET, "a")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", lambda _self: False)
        assert second.open(sealed, "a") == SECRET
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_a_damaged_key_is_no_reason_to_make_another(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("short")
    with pytest.raises(OwnError, match="damaged"):
        Seal.of(None, tmp_path).seal(SECRET, "a")
    assert (tmp_path / "secret.key").read_text() == "short"


class _Noting(Seal):
    """A seal that notes for whom it seals."""

    def __init__(self) -> None:
        super().__init__(lambda: "key")
        self.owners: set[str] = set()

    def seal(self, secret: str, owner: str) -> str:
        self.owners.add(owner)
        return super().seal(secret, owner)


def test_a_restore_knows_for_whom_each_kind_of_value_is_sealed() -> None:
    seal = _Noting()
    sealed = SealedSessions(seal)
    sealed.spec("i", SessionSpec())
    sealed.opening("i", Opening())
    sealed.step("s", Performed(Reload()))
    sealed.profile("t", "n", StorageState())
    sealed.recording("i", ())
    row = {"id": "i", "session_id": "s", "team_id": "t", "name": "n"}
    known = {column.owner.format(**row) for column in COLUMNS}
    person = second_factors._owner(User("i", "ada@example.org", "Ada", NOON))
    assert known == seal.owners | {owner_of("t"), _owner("i"), person, signing_keys._owner("i"), HEADERS}
