"""The site that stands for the one of the documentation's examples: a shop with two kettles, whatever the path."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

_FRAME: Final = """<!doctype html><html lang=en><head><title>{title} | Example Ltd</title>{head}</head><body>
<header><nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/about">About us</a></nav></header>
<main><h1>{title}</h1>{main}</main><footer>Example Ltd, by the sea</footer></body></html>"""
_SHOP: Final = """<p>Kettles that last a lifetime, made by hand in our workshop by the sea and sold here.</p>
<ul class=products><li><a href="/kettles/copper">Copper kettle</a> 49.50 EUR</li>
<li><a href="/kettles/iron">Iron kettle</a> 35.00 EUR</li></ul><p>Example Ltd was founded by Ada Byron in 1843.</p>
<form class=account action="/shop"><input id=email name=email aria-label="E-mail"><input id=password type=password
aria-label=Password></form><form action="/shop"><input type=search name=q aria-label=Search></form>
<button id=more onclick="this.remove()">Load more</button>"""
_RESULTS: Final = """<ol><li><a href="/kettles/iron">Iron kettle</a> 35.00 EUR</li>
<li><a href="/kettles/copper">Copper kettle</a> 49.50 EUR</li></ol>"""
_KETTLE: Final = """<p class=price>{price} EUR</p><p>The {name} is made of {name} and holds two litres of water. It
comes with a wooden handle and is ready to use on every stove. We send it within two days.</p>"""
_DATA: Final = """<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "Product", "name":
"{name}", "offers": {{"@type": "Offer", "price": {price}, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}}}
</script>"""


def _product(name: str, price: str) -> str:
    return _FRAME.format(
        title=name, head=_DATA.format(name=name, price=price), main=_KETTLE.format(name=name, price=price)
    )


_START: Final = _FRAME.format(title="Kettles", head="", main=_SHOP)
_COPPER: Final = _product("Copper kettle", "49.50")
_IRON: Final = _product("Iron kettle", "35.00")


def _page(path: str) -> str:
    """Return the page at *path*: a kettle, or the shop."""
    if "?q=" in path:
        return _FRAME.format(title="Results of your search", head="", main=_RESULTS)
    if "iron" in path:
        return _IRON
    return (
        _COPPER
        if any(word in path for word in ("copper", "/kettle", "product", "lamp")) and path != "/kettles"
        else _START
    )


_ROBOTS: Final = b"User-agent: *\nAllow: /\n"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = (_page(self.path).encode(), "text/html; charset=utf-8")
        body, kind = (_ROBOTS, "text/plain") if self.path == "/robots.txt" else page
        known = not self.path.endswith((".xml", ".txt", ".ico")) or self.path == "/robots.txt"
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 - the name that the server calls

    def do_POST(self) -> None:
        """Take a webhook."""
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def example_site() -> Iterator[str]:
    """Serve the site until the block ends; yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
