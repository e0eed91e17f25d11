"""A deterministic site for measuring: `python bench/site.py PORT` serves it on loopback.

/page/N   static pages of 9 to 190 KB with navigation, sidebar, article, table, code and footer
/js/N     a page whose content a script puts there after 50 ms
Every page has a marker (`UID-N`) that stands only in its main content.
"""

import asyncio
import random
import sys
from collections.abc import Iterator
from functools import lru_cache

WORDS = (
    "river stone market engine quiet signal garden north paper window bridge copper winter harbour letter "
    "journey silver field thread measure account pattern village figure weather surface kitchen record number "
    "history second morning company answer reason machine travel corner reading station interest material"
).split()


def sentence(rng: random.Random) -> str:
    """One sentence of 8 to 18 words."""
    words = [rng.choice(WORDS) for _ in range(rng.randint(8, 18))]
    return " ".join(words).capitalize() + rng.choice([".", ".", ".", "?", "!"])


def paragraph(rng: random.Random) -> str:
    """One paragraph, some words linked or emphasised."""
    text = " ".join(sentence(rng) for _ in range(rng.randint(3, 7)))
    return text.replace(" harbour ", f' <a href="/page/{rng.randint(0, 999)}">harbour</a> ', 1).replace(
        " silver ", " <em>silver</em> ", 1
    )


def article(rng: random.Random, number: int, paragraphs: int) -> Iterator[str]:
    """The main content."""
    yield f"<article><h1>Report {number} on {rng.choice(WORDS)}</h1><p>Reference UID-{number}.</p>"
    for i in range(paragraphs):
        if i % 6 == 0:
            yield f"<h2>{sentence(rng)}</h2>"
        yield f"<p>{paragraph(rng)}</p>"
        if i % 9 == 4:
            rows = "".join(
                "<tr>" + "".join(f"<td>{rng.choice(WORDS)} {rng.randint(1, 999)}</td>" for _ in range(4)) + "</tr>"
                for _ in range(6)
            )
            yield f"<table><thead><tr><th>a</th><th>b</th><th>c</th><th>d</th></tr></thead><tbody>{rows}</tbody></table>"
        if i % 11 == 7:
            yield '<pre><code class="language-python">def f(x):\n    return x * 2\n</code></pre>'
        if i % 7 == 3:
            yield "<ul>" + "".join(f"<li>{sentence(rng)}</li>" for _ in range(5)) + "</ul>"
    yield "</article>"


@lru_cache(maxsize=400)
def page(number: int) -> bytes:
    """One static page."""
    rng = random.Random(number)
    nav = "".join(f'<li><a href="/page/{n}">{rng.choice(WORDS).title()} {n}</a></li>' for n in range(60))
    side = "".join(f'<li><a href="/page/{rng.randint(0, 999)}">{sentence(rng)}</a></li>' for _ in range(25))
    size = int(rng.paretovariate(1.3) * 14)
    body = "".join(article(rng, number, min(size, 260)))
    html = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Report {number}</title>'
        f'<meta name="description" content="{sentence(rng)}"><meta property="og:title" content="Report {number}">'
        '<link rel="stylesheet" href="/style.css"><script>window.dataLayer=[];</script></head><body>'
        f'<header><nav class="menu"><ul>{nav}</ul></nav></header><main>{body}</main>'
        f'<aside class="sidebar"><h3>Related</h3><ul>{side}</ul></aside>'
        "<footer><p>Copyright. All rights reserved.</p></footer></body></html>"
    )
    return html.encode()


@lru_cache(maxsize=400)
def scripted(number: int) -> bytes:
    """A page whose content appears by script."""
    rng = random.Random(number)
    body = "".join(article(rng, number, 12)).replace("'", "&#39;").replace("\n", "\\n").replace("</", "<\\/")
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Report {number}</title></head>'
        f"<body><div id=\"root\"></div><script>setTimeout(()=>{{document.getElementById('root').innerHTML='{body}';"
        "document.documentElement.setAttribute('data-ready','1')},50)</script></body></html>"
    ).encode()


class Site(asyncio.Protocol):
    """HTTP/1.1 with keep-alive, nothing more."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode()
            kind, _, number = path.strip("/").partition("/")
            if kind in ("page", "js") and number.isdigit():
                body, status = (page if kind == "page" else scripted)(int(number)), b"200 OK"
            else:
                body, status = b"not found", b"404 Not Found"
            self.transport.write(
                b"HTTP/1.1 %b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%b"
                % (status, len(body), body)
            )


async def main(port: int) -> None:
    """Serve until killed."""
    for number in range(200):
        page(number), scripted(number)
    server = await asyncio.get_running_loop().create_server(Site, "127.0.0.1", port)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    import uvloop

    uvloop.run(main(int(sys.argv[1])))
