"""Keys, as people see them: the key itself is shown when it is made, and never again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from gossamer.core.accounts import ApiKey, NewKey
from gossamer.core.timestamps import instant
from gossamer.wire.admin.changes import Change, Moment
from gossamer.wire.answers import AnswerShape
from gossamer.wire.restrictions import restrictions_json
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


class KeyMade(AnswerShape):
    """The key: the only time that it is shown."""

    success: bool
    key_id: str
    api_key: str = Field(examples=["fc-00000000000000000000000000000000"])


class RestrictionsShown(AnswerShape):
    """Restrictions of a key; empty lists, false and null restrict nothing."""

    allowed_formats: list[str]
    allowed_endpoints: list[str]
    allowed_domains: list[str]
    no_model: bool
    cache_only: bool
    credit_budget: int | None
    rate_per_minute: int | None
    max_concurrency: int | None


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


class KeyAnswer(AnswerShape):
    """A key."""

    success: bool
    key: KeyShown


class Keys(AnswerShape):
    """Keys in order of their making, revoked ones too."""

    success: bool
    keys: list[KeyShown]


def key_json(key: ApiKey) -> dict[str, Any]:
    """Return *key* as JSON."""
    return {
        "keyId": key.key_id,
        "teamId": key.team_id,
        "name": key.name,
        "hint": key.hint,
        "createdBy": key.created_by,
        "createdAt": instant(key.created_at),
        "lastUsedAt": _timestamp(key.last_used_at),
        "expiresAt": _timestamp(key.expires_at),
        "revokedAt": _timestamp(key.revoked_at),
        "restrictions": None if key.restrictions is None else restrictions_json(key.restrictions),
        "allowedCidrs": None if key.addresses is None else list(key.addresses),
    }


def keys_json(keys: Sequence[ApiKey]) -> dict[str, Any]:
    """Return the answer that lists *keys*."""
    return {"success": True, "keys": [key_json(each) for each in keys]}


def key_made_json(made: NewKey) -> dict[str, Any]:
    """Return the answer to making a key."""
    return {"success": True, "keyId": made.key.key_id, "apiKey": made.secret}


def _timestamp(moment: datetime | None) -> str | None:
    return None if moment is None else instant(moment)
