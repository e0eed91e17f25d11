"""The browser, as far as a client sees one: tabs and workers of its context, and nothing else.

Chromium has no browser session that is limited to a context, so commands for the browser are answered here. Behind
it is a session of our own with the browser, which ends with everything that was attached through it; what that one
hears of other contexts is dropped.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.contexts import Context
from gossamer.browser.gateway import messages
from gossamer.browser.gateway.attachments import Attachments, Tell
from gossamer.browser.gateway.messages import NOTHING, CommandRefusal
from gossamer.browser.gateway.rules import unreachable
from gossamer.browser.gateway.targets import Filter, GatewayTarget, Named, TargetCreated

_CREATED = msgspec.json.Decoder(TargetCreated)
_NAMED = msgspec.json.Decoder(Named)
# Chromium attaches to these itself after Target.setAutoAttach; frames and dedicated workers belong to pages.
_ATTACHABLE = frozenset({"page", "tab", "service_worker", "shared_worker"})
_BROWSER = {
    "targetInfo": {
        "targetId": "browser",
        "type": "browser",
        "title": "",
        "url": "",
        "attached": True,
        "canAccessOpener": False,
    }
}
_NO_TARGET = CommandRefusal("No target with given id found", -32602)
_NO_CONTEXT = CommandRefusal("A session has one context; more cannot be created.")
_TAB_REFUSED = CommandRefusal("The session cannot have more tabs.")

# A page is a tab as soon as the session's gate has seen it; that takes a turn of the loop.
_ARRIVAL = 10.0

Answer = Callable[[Mapping[str, Any]], Awaitable[msgspec.Raw]]


class _Made(msgspec.Struct, rename="camel"):
    target_id: str


class Root:
    """One session of a client with the browser. *client_id* is its id for the client, "" for the first."""

    def __init__(
        self, session: TargetSession, client_id: str, context: Context, attachments: Attachments, tell: Tell
    ) -> None:
        self.client_id = client_id
        self._session = session
        self._context = context
        self._attachments = attachments
        self._tell = tell
        self._known: dict[str, tuple[GatewayTarget, msgspec.Raw]] = {}
        self._shown: dict[str, None] = {}
        self._discovering: Filter | None = None
        self._attaching: Filter | None = None
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._awaited: dict[str, asyncio.Future[None]] = {}
        self._answers: Mapping[str, Answer] = {
            "Browser.getVersion": self._version,
            "Browser.setDownloadBehavior": self._nothing,
            "Browser.resetPermissions": self._nothing,
            "Storage.getCookies": self._cookies("Storage.getCookies"),
            "Storage.setCookies": self._cookies("Storage.setCookies"),
            "Storage.clearCookies": self._cookies("Storage.clearCookies"),
            "Target.activateTarget": self._activate,
            "Target.attachToTarget": self._attach_to,
            "Target.closeTarget": self._close,
            "Target.createTarget": self._create,
            "Target.detachFromTarget": self._detach,
            "Target.getBrowserContexts": self._contexts,
            "Target.getTargetInfo": self._info,
            "Target.getTargets": self._targets,
            "Target.setAutoAttach": self._set_auto_attach,
            "Target.setDiscoverTargets": self._set_discover,
        }

    async def open(self) -> None:
        """Learn of the context's targets."""
        await self._session.send("Target.setDiscoverTargets", discover=True, filter=[{}])

    def drop(self) -> None:
        """End it, and what was attached through it."""
        for task in self._under_way.values():
            task.cancel()
        connection, session_id = self._session.connection, self._session.id
        self._session.forget()
        connection.browser.send("Target.detachFromTarget", sessionId=session_id)

    def answer(self, method: str, params: Mapping[str, Any]) -> Awaitable[msgspec.Raw]:
        """Do a command. Raises Refusal."""
        answer = self._answers.get(method)
        if answer is None:
            raise CommandRefusal(f"{method[:80]} is not available in a session of this service.")
        if params.get("browserContextId", self._context.id) != self._context.id:
            raise _NO_CONTEXT
        return answer(params)

    def heard(self, method: str, params: msgspec.Raw) -> None:
        """Take an event of the browser."""
        match method:
            case "Target.targetCreated":
                self._keep(params)
                self._show(_CREATED.decode(params).target_info.target_id)
            case "Target.targetInfoChanged":
                self._keep(params)
                self._tell_of(_CREATED.decode(params).target_info.target_id, method, params)
            case "Target.targetDestroyed" | "Target.targetCrashed":
                self._report_end(_NAMED.decode(params).target_id, method, params)
            case "Target.attachedToTarget":
                self._attachments.attached(self._session, self.client_id, params)
            case "Target.detachedFromTarget":
                self._attachments.detached(self.client_id, params)

    def appeared(self, target_id: str) -> None:
        """Note that a page counts as a tab of the session."""
        self._show(target_id)
        self._settle_target(target_id)

    def _settle_target(self, target_id: str) -> None:
        awaited = self._awaited.get(target_id)
        if awaited is not None and not awaited.done():
            awaited.set_result(None)

    def _keep(self, params: msgspec.Raw) -> None:
        target = _CREATED.decode(params).target_info
        if target.browser_context_id == self._context.id:
            self._known[target.target_id] = (target, params)

    def _visible(self, target: GatewayTarget) -> bool:
        # A page may be one that the service opened for itself.
        return target.type != "page" or target.target_id in self._context.tabs

    def _show(self, target_id: str) -> None:
        entry = self._known.get(target_id)
        if entry is None or target_id in self._shown or not self._visible(entry[0]):
            return
        self._shown[target_id] = None
        self._tell_of(target_id, "Target.targetCreated", entry[1])
        if self._attaching is not None and self._to_attach(entry[0]):
            self._attach(target_id)

    def _tell_of(self, target_id: str, method: str, params: msgspec.Raw) -> None:
        if target_id in self._shown and self._discovering and self._discovering.matches(self._known[target_id][0]):
            self._tell(method, params, self.client_id)

    def _report_end(self, target_id: str, method: str, params: msgspec.Raw) -> None:
        self._tell_of(target_id, method, params)
        if method == "Target.targetDestroyed":
            self._shown.pop(target_id, None)
            self._known.pop(target_id, None)
            self._under_way.pop(target_id, None)
            self._settle_target(target_id)

    def _in_order(self) -> list[str]:
        """Return the ids of what is shown: tabs in order of opening, then the rest."""
        tabs = [target_id for target_id in self._context.tabs if target_id in self._shown]
        return [*tabs, *(target_id for target_id in self._shown if target_id not in self._context.tabs)]

    def _to_attach(self, target: GatewayTarget) -> bool:
        return self._attaching is not None and target.type in _ATTACHABLE and self._attaching.matches(target)

    def _attach(self, target_id: str) -> None:
        if target_id not in self._under_way:
            task = asyncio.create_task(self._attach_target(target_id), name="devtools-attach")
            self._under_way[target_id] = task

    async def _attach_target(self, target_id: str) -> None:
        # It may be gone again; the client gets an error then.
        with suppress(CommandRefused, BrowserGone):
            await self._session.send("Target.attachToTarget", targetId=target_id, flatten=True)

    def _own(self, params: Mapping[str, Any]) -> str:
        """Return the id of the requested target. Raises Refusal when it is not in this context."""
        target_id = params.get("targetId")
        if not isinstance(target_id, str) or target_id not in self._shown:
            raise _NO_TARGET
        return target_id

    async def _nothing(self, _: Mapping[str, Any]) -> msgspec.Raw:
        return NOTHING

    async def _version(self, _: Mapping[str, Any]) -> msgspec.Raw:
        return await self._session.send("Browser.getVersion")

    async def _contexts(self, _: Mapping[str, Any]) -> msgspec.Raw:
        # To the client its context is the browser's own, which is in no list.
        return messages.raw({"browserContextIds": []})

    def _cookies(self, method: str) -> Answer:
        async def ask(params: Mapping[str, Any]) -> msgspec.Raw:
            own_params = {**params, "browserContextId": self._context.id}
            return await self._session.connection.send(self._session, method, own_params)

        return ask

    async def _activate(self, params: Mapping[str, Any]) -> msgspec.Raw:
        return await self._session.send("Target.activateTarget", targetId=self._own(params))

    async def _attach_to(self, params: Mapping[str, Any]) -> msgspec.Raw:
        if not params.get("flatten"):
            raise CommandRefusal("Only flat sessions are available: flatten must be true.")
        return await self._session.send("Target.attachToTarget", targetId=self._own(params), flatten=True)

    async def _detach(self, params: Mapping[str, Any]) -> msgspec.Raw:
        session_id = params.get("sessionId")
        if not isinstance(session_id, str) or session_id not in self._attachments:
            raise messages.SESSION_UNKNOWN
        return await self._session.send("Target.detachFromTarget", sessionId=session_id)

    async def _close(self, params: Mapping[str, Any]) -> msgspec.Raw:
        target_id = self._own(params)
        if list(self._context.tabs) == [target_id]:
            # Without a tab the session would be over; and clients wait for a tab to close, whatever they are answered.
            await self._create({})
        return await self._session.send("Target.closeTarget", targetId=target_id)

    async def _create(self, params: Mapping[str, Any]) -> msgspec.Raw:
        url = params.get("url") or "about:blank"
        if reason := unreachable(url):
            raise CommandRefusal(reason)
        options = {name: params[name] for name in ("width", "height", "newWindow", "background") if name in params}
        reply = await self._session.ask(
            _Made, "Target.createTarget", url=url, browserContextId=self._context.id, **options
        )
        await self._tab(reply.target_id)
        if (attaching := self._under_way.get(reply.target_id)) is not None:
            await asyncio.wait([attaching])
        return messages.raw({"targetId": reply.target_id})

    async def _tab(self, target_id: str) -> None:
        """Wait until a page counts as a tab. Raises Refusal when it was closed instead."""
        if target_id in self._context.tabs:
            return
        awaited = self._awaited[target_id] = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait([awaited], timeout=_ARRIVAL)
        finally:
            del self._awaited[target_id]
        if target_id not in self._context.tabs:
            raise _TAB_REFUSED

    async def _info(self, params: Mapping[str, Any]) -> msgspec.Raw:
        if params.get("targetId") is None:
            return messages.raw(_BROWSER)
        return await self._session.send("Target.getTargetInfo", targetId=self._own(params))

    async def _targets(self, params: Mapping[str, Any]) -> msgspec.Raw:
        target_filter = Filter.given(params)
        shown = [self._known[target_id] for target_id in self._in_order()]
        infos = [msgspec.json.decode(info)["targetInfo"] for target, info in shown if target_filter.matches(target)]
        return messages.raw({"targetInfos": infos})

    async def _set_auto_attach(self, params: Mapping[str, Any]) -> msgspec.Raw:
        if not params.get("autoAttach"):
            self._attaching = None
            return NOTHING
        if not params.get("flatten"):
            raise CommandRefusal("Only flat sessions are available: flatten must be true.")
        self._attaching = Filter.given(params)
        for target_id in self._in_order():
            if self._to_attach(self._known[target_id][0]):
                self._attach(target_id)
        if self._under_way:
            await asyncio.wait(self._under_way.values())
        return NOTHING

    async def _set_discover(self, params: Mapping[str, Any]) -> msgspec.Raw:
        if not params.get("discover"):
            self._discovering = None
            return NOTHING
        self._discovering = Filter.given(params)
        for target_id in self._in_order():
            self._tell_of(target_id, "Target.targetCreated", self._known[target_id][1])
        return NOTHING
