"""A loopback site whose pages do what pages do to browsers."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cfc0f01f00050001ff89993d1d0000000049454e44ae426082"
)


def document(body: str, head: str = "") -> str:
    return f"<!doctype html><html><head><title>Test</title>{head}</head><body>{body}</body></html>"


def script(code: str, body: str = "<h1>Start</h1>") -> str:
    return document(f"{body}<script>{code}</script>")


FORM = document(
    """
    <form action="/submitted" method="get" style="font: 20px sans-serif">
      <label>Name <input id="name" name="name"></label>
      <label>City <input id="city" name="city"></label>
      <input type="checkbox" class="box" name="a"><input type="checkbox" class="box" name="b">
      <button id="send">Send</button>
    </form>
    <p id="echo"></p><ul id="keys"></ul>
    <script>
      const name = document.getElementById("name");
      name.addEventListener("input", () => { document.getElementById("echo").textContent = name.value; });
      name.addEventListener("keydown", (event) => {
        const item = document.createElement("li"); item.textContent = event.key;
        document.getElementById("keys").append(item);
      });
    </script>
    """
)

SHADOW = document(
    """
    <fancy-card><span slot="title">Slotted title</span><p>Light text</p></fancy-card>
    <script>
      customElements.define("fancy-card", class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: "open" });
          root.innerHTML = "<style>p{color:red}</style><h2><slot name=title></slot></h2><p>Shadow text</p>"
            + "<slot></slot><button id=inside>Press</button>";
          root.getElementById("inside").onclick = () => { document.title = "pressed"; };
        }
      });
    </script>
    """
)

# Overrides whatever a careless reader would call, and hides behind named form elements.
LIAR = document(
    """
    <p>The truth</p>
    <form name="body"><input name="shadowRoot"><input name="outerHTML"><input name="childNodes"></form>
    <img name="documentElement"><img name="querySelectorAll"><img name="getElementsByTagName"><img name="doctype">
    <script>
      JSON.stringify = () => "FORGED"; JSON.parse = () => "FORGED";
      Document.prototype.querySelectorAll = () => [];
      Document.prototype.getElementsByTagName = () => { throw new Error("no"); };
      for (const name of ["outerHTML", "innerHTML"])
        Object.defineProperty(Element.prototype, name, { get() { return "FORGED"; } });
      Array.prototype[Symbol.iterator] = function* () {};
      window.Promise = undefined; window.setTimeout = () => 0; window.MutationObserver = undefined;
      String.prototype.toWellFormed = () => "FORGED";
    </script>
    """
)

# Each part asks for its text when it is seen.
WATCHED = "".join(f"<section style='height:900px' data-n={n}>Part {n}</section>" for n in range(6))
_ON_SIGHT = (
    "const show = (part) => { if (part.dataset.done) return;"
    " part.dataset.done = 1; part.append(`SEEN ${part.dataset.n}.`) };"
)

PAGES = {
    "/closed-div": script("d.attachShadow({ mode: 'closed' }).innerHTML = '<p>CLOSED TEXT</p>'", "<div id=d></div>"),
    "/closed-slot": script(
        "const root = d.attachShadow({ mode: 'closed' }); root.innerHTML = 'CLOSED TEXT <slot></slot>';"
        "document.title = [d.shadowRoot, Element.prototype.attachShadow].join(' ')",
        "<p><span id=d>SLOTTED</span></p>",
    ),
    "/closed-in-open": script(
        "const add = (host, mode) => { const r = host.attachShadow({ mode }); r.innerHTML = '<b-b></b-b>'; return r };"
        "customElements.define('b-b', class extends HTMLElement {});"
        "add(add(d, 'open').firstChild, 'closed').innerHTML = '<p>CLOSED TEXT</p>'",
        "<a-a id=d></a-a>",
    ),
    "/closed-declared": "<a-a><template shadowrootmode=closed><p>CLOSED TEXT</p></template><b>Unslotted</b></a-a>",
    "/closed-in-frame": "<iframe src=/closed-div width=600 height=300></iframe>",
    "/one-frame": "<iframe src=/static style='width:100%;height:100vh'></iframe>",
    "/frame-in-frame": "<iframe src=/one-frame style='width:100%;height:100vh'></iframe>",
    "/fetched-into-nothing": script(
        "fetch('/slow-text?ms=900').then(r => r.text()).then(t => { document.body.innerHTML = t })", ""
    ),
    "/watched": script(
        "const seen = (entries) => entries.filter((e) => e.isIntersecting).forEach(({ target }) => {"
        " watch.unobserve(target);"
        " fetch('/slow-text?ms=300').then(() => target.append(`SEEN ${target.dataset.n}.`)) });"
        "const watch = new IntersectionObserver(seen);"
        "document.querySelectorAll('section').forEach((part) => watch.observe(part))",
        WATCHED,
    ),
    "/watched-throttled": script(
        f"{_ON_SIGHT} let timer = null; const look = () => {{ timer = null;"
        " for (const part of document.querySelectorAll('section')) {"
        " const { top, bottom } = part.getBoundingClientRect();"
        " if (top < innerHeight && bottom > 0) show(part) } };"
        "addEventListener('scroll', () => { timer ??= setTimeout(look, 60) }); look()",
        WATCHED,
    ),
    "/watched-growing": script(
        "let n = 0; const watch = new IntersectionObserver(([entry]) => { if (entry.isIntersecting && n < 6) {"
        " const part = document.createElement('section'); part.style.height = '900px'; part.append(`SEEN ${n++}.`);"
        " end.before(part) } }); watch.observe(end)",
        "<p style='height:900px'>Start</p><p id=end>End</p>",
    ),
    "/disabled": document(
        "<button id=plain disabled>A</button><button disabled><b id=inner>B</b></button>"
        "<fieldset disabled><legend><input id=legend type=checkbox onclick='document.title = \"hit\"'></legend>"
        "<input id=field type=checkbox></fieldset><label id=label>C <input type=checkbox disabled></label>"
        "<div id=aria role=button aria-disabled=true>D</div>"
        "<button id=soon disabled onclick='document.title = \"hit\"'>E"
        "</button><script>setTimeout(() => { soon.disabled = false }, 400)</script>"
    ),
    "/static": document("<h1>Plain</h1><p>No scripts here.</p>"),
    "/to-blank": script("location.replace('about:blank')"),
    "/timer": script("onload = () => setTimeout(() => { document.body.innerHTML = '<p>FROM TIMER</p>' }, 300)"),
    "/late-timers": script(
        "const text = () => fetch('/slow-text?ms=50').then(r => r.text()); setTimeout(() => text().then("
        "t => setTimeout(() => { document.body.innerHTML = t + ' AND MORE' }, 1500)), 2500)"
    ),
    "/later-timers": script(
        "const text = () => fetch('/slow-text?ms=50').then(r => r.text()); setTimeout(() => text().then("
        "t => setTimeout(() => { document.body.innerHTML = t + ' AND MORE' }, 1900)), 2900)"
    ),
    "/from-database": script(
        "const opened = indexedDB.open('d');"
        "opened.onupgradeneeded = () => opened.result.createObjectStore('s').put('x', 1);"
        "opened.onsuccess = () => { const got = opened.result.transaction('s').objectStore('s').get(1);"
        "got.onsuccess = () => { document.body.innerHTML = 'FROM DATABASE' } }"
    ),
    "/from-frames": script(
        "let n = 0; const draw = () => { if (++n < 6) requestAnimationFrame(draw);"
        "else document.body.innerHTML = 'DRAWN' }; draw()"
    ),
    "/from-sight": script(
        "const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
        "new IntersectionObserver(async ([entry]) => { await drawn();"
        " const text = await (await fetch('/slow-text?ms=50')).text(); await drawn();"
        " setTimeout(() => { document.body.innerHTML = text + ' SEEN' }, 1000) }).observe(document.querySelector('p'))",
        f"<p>{'A page with much text. ' * 30}</p>",
    ),
    "/viewport": script(
        "const watch = new IntersectionObserver(([e]) => { document.body.append(`seen ${e.intersectionRatio}, `"
        " + `${e.rootBounds.width} x ${e.rootBounds.height}, ${innerWidth} x ${innerHeight}, `"
        " + visualViewport.pageTop) });"
        "watch.observe(document.querySelector('div'))",
        "<div style='height:100px'>Some text</div>",
    ),
    "/from-stream": script(
        "new EventSource('/events').onmessage = (event) => { document.body.innerHTML = event.data }"
    ),
    "/after-a-minute": script("setTimeout(() => { document.body.innerHTML = 'FROM TIMER' }, 60_000)"),
    "/asks-until-ready": script(
        "const ask = () => fetch('/ready-after?ms=1500').then(r => r.text()).then("
        "t => { if (t === 'READY') document.body.innerHTML = t; else setTimeout(ask, 300) }); ask()"
    ),
    "/clock": script("setTimeout(() => { document.body.innerHTML = `late: ${Date.now()}` }, 2000)"),
    "/fetched": script(
        "onload = () => setTimeout(() => fetch('/slow-text?ms=700').then(r => r.text())"
        ".then(t => { document.body.innerHTML = t }), 100)"
    ),
    "/chain-of-timers": script(
        "let n = 0; const more = () => { document.body.append(`step${++n} `); if (n < 8) setTimeout(more, 30) };"
        "onload = more"
    ),
    "/never-quiet": script("setInterval(() => { document.body.append('x') }, 20)"),
    "/long-poll": script("fetch('/hang'); onload = () => setTimeout(() => document.body.append('READY'), 100)"),
    "/shadow": SHADOW,
    "/liar": LIAR,
    "/form": FORM,
    "/submitted-later": script("document.title = 'later'"),
    "/alert": script("alert(1); confirm(2); prompt(3); document.body.append('AFTER')"),
    "/alert-flood": script("while (true) alert('again')"),
    "/popups": script(
        "document.body.append('opened: ' + Boolean(open('/static'))); setInterval(() => open('/static'), 5)"
    ),
    "/print": script("setInterval(() => print(), 1)"),
    "/loop": script("while (true) {}", "<p>BEFORE THE LOOP</p>"),
    "/loop-later": script("setTimeout(() => { for (;;); }, 50)", "<p>BEFORE THE LOOP</p>"),
    "/busy": script("const end = Date.now() + 3000; while (Date.now() < end);"),
    "/flood": script("setInterval(() => { for (let i = 0; i < 50; i++) fetch('/static?' + Math.random()) }, 20)"),
    "/busy-workers": script(
        "const w = URL.createObjectURL(new Blob(['for(;;);'])); for (let i = 0; i < 4; i++) new Worker(w)",
        "<p>WORKERS</p>",
    ),
    "/fifty-busy-workers": script(
        "const w = URL.createObjectURL(new Blob(['for(;;);'])); for (let i = 0; i < 50; i++) new Worker(w)",
        "<p>WORKERS</p>",
    ),
    # For a picture of the whole page Chromium makes the window as large as the page.
    "/leaves-when-captured": script(
        "addEventListener('resize', () => { location.href = '/slow-page?ms=150' })", "<p style='height:9000px'>tall</p>"
    ),
    "/lazy-frame": "<div style='height:30000px'>tall</div><iframe loading=lazy src='/later.html' width=300></iframe>",
    "/styled": (
        "<style>:root{--brand:oklch(1 0 0)} h1{font-family:Georgia,serif}"
        ".btn{background:#1a7f37;color:#fff;border-radius:6px;padding:8px 16px}</style>"
        "<header><a href='/'><svg class=logo width=90 height=30></svg></a></header><h1>Kettles</h1>"
        "<a id=buy class='btn btn-primary' href=/buy>Buy</a><a class=btn style='visibility:hidden' href=/x>Hidden</a>"
    ),
    "/never-stays": script(
        "addEventListener('resize', () => { location.href = '/never-stays?' + Math.random() })",
        "<p style='height:9000px'>tall</p>",
    ),
    "/unread": script(
        "fetch('/beacon'); go.onclick = () => { fetch('/beacon'); document.body.append('CLICKED') }",
        "<button id=go>Go</button>",
    ),
    "/navigates": script("location.href = '/navigates?' + Math.random()"),
    "/reloads": script("location.reload()"),
    "/grows": script(
        "setInterval(() => { for (let i = 0; i < 20000; i++) document.body.append(document.createElement('p')) }, 1)"
    ),
    "/memory": script("const kept = []; setInterval(() => kept.push(new Uint8Array(2e7).fill(1)), 50)"),
    "/much-memory": script("window.kept = []; for (let i = 0; i < 10; i++) kept.push(new Uint8Array(2e7).fill(1))"),
    "/crash": script("setTimeout(() => { location.href = 'chrome://crash' }, 50)"),
    "/js-redirect": script("setTimeout(() => { location.href = '/static' }, 200)"),
    "/meta-redirect": document("moving", '<meta http-equiv="refresh" content="1; url=/static">'),
    "/download-link": script("location.href = '/download'", "<p>STAYS</p>"),
    "/device": script(
        "document.body.textContent = JSON.stringify({w: innerWidth, dpr: devicePixelRatio,"
        " touch: navigator.maxTouchPoints, ua: navigator.userAgent,"
        " languages: navigator.languages, webdriver: navigator.webdriver,"
        " zone: Intl.DateTimeFormat().resolvedOptions().timeZone,"
        " locale: Intl.NumberFormat().resolvedOptions().locale})",
        "<meta name=viewport content='width=device-width'>",
    ),
    "/storage": script(
        "document.body.append('cookie=' + document.cookie + ' stored=' + localStorage.getItem('k'));"
        "document.cookie = 'visited=yes; max-age=999'; localStorage.setItem('k', 'yes')"
    ),
    # Says which kinds of storage have something in them, then fills all of them; ready when that is done.
    "/traces": script(
        """
        const database = () => new Promise((done) => {
          const opened = indexedDB.open("d");
          opened.onupgradeneeded = () => opened.result.createObjectStore("s");
          opened.onsuccess = () => { opened.result.close(); done(); };
        });
        (async () => {
          const found = [
            document.cookie && "cookie", localStorage.getItem("k") && "local", sessionStorage.getItem("k") && "session",
            window.name && "name", (await indexedDB.databases()).length && "database",
            (await caches.keys()).length && "cache",
            (await navigator.serviceWorker.getRegistrations()).length && "worker",
          ].filter(Boolean);
          document.cookie = "k=v; max-age=999"; localStorage.setItem("k", "v"); sessionStorage.setItem("k", "v");
          window.name = "v";
          await database(); await caches.open("c"); await navigator.serviceWorker.register("/worker.js");
          document.body.textContent = "found: " + found.join(" ") + ".";
        })();
        """
    ),
    "/pictures": document(
        "<img src=/pixel.png><img src=/pixel.jpg?size=1><picture><source srcset=/pixel.webp></picture>"
        "<p style='font-family: X'>Text</p>",
        "<style>@font-face { font-family: X; src: url(/font.woff2) }</style>",
    ),
    "/tall": document("<div style='height:40000px;background:linear-gradient(red,blue)'>tall</div>"),
    "/lazy": document(
        "<div style='height:5000px'>far</div><img loading=lazy src=/pixel.png id=late>"
        "<script>late.onload = () => { document.body.style.background = 'rgb(0,255,0)' }</script>"
    ),
    "/blank-link": document("<a id=out target=_blank href=/static>out</a>"),
    "/hidden-button": document(
        "<button id=covered onclick='document.title=\"hit\"'>Under</button>"
        "<div style='position:fixed;inset:0;background:#fff8'></div>"
    ),
    "/appears": script(
        "setTimeout(() => { document.body.innerHTML += '<button id=b onclick=\"document.title=1\">go</button>' }, 900)"
    ),
}


@dataclass
class TestSite:
    """What the server saw: path and headers of each request."""

    __test__ = False

    scheme: str = "http"
    port: int = 0
    other_port: int = 0
    seen: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    first_asked: dict[str, float] = field(default_factory=dict)

    def url(self, path: str) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{path}"

    def other(self, path: str) -> str:
        """The same site under another origin."""
        return f"{self.scheme}://localhost:{self.other_port}{path}"

    def paths(self) -> list[str]:
        return [path for path, _ in self.seen]

    def headers_of(self, path: str) -> dict[str, str]:
        return next(headers for seen, headers in self.seen if seen.partition("?")[0] == path)


@asynccontextmanager
async def serving(tls: ssl.SSLContext | None = None) -> AsyncIterator[TestSite]:
    site = TestSite(scheme="https" if tls else "http")
    app = web.Application()

    async def answer(request: web.Request) -> web.StreamResponse:
        return await _answer(site, request)

    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        for _ in range(2):
            await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
        site.port, site.other_port = (address[1] for address in runner.addresses)
        yield site
    finally:
        await runner.cleanup()


async def _answer(site: TestSite, request: web.Request) -> web.StreamResponse:
    site.seen.append((request.path_qs, {name.lower(): value for name, value in request.headers.items()}))
    site.asked.set()
    if request.path in PAGES:
        return web.Response(text=PAGES[request.path], content_type="text/html")
    if request.path.startswith("/pixel."):
        return web.Response(body=PIXEL, content_type="image/png")
    return await _special(site, request)


async def _special(site: TestSite, request: web.Request) -> web.StreamResponse:
    answer = _SPECIAL.get(request.path)
    return await answer(site, request) if answer else _html("<h1>Nothing here</h1>", status=404)


async def _redirect(_: TestSite, request: web.Request) -> web.StreamResponse:
    left = int(request.query["n"])
    raise web.HTTPFound(request.query.get("to", "/static") if left <= 1 else f"/redirect?n={left - 1}")


async def _endless_redirect(_: TestSite, request: web.Request) -> web.StreamResponse:
    raise web.HTTPFound(request.path)


async def _ready_after(site: TestSite, request: web.Request) -> web.StreamResponse:
    """Answer READY from some milliseconds after the first question on."""
    now = asyncio.get_running_loop().time()
    began = site.first_asked.setdefault(request.path_qs, now)
    return web.Response(text="READY" if now - began > int(request.query["ms"]) / 1000 else "wait")


async def _events(_: TestSite, request: web.Request) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await answer.prepare(request)
    await asyncio.sleep(0.15)
    await answer.write(b"data: FROM STREAM\n\n")
    await asyncio.Event().wait()
    return answer


async def _slow_text(_: TestSite, request: web.Request) -> web.StreamResponse:
    await asyncio.sleep(int(request.query["ms"]) / 1000)
    return web.Response(text="<p>FROM FETCH</p>")


async def _slow_page(_: TestSite, request: web.Request) -> web.StreamResponse:
    await asyncio.sleep(int(request.query["ms"]) / 1000)
    return _html("<h1>ARRIVED</h1>")


async def _beacon(_: TestSite, request: web.Request) -> web.StreamResponse:
    return web.json_response({"counted": True}, headers={"cache-control": "no-store"})


async def _nested_frames(site: TestSite, request: web.Request) -> web.StreamResponse:
    # A frame with the address of one around it would not be loaded.
    number = len(site.seen)
    return _html("".join(f"<iframe src='/nested-frames?{number}-{side}'></iframe>" for side in "ab"))


async def _worker(_: TestSite, request: web.Request) -> web.StreamResponse:
    return web.Response(text="// answers nothing", content_type="text/javascript")


async def _hang(_: TestSite, request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    return web.Response()


async def _download(_: TestSite, request: web.Request) -> web.StreamResponse:
    headers = {"content-disposition": 'attachment; filename="../../tmp/escaped"'}
    return web.Response(body=b"\x00binary", content_type="application/octet-stream", headers=headers)


async def _bad_coding(_: TestSite, request: web.Request) -> web.StreamResponse:
    return web.Response(body=b"no gzip", content_type="text/html", headers={"content-encoding": "gzip"})


async def _headers_only(_: TestSite, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/html"})
    await response.prepare(request)
    await asyncio.Event().wait()
    return response


async def _cut_off(site: TestSite, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/html", "content-length": "1000"})
    await response.prepare(request)
    await response.write(b"<!doctype html><p>THE FIRST HALF</p><img src=/of-the-first-half>")
    # A browser that has not read it yet would drop it.
    async with asyncio.timeout(20):
        while "/of-the-first-half" not in site.paths():
            site.asked.clear()
            await site.asked.wait()
    assert request.transport is not None
    request.transport.close()
    return response


async def _nothing(_: TestSite, request: web.Request) -> web.StreamResponse:
    return web.Response(status=204)


async def _broken(_: TestSite, request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def _frames(site: TestSite, request: web.Request) -> web.StreamResponse:
    return _html(
        "<h1>Outer</h1><iframe src=/static width=300 height=90></iframe>"
        f"<iframe src='{site.other('/inner-frame')}' width=300 height=90></iframe>"
        "<iframe srcdoc='<p>From srcdoc</p>'></iframe><iframe src=/pixel.png width=1 height=1></iframe>"
    )


async def _inner_frame(_: TestSite, request: web.Request) -> web.StreamResponse:
    return _html("<p>Other origin</p><button id=deep onclick='this.textContent=\"deep click\"'>Deep</button>")


async def _frameset(_: TestSite, request: web.Request) -> web.StreamResponse:
    text = "<html><frameset cols='*,*'><frame src=/static><frame src=/timer></frameset></html>"
    return web.Response(text=text, content_type="text/html")


async def _other_frame(site: TestSite, request: web.Request) -> web.StreamResponse:
    return _html(f"<iframe src='{site.other(request.query['path'])}' style='width:100%;height:100vh'></iframe>")


async def _refresh(_: TestSite, request: web.Request) -> web.StreamResponse:
    return web.Response(text="<p>Moving", content_type="text/html", headers={"refresh": request.query["header"]})


async def _submitted(_: TestSite, request: web.Request) -> web.StreamResponse:
    return _html(f"<h1>Got {request.query_string}</h1>")


async def _set_cookie(_: TestSite, request: web.Request) -> web.StreamResponse:
    response = _html("cookie set")
    response.set_cookie("session", "secret")
    response.headers.add("x-twice", "a")
    response.headers.add("x-twice", "b")
    return response


async def _third_party(site: TestSite, request: web.Request) -> web.StreamResponse:
    return _html(f"<script src='{site.other('/seen.js')}'></script><img src='{site.other('/seen-image')}'>")


async def _advert(_: TestSite, request: web.Request) -> web.StreamResponse:
    return _html("<script src='http://ads.doubleclick.net:1/x.js'></script><p>With adverts</p>")


def _html(body: str, status: int = 200) -> web.Response:
    return web.Response(text=document(body), content_type="text/html", status=status)


async def _drip(_: TestSite, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/html"})
    await response.prepare(request)
    await response.write(b"<!doctype html><p>FIRST BYTES</p>")
    with contextlib.suppress(ConnectionError):
        while True:
            await asyncio.sleep(0.1)
            await response.write(b"<p>more</p>")
    return response


_SPECIAL: dict[str, Callable[[TestSite, web.Request], Awaitable[web.StreamResponse]]] = {
    "/redirect": _redirect,
    "/endless-redirect": _endless_redirect,
    "/slow-text": _slow_text,
    "/slow-page": _slow_page,
    "/beacon": _beacon,
    "/nested-frames": _nested_frames,
    "/hang": _hang,
    "/drips": _drip,
    "/download": _download,
    "/nothing": _nothing,
    "/bad-coding": _bad_coding,
    "/headers-only": _headers_only,
    "/cut-off": _cut_off,
    "/broken": _broken,
    "/frames": _frames,
    "/inner-frame": _inner_frame,
    "/frameset": _frameset,
    "/other-frame": _other_frame,
    "/refresh": _refresh,
    "/submitted": _submitted,
    "/set-cookie": _set_cookie,
    "/third-party": _third_party,
    "/advert": _advert,
    "/worker.js": _worker,
    "/events": _events,
    "/ready-after": _ready_after,
}
