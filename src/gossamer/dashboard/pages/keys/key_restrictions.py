"""The restrictions of a key."""

import asyncio
from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.accounts import ApiKey
from gossamer.core.errors import CallerError, NotAllowed
from gossamer.core.restrictions import FORMATS, GROUPS, NONE
from gossamer.dashboard.pages.keys.drafts import KeyDraft
from gossamer.dashboard.pages.keys.key_lookup import KEYS, key_of
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_PATH = KEYS + "/{key_id}/restrictions"


async def form(visit: Visit, session: SignIn) -> Response:
    """Show what the key is restricted to."""
    key = await key_of(visit, session)
    return _form(visit, session, key, KeyDraft.of(key.restrictions or NONE))


async def save(visit: Visit, session: SignIn) -> Response:
    """Save all of it, or say what is wrong with it."""
    key = await key_of(visit, session)
    draft = KeyDraft.sent(visit.form)
    try:
        # Of many domains each is looked at; on the loop everybody would wait for it.
        restrictions = await asyncio.to_thread(draft.restrictions)
        await visit.operations.members.restrict_key(session.actor, key.key_id, restrictions)
    except NotAllowed:
        raise
    except CallerError as failure:
        return _form(visit, session, key, draft, problem=failure.message, status=400)
    return visit.leave(KEYS, "key-restricted")


def _form(
    visit: Visit, session: SignIn, key: ApiKey, draft: KeyDraft, *, problem: str = "", status: int = 200
) -> Response:
    return visit.dialog(
        "keys/restrictions.html",
        session,
        title=f"Restrictions of “{key.name}”",
        status=status,
        key=key,
        draft=draft,
        formats=FORMATS,
        endpoints=GROUPS,
        has_feature=session.features.key_restrictions,
        problem=problem,
    )


def routes() -> Iterator[Route]:
    """Yield the routes of a key's restrictions."""
    yield SignedInRoute("GET", _PATH, form, admins_only=True)
    yield SignedInRoute("POST", _PATH, save, admins_only=True)
