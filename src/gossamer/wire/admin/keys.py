"""Keys, as people see them: the key itself is shown when it is made, and never again."""

from typing import Any

from pydantic import Field

from gossamer.core.accounts import ApiKey
from gossamer.wire.admin.changes import Change, Moment
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.restrictions import RestrictionsShown, restrictions_json
from gossamer.wire.shapes import StrictShape, example


class NewKeyBody(StrictShape):
    """A key to be made."""

    model_config = example(name="nightly")

    name: str
    expires_at: Moment | None = Field(default=None, description="Until when it is valid; for ever when left out.")


class KeyChange(Change):
    """Changes of a key; it never expires when `expiresAt` is null."""

    model_config = example(name="nightly")

    name: str = ""
    expires_at: Moment | None = None


class KeyMade(Success):
    """The key: the only time that it is shown."""

    key_id: str
    api_key: str = Field(examples=["fc-00000000000000000000000000000000"])


class KeyShown(AnswerShape):
    """A key, without the key itself."""

    key_id: str
    team_id: str
    name: str
    hint: str = Field(description="Its first and last characters.")
    created_by: str
    created_at: str
    last_used_at: str | None
    expires_at: str | None
    revoked_at: str | None
    restrictions: RestrictionsShown | None = Field(
        description="Null when what is stored cannot be read: such a key is refused everything."
    )
    allowed_cidrs: list[str] | None = Field(description="Empty for any address; null as above.")


class KeyAnswer(Success):
    """A key."""

    key: KeyShown


class Keys(Success):
    """Keys in order of their making, revoked ones too."""

    keys: list[KeyShown]


def key_json(key: ApiKey) -> dict[str, Any]:
    """Return *key* as JSON."""
    restrictions = None if key.restrictions is None else restrictions_json(key.restrictions)
    return KeyShown.of(key, restrictions=restrictions, allowed_cidrs=key.addresses)
