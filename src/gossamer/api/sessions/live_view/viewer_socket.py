"""The socket of the live view: pictures one way, mouse, keyboard and addresses the other.

To the client go JSON and JPEG: `hello` first, `page` before the first picture of an address, title or size, then
the pictures as binary frames, `arrived` when going somewhere is over, `problem` with a sentence for what could not be
done, and `ended` at last. From it come the events that `user_input` reads, which only a
token for using the session gives effect to. A picture is sent when the client has taken the one before,
so a slow line sees fewer of them and never old ones.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Self

from gossamer.api.sessions.live_view.pages import PAGE_PATH
from gossamer.api.sessions.live_view.user_input import UnreadableInput, input_of
from gossamer.api.sessions.tokens import SocketConversation, TokenCall, TokenSocketEndpoint, until_either
from gossamer.core.errors import ServiceError, SessionEnded, SessionLost
from gossamer.core.sessions import Access
from gossamer.operations.sessions import Frame, NavigationInput, UserInput


@dataclass(frozen=True, slots=True)
class ViewerRights:
    """The rights of a token: frames, and input for viewers who may use the session."""

    frames: AsyncIterator[Frame]
    use: Callable[[UserInput], Awaitable[None]] | None


def socket() -> TokenSocketEndpoint[ViewerRights]:
    """Return the socket's path."""
    return TokenSocketEndpoint(PAGE_PATH + "/frames", _view, _show)


@asynccontextmanager
async def _view(call: TokenCall) -> AsyncIterator[ViewerRights]:
    sessions = call.operations.sessions
    access = (await sessions.shown(call.session_id, call.token)).access
    frames = await sessions.watch(call.session_id, call.token)
    use = await sessions.control(call.session_id, call.token) if access is Access.CONTROL else None
    try:
        yield ViewerRights(frames, use)
    finally:
        # Nobody looks any more: no more pictures are to be taken.
        if isinstance(frames, AsyncGenerator):
            await frames.aclose()


async def _show(view: ViewerRights, talk: SocketConversation) -> None:
    await talk.say({"type": "hello", "control": view.use is not None})
    try:
        await until_either(_pictures(view.frames, talk), _listen(view, talk))
    except (SessionEnded, SessionLost) as end:
        await talk.say({"type": "ended", "error": end.message})
    else:
        await talk.say({"type": "ended", "error": "The session has ended."})


async def _pictures(frames: AsyncIterator[Frame], talk: SocketConversation) -> None:
    last: dict[str, object] = {}
    async for frame in frames:
        page = {"url": frame.url, "title": frame.title, "width": frame.width, "height": frame.height}
        if page != last:
            last = page
            await talk.say({"type": "page", **page})
        await talk.picture(frame.data)


async def _listen(view: ViewerRights, talk: SocketConversation) -> None:
    async with _Journeys(talk) as journeys:
        while True:
            heard = await talk.hear()
            if view.use is None:
                continue
            try:
                event = input_of(heard)
                if isinstance(event, NavigationInput):
                    await journeys.begin(partial(view.use, event))
                else:
                    await view.use(event)
            except UnreadableInput as error:
                await talk.say({"type": "problem", "error": str(error)})
            except (SessionEnded, SessionLost):
                raise
            except ServiceError as failure:
                await talk.say({"type": "problem", "error": failure.message})


class _Journeys:
    """Going somewhere, one at a time: the next one takes the place of one that has not arrived.

    It may take long, and mouse and keys are heard meanwhile.
    """

    def __init__(self, talk: SocketConversation) -> None:
        self._talk = talk
        self._under_way: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._give_up()

    async def begin(self, going: Callable[[], Awaitable[None]]) -> None:
        """Go, and tell what comes of it."""
        await self._give_up()
        self._under_way = asyncio.create_task(self._go(going), name="live-view-navigation")

    async def _give_up(self) -> None:
        if self._under_way is not None:
            self._under_way.cancel()
            await asyncio.wait([self._under_way])

    async def _go(self, going: Callable[[], Awaitable[None]]) -> None:
        problem = ""
        try:
            await going()
        except (SessionEnded, SessionLost):
            # The pictures end with it, and tell why.
            return
        except ServiceError as failure:
            problem = failure.message
        await self._talk.say({"type": "problem", "error": problem} if problem else {"type": "arrived"})
