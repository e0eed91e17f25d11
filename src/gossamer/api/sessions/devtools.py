"""The DevTools protocol of a session, for Playwright, Puppeteer and whatever else speaks it.

What a client may ask there is decided by the session's channel; here its messages are passed on.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gossamer.api.answers import RawAnswer, json_answer
from gossamer.api.sessions.tokens import SocketConversation, TokenCall, TokenSocketEndpoint, until_either
from gossamer.core.errors import NotFound
from gossamer.core.sessions import Access
from gossamer.operations.sessions import DevtoolsChannel
from gossamer.wire.v2.sessions import SessionAddresses

PATH = "/v2/browser/{id}/cdp"
# Where clients look that were given an http address; they add a slash, which is taken away again.
DISCOVERY_PATH = PATH + "/json/version"


async def discovery(call: TokenCall) -> RawAnswer:
    """Answer where the socket is, as a browser does on its debugging port."""
    shown = await call.operations.sessions.shown(call.session_id, call.token)
    if shown.access is not Access.DEVTOOLS:
        raise NotFound("Browser session not found.")
    addresses = SessionAddresses(call.origin, call.session_id, {Access.DEVTOOLS: call.token})
    return json_answer(
        200, {"Browser": "Chrome", "Protocol-Version": "1.3", "webSocketDebuggerUrl": addresses.devtools}
    )


def socket() -> TokenSocketEndpoint[DevtoolsChannel]:
    """Return the socket's path."""
    return TokenSocketEndpoint(PATH, _channel, _pass_on)


@asynccontextmanager
async def _channel(call: TokenCall) -> AsyncIterator[DevtoolsChannel]:
    channel = await call.operations.sessions.devtools(call.session_id, call.token)
    try:
        yield channel
    finally:
        await channel.close()


async def _pass_on(channel: DevtoolsChannel, talk: SocketConversation) -> None:
    await until_either(_from_client(channel, talk), _to_client(channel, talk))


async def _from_client(channel: DevtoolsChannel, talk: SocketConversation) -> None:
    while True:
        await channel.send(await talk.hear())


async def _to_client(channel: DevtoolsChannel, talk: SocketConversation) -> None:
    async for message in channel.messages():
        await talk.text(message)
