"""Interaction with a scraped page: `/v2/scrape/{id}/interact`."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.sessions.addresses import addresses
from gossamer.api.sessions.exports import SCRAPE_STEPS
from gossamer.core.access import Group, Mode
from gossamer.wire.v2 import sessions as wire

_PATH = "/v2/scrape/{id}/interact"


async def interact(call: Call, body: wire.InteractRequest) -> Json:
    """Do on the scraped page what a prompt says, or run code beside it; the page stays open for the next call.

    A prompt is plain English, as `Click "Load more" until it is gone` or `What is the price?`, and needs no
    language model. What is not understood is not tried: `success` is then false, `notUnderstood` has the
    words and `candidates` what comes nearest to them.
    """
    sessions, scrape, words = call.operations.sessions, call.job_id, body.words
    if words is not None:
        answer = await sessions.interact(call.caller, call.group, scrape, words, body.timeout, dialect="v2")
        return wire.interaction_json(answer.interaction, addresses(call, answer.opened))
    outcome, opened = await sessions.run_code(call.caller, call.group, scrape, body.spec(), dialect="v2")
    return wire.ran(outcome, addresses(call, opened))


async def end(call: Call, _: None) -> Json:
    """End the session of the scraped page, save its profile, and charge its time."""
    ended = await call.operations.sessions.end_scrape(call.caller, call.group, call.job_id)
    return wire.end_json(ended.milliseconds, ended.credits)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the doors of scraped pages that stay open."""
    every, used = endpoints_of(Group.BROWSER), Mode.BROWSER_EXECUTE
    options: dict[str, Any] = {"body": wire.InteractRequest, "mode": used}
    yield every("POST", _PATH, "Interact with a scraped page", wire.Interacted, interact, **options)
    yield every("DELETE", _PATH, "End the session of a scraped page", wire.Ended, end, mode=used)
    yield SCRAPE_STEPS.endpoint(_PATH + "/steps")
