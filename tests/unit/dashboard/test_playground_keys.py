"""What people read about the key that the playground runs as."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gossamer.core.accounts import ApiKey
from gossamer.core.restrictions import NONE, Restrictions
from gossamer.dashboard.assets import Assets
from gossamer.dashboard.pages.playground.keys import choices
from gossamer.dashboard.rendering import Views

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
FREE = ApiKey("k", "t", "nightly", "fc-12…34", "ada@example.org", NOON, restrictions=NONE, addresses=())
CREDITS = "Credits are charged as with the API."
UNREADABLE = "What this key may do cannot be read, so every request with it is refused."


def told(key: ApiKey, *, admin: bool) -> str:
    [choice] = choices([key], now=NOON)
    page = Views(Assets()).render("playground/limits.html", key=choice, tells_limits=admin, fresh=False)
    return " ".join(page.partition(">")[2].removesuffix("</p>").split())


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (FREE, f"This key is not restricted. {CREDITS}"),
        (replace(FREE, restrictions=Restrictions(no_model=True)), f"Limited: No language model. {CREDITS}"),
        (
            replace(FREE, restrictions=None),
            f"{UNREADABLE} Set its restrictions and addresses anew under API keys.",
        ),
    ],
)
def test_admins_are_told_what_limits_a_key(key: ApiKey, sentence: str) -> None:
    assert told(key, admin=True) == sentence


def test_members_are_told_whom_to_ask_about_a_key_that_cannot_be_read() -> None:
    assert told(replace(FREE, addresses=None), admin=False) == f"{UNREADABLE} An admin can set it anew."
    assert told(FREE, admin=False) == f"Its restrictions hold here too; admins can see them. {CREDITS}"
