"""Going to an address: what is set up before, and what the outcome means."""

import asyncio
from dataclasses import dataclass

import msgspec

from gossamer.browser.emulation import Identity, emulate
from gossamer.browser.failures import DOWNLOAD, TUNNEL_REFUSED, UNSAFE_PORT, from_net_error
from gossamer.browser.interception import Gate, Interception
from gossamer.browser.options import Egress
from gossamer.browser.page import Page
from gossamer.browser.request_blocking import blocked_urls
from gossamer.browser.traffic import MainDocument
from gossamer.core.errors import (
    ForbiddenTarget,
    NoWebPage,
    Unsupported,
)
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url, without_credentials
from gossamer.core.visit_identity import VisitIdentity
from gossamer.net.http_failures import refuse_stream
from gossamer.net.own_identity import OwnIdentity, select_own
from gossamer.net.proxies import Route

_BLANK = "about:blank"
# Bytes of HTML that the browser keeps until it is judged; a longer page has content.
_KEPT_HTML = 4 * 1024 * 1024
_NO_CONTENT = frozenset({204, 205, 304})
# Set by the browser itself, or not a header a page request can have.
_UNSENDABLE = frozenset({"host", "content-length", "connection", "transfer-encoding", "upgrade", "te", "trailer"})
# Told to the browser in another way.
_TOLD = frozenset({"user-agent", "accept-language", "cookie", "referer", "accept-encoding"})


@dataclass(frozen=True, slots=True)
class DocumentArrival:
    """The main document's answer."""

    url: str
    status: int
    headers: dict[str, str]
    verified: bool = True


async def prepare(page: Page, request: FetchRequest, identity: Identity, egress: Egress | None) -> None:
    """Set up *page* for *request*.

    Returns when the renderer has done all of it: a navigation is begun by the browser process
    and would overtake settings that are still on their way to a renderer that is starting.
    """
    # The frames of a page that is scraped are part of it, wherever they are from.
    gate = None if request.permits is None else Gate(request.permits, frames=False)
    await arrange(page, request, identity, egress, gate)


def arrange(
    page: Page, request: FetchRequest, identity: Identity, egress: Egress | None, gate: Gate | None = None
) -> asyncio.Future[msgspec.Raw]:
    """Send *page* its settings and return the future of their being in force; *gate* says where it may go."""
    send = page.session.send
    headers = {name.lower(): value for name, value in request.headers.items()}
    send("Page.enable")
    send("Inspector.enable")
    # The browser keeps bodies for a debugger who will never ask for them.
    # The HTML of a page that is to be judged is asked for, once.
    buffer_size = 0 if request.expects is None else _KEPT_HTML
    send("Network.enable", maxTotalBufferSize=buffer_size, maxResourceBufferSize=buffer_size)
    if patterns := blocked_urls(request):
        send("Network.setBlockedURLs", urls=patterns)
    if request.skip_tls_verification:
        send("Security.setIgnoreCertificateErrors", ignore=True)
    intercept(page, request, egress, gate)
    if (own := _select_name(request, egress)) is not None:
        headers["user-agent"] = own.user_agent(mobile=request.mobile)
    return emulate(page.session, request, identity, headers, is_seen=not page.clock.is_virtual)


def intercept(page: Page, request: FetchRequest, egress: Egress | None, gate: Gate | None) -> None:
    """Pause those requests of *page* that *request*, the way out or *gate* need paused, and no longer others."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    extra_headers = {name: value for name, value in headers.items() if name not in _TOLD | _UNSENDABLE}
    credentials = egress.credentials(_route_of(request)) if egress else None
    own_identity = _select_name(request, egress)
    Interception(page, request.url, credentials=credentials, headers=extra_headers, gate=gate, own=own_identity).start()


def describe_way(request: FetchRequest, egress: Egress | None) -> str:
    """Return identity and exit of what *request* begins, to which sites tie what they let pass; empty if unknown."""
    if egress is None:
        return ""
    name = VisitIdentity.BROWSER if _select_name(request, egress) is None else VisitIdentity.HONEST
    return f"{name} {egress.gateway.find_exit(_route_of(request))}".rstrip()


def _route_of(request: FetchRequest) -> Route:
    return Route.of(request.tier, request.location.country, request.errand)


def _select_name(request: FetchRequest, egress: Egress | None) -> OwnIdentity | None:
    return select_own(egress.own, request.identity) if egress else None


async def _set_cookies(page: Page, header: str, url: str) -> None:
    """Set each cookie of *header* by itself: one that the browser refuses takes no other along.

    A navigation can overtake cookies that are not yet stored, so this returns when all of them are.
    """
    cookies = [pair.partition("=") for pair in header.split(";") if "=" in pair]
    settings = [
        page.session.send(
            "Network.setCookie",
            name=name.strip(),
            value=value.strip(),
            url=url,
            path="/",
            secure=url.startswith("https:"),
        )
        for name, _, value in cookies
    ]
    for (name, _, _), answer in zip(cookies, await asyncio.gather(*settings, return_exceptions=True), strict=True):
        if isinstance(answer, BaseException) or b"false" in bytes(answer):
            page.refused_cookies.append(name.strip())


async def go(page: Page, request: FetchRequest, egress: Egress | None) -> bool:
    """Navigate *page* to the request's address.

    Returns whether there is a document: an answer may be without content. Raises what became
    of it when there was no answer.
    """
    page.traffic.documents = request.sent
    headers = {name.lower(): value for name, value in request.headers.items()}
    if "cookie" in headers:
        await _set_cookies(page, headers["cookie"], request.url)
    navigated = await page.navigate(without_credentials(request.url), referrer=headers.get("referer"))
    if navigated.download or page.downloads:
        raise Unsupported(DOWNLOAD)
    main = page.traffic.latest
    if not navigated.error:
        # The proxy's refusal would be waited for like an empty page that scripts may yet fill. It is looked for in the
        # answer to this navigation: the page may show the document before it for another moment.
        if main is not None:
            _raise_refusal(main, egress)
            refuse_stream(main.headers)
        return True
    if page.refusal is not None:
        raise page.refusal
    if main is not None and main.status in _NO_CONTENT:
        return False
    raise await _failure(main.url if main is not None else request.url, navigated.error, egress)


async def _failure(url: str, error: str, egress: Egress | None) -> Exception:
    if TUNNEL_REFUSED.search(error) and egress is not None:
        return await egress.gateway.explain(web_url(url))
    return ForbiddenTarget() if UNSAFE_PORT in error else from_net_error(error)


async def arrival(page: Page, egress: Egress | None) -> DocumentArrival:
    """Return the answer of the document that *page* shows now.

    Raises when that is the proxy's refusal, or the browser's own error page: scripts and
    actions may have led there.
    """
    main = page.traffic.shown or page.traffic.latest
    if main is None:
        return DocumentArrival(page.url, 200, {})
    if page.refusal is not None:
        raise page.refusal
    if page.shows_error:
        raise await _failure(main.url, main.error or "ERR_FAILED", egress)
    if page.traffic.shown is not None and page.url == _BLANK:
        raise NoWebPage("The page navigated to an empty page (about:blank).")
    _raise_refusal(main, egress)
    return DocumentArrival(_read_address_bar(page, main.url), main.status or 200, dict(main.headers), main.verified)


def _raise_refusal(main: MainDocument, egress: Egress | None) -> None:
    """Raise why the proxy answered in place of the site, if it did."""
    if main.refused is not None and egress is not None:
        raise egress.gateway.refusal(main.refused, web_url(main.url))


def _read_address_bar(page: Page, answered: str) -> str:
    """Return the address in the address bar, which scripts and fragments may have changed since the answer."""
    return page.url if page.url.startswith(("http://", "https://")) else answered
