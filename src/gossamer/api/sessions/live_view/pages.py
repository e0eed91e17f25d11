"""The page that shows a session, its script and style, and how the session stands."""

from collections.abc import Mapping
from importlib import resources

from starlette.requests import Request

from gossamer.api.answers import RawAnswer, bytes_answer, json_answer
from gossamer.api.errors import answer_to
from gossamer.api.health import Page
from gossamer.api.sessions.tokens import TokenCall
from gossamer.core.errors import NotFound, ServiceError
from gossamer.core.sessions import Access, SessionState
from gossamer.operations.sessions import Shown

PAGE_PATH = "/v2/browser/{id}/live"
STATE_PATH = PAGE_PATH + "/state"
_FOLDER = resources.files("gossamer.api.sessions.live_view")
_HTML = "text/html; charset=utf-8"
# Sockets of the same host are named too: not every browser counts them to 'self'.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {sockets}; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
_PAGE_HEADERS = ((b"cache-control", b"no-store"), (b"referrer-policy", b"no-referrer"))


class LivePages:
    """Answers for people who watch."""

    def __init__(self) -> None:
        self._page = (_FOLDER / "page.html").read_bytes()

    async def page(self, call: TokenCall) -> RawAnswer:
        """Return the page; its script asks for the rest, and tells people what came of it."""
        status = 200
        try:
            await _find_session(call)
        except ServiceError as failure:
            status = answer_to(failure).status
        sockets = "ws" + call.origin.removeprefix("http")
        policy = (b"content-security-policy", _POLICY.format(sockets=sockets).encode())
        return bytes_answer(status, self._page, _HTML, (policy, *_PAGE_HEADERS))

    async def state(self, call: TokenCall) -> RawAnswer:
        """Return the state of the session, whether it ended and why."""
        shown = await _find_session(call)
        session = shown.session
        page_state: dict[str, object] = {
            "success": True,
            "status": session.state.value,
            "control": shown.access is Access.CONTROL,
        }
        if session.state is SessionState.DESTROYED and session.end_reason is not None:
            page_state["endReason"] = session.end_reason.value
        return json_answer(200, page_state)


async def _find_session(call: TokenCall) -> Shown:
    """Return the session; raises NotFound when the token is not one that lets somebody see it."""
    shown = await call.operations.sessions.shown(call.session_id, call.token)
    if shown.access is Access.DEVTOOLS or not shown.session.spec.viewable:
        raise NotFound("Browser session not found.")
    return shown


def _file(name: str, media_type: str) -> Page:
    answer = bytes_answer(200, (_FOLDER / name).read_bytes(), media_type)

    async def page(_: Request) -> RawAnswer:
        return answer

    return page


# Files that the page loads; the same for all sessions, and no secret.
FILES: Mapping[str, Page] = {
    "/live-view/page.js": _file("page.js", "text/javascript; charset=utf-8"),
    "/live-view/addresses.js": _file("addresses.js", "text/javascript; charset=utf-8"),
    "/live-view/input.js": _file("input.js", "text/javascript; charset=utf-8"),
    "/live-view/page.css": _file("page.css", "text/css; charset=utf-8"),
}
