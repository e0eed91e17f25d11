"""Cookies and local storage of a context, taken out and put back.

Vendors of challenges tie the cookie of who has passed one to the address and the identity of the visitor. So such a
cookie keeps the way by which it came, and is put back where the visit goes the same way alone.

Local storage can only be had from a document of its origin. So a hidden page goes to each origin,
and gets an empty document from us: nothing is asked of the site, and none of its scripts runs.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.contexts import Context
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.sessions import StorageState

# An origin whose storage cannot be had in this time is left out: its renderer may hang.
_ORIGIN = 5.0
_COOKIE = frozenset(
    {
        "name",
        "value",
        "domain",
        "path",
        "secure",
        "httpOnly",
        "sameSite",
        "expires",
        "priority",
        "sourceScheme",
        "sourcePort",
        "partitionKey",
    }
)


# How the names of cookies that a passed challenge leaves begin, in lower case: those of Cloudflare,
# DataDome, Akamai, Imperva, AWS WAF, HUMAN, Kasada, Sucuri and Reblaze.
_CLEARANCES: Final = (
    "cf_clearance", "__cf_bm", "datadome", "_abck", "ak_bmsc", "bm_s", "incap_ses_", "visid_incap_", "nlbi_", "reese84",
    "aws-waf-token", "_px", "pxcts", "kp_uid", "sucuri_cloudproxy_uuid", "rbzid",
)  # fmt: skip


class _Cookies(msgspec.Struct):
    cookies: list[dict[str, Any]] = []


class _StoragePaused(msgspec.Struct, rename="camel"):
    request_id: str


async def state_of(browser: RunningBrowser, context: Context, origins: Iterable[str], way: str) -> StorageState:
    """Return the cookies of *context*, which came by *way*, and what *origins* keep in its local storage.

    Empty storages are left out.
    """
    root = browser.connection.browser
    answer = await root.ask(_Cookies, "Storage.getCookies", browserContextId=context.id)
    storage: dict[str, Mapping[str, str]] = {}
    async with _open_hidden(context) as page:
        for origin in origins:
            if items := await _at(page, origin, "storage_read"):
                storage[origin] = items
    return StorageState(tuple(_make_settable(cookie) | _find_way(cookie, way) for cookie in answer.cookies), storage)


def _find_way(cookie: Mapping[str, Any], way: str) -> dict[str, str]:
    """Return the *way* for a cookie of who has passed a challenge, and nothing for others, such as a login's."""
    return {"way": way} if way and cookie["name"].lower().startswith(_CLEARANCES) else {}


async def restore(
    browser: RunningBrowser, context: Context, state: StorageState, way: str
) -> tuple[Mapping[str, Any], ...]:
    """Put *state* into *context*, which has shown nothing yet; return the cookies that are of other ways than *way*.

    What the browser does not take is left out.
    """
    root = browser.connection.browser
    # Each by itself: one that is refused would take the others with it.
    cookies = [
        root.send("Storage.setCookies", cookies=[_make_settable(cookie)], browserContextId=context.id)
        for cookie in state.cookies
        if cookie.get("way", way) == way
    ]
    if state.storage:
        async with _open_hidden(context) as page:
            for origin, items in state.storage.items():
                await _at(page, origin, "storage_write", dict(items))
    await asyncio.gather(*cookies, return_exceptions=True)
    return tuple(cookie for cookie in state.cookies if cookie.get("way", way) != way)


def _make_settable(cookie: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cookie as it can be set again; one without a date ends with the browser."""
    fields = {name: value for name, value in cookie.items() if name in _COOKIE}
    if fields.get("expires", 0) < 0:
        del fields["expires"]
    return fields


@asynccontextmanager
async def _open_hidden(context: Context) -> AsyncIterator[Page]:
    page = await context.open_hidden()
    session = page.session

    def answer(event: _StoragePaused) -> None:
        session.send(
            "Fetch.fulfillRequest",
            requestId=event.request_id,
            responseCode=200,
            responseHeaders=[{"name": "content-type", "value": "text/html"}],
            body="",
        )

    try:
        session.on("Fetch.requestPaused", _StoragePaused, answer)
        session.send("Fetch.enable", patterns=[{"urlPattern": "*", "requestStage": "Request"}])
        session.send("Network.enable")
        session.send("Network.setBypassServiceWorker", bypass=True)
        # Its reply is the renderer's, which would else be overtaken by the navigation.
        await session.send("Page.enable")
        yield page
    finally:
        await context.close_tab(page)


async def _at(page: Page, origin: str, name: str, *arguments: Any) -> dict[str, str]:
    """Call a script of ours in a document of *origin* and return its value; empty when it cannot be done."""
    try:
        async with asyncio.timeout(_ORIGIN):
            await page.navigate(f"{origin}/")
            # The reply may come before the event of the document.
            await page.until(lambda: page.url == f"{origin}/")
            return await page.call(name, *arguments) or {}
    except (ScriptFailed, CommandRefused, TimeoutError):
        return {}
