"""A site of six sections, three with their content in the HTML and three that scripts fill; each has one template."""

import json
import random

from bench.dynamic.frameworks import _WORDS
from bench.dynamic.serving import Site

STATIC = ("story", "guide", "note")
SCRIPTED = ("shop", "news", "wiki")
SECTIONS = STATIC + SCRIPTED
_FRAME = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title><link rel=stylesheet href=/site.css>"
    "<script async src=https://www.googletagmanager.com/gtag/js?id=G-1></script></head><body>"
    "<header><a href=/>Harbours</a><nav><ul>{menu}</ul></nav></header>{main}"
    "<aside><h3>Most read</h3><ul>{menu}</ul></aside><footer>All rights reserved.</footer>"
    "<script src=/site.js></script></body></html>"
)
_LATE = "(function(){const id=location.pathname.split('/').pop();fetch('/api/'+%s+'/'+id+'.json').then(r=>r.json())"
_SHOP = (
    _LATE % "'shop'" + ".then(d=>setTimeout(()=>{document.querySelector('.product-view').innerHTML=d.html},300))})()"
)
_NEWS = _LATE % "'news'" + ".then(d=>{document.getElementById('story').innerHTML=d.html})})()"
_WIKI = _LATE % "'wiki'" + ".then(d=>{document.getElementById('text').insertAdjacentHTML('beforeend',d.html)})})()"


def build(site: Site, host: str, pages: int) -> dict[str, tuple[str, str]]:
    """Put the site at *host*; return section and text of each page by path."""
    rng = random.Random(3)

    def sentence() -> str:
        return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(9, 16))).capitalize() + "."

    def paragraphs(count: int) -> list[str]:
        return [" ".join(sentence() for _ in range(4)) for _ in range(count)]

    paths = [f"/{section}/{number}" for section in SECTIONS for number in range(pages)]
    menu = "".join(f"<li><a href=/about/{word}>{word.title()} and {word}s</a></li>" for word in _WORDS[:14])
    known = {}
    for path in paths:
        section, number = path.strip("/").split("/")
        count = {"story": 22, "guide": 9, "note": 2}.get(section, 8)
        title, texts = f"{rng.choice(_WORDS).title()} {number}", paragraphs(count)
        known[path] = section, "\n".join([title, *texts])
        whole = [f"<p>{text}</p>" for text in texts]
        head = f"<h1>{title}</h1>"
        if section == "shop":
            main = "<main><div class=product-view><p>Loading…</p></div></main><script src=/shop.js></script>"
            rest = head + "".join(whole)
        elif section == "news":
            main = f"<div id=story></div><script>{_NEWS}</script>"
            rest = head + "".join(whole)
        elif section == "wiki":
            main = f"<div id=text>{head}{whole[0]}</div><script src=/wiki.js></script>"
            rest = "".join(whole[1:])
        else:
            main, rest = f"<main><article>{head}{''.join(whole)}</article></main>", ""
        page = _FRAME.format(title=title, menu=menu, main=main)
        site.add(path, "text/html; charset=utf-8", page, host)
        if rest:
            site.add(f"/api/{section}/{number}.json", "application/json", json.dumps({"html": rest}), host)
    listed = "".join(f"<li><a href={path}>{text.splitlines()[0]}</a></li>" for path, (_, text) in known.items())
    site.add("/", "text/html; charset=utf-8", _FRAME.format(title="All", menu=menu, main=f"<ul>{listed}</ul>"), host)
    site.add("/site.js", "text/javascript", "document.documentElement.classList.add('js')" + ";void 0" * 2_000, host)
    site.add("/shop.js", "text/javascript", _SHOP, host)
    site.add("/wiki.js", "text/javascript", _WIKI, host)
    site.add("/site.css", "text/css", "body{font:16px serif}", host)
    return known
