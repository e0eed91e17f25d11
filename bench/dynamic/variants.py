"""Real pages rebuilt so that a script brings their content in, and the same pages untouched.

Each page of a corpus with known main content becomes up to six pages:

    bare      all scripts removed; the content is in the HTML
    asis      as it was published; the content is in the HTML
    framed    the content is replaced by a placeholder inside the site's own frame
    fetched   the content is replaced by an empty container that a script fills
    partial   the first paragraph stays, the rest is added later
    shell     nothing but a root element and a script

How the content arrives (inline or linked script, HTML, JSON or a literal, at once or later, with or without the page's
other scripts) is drawn from a generator that the page's name seeds.
"""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import turbohtml

STATIC = ("bare", "asis")
SCRIPTED = ("framed", "fetched", "partial", "shell")
VARIANTS = STATIC + SCRIPTED
_WORD = re.compile(r"\w+")
_SHORTEST = 500
_COVERED = 0.85
_CONTAINERS = (
    "content",
    "article-body",
    "app-content",
    "main-content",
    "post",
    "entry",
    "page-body",
    "detail",
    "results",
    "view",
    "x7f3",
)
_PLACEHOLDERS = (
    "<p>Loading…</p>",
    "<div class='loading'>Loading...</div>",
    "<div>Please wait…</div>",
    "<div class='spinner'></div>",
    "<div class='loader'><span class='sr-only'>Loading</span></div>",
    "<div class='skeleton'></div><div class='skeleton'></div><div class='skeleton skeleton-text'></div>",
    "<div class='animate-pulse'><div class='h-4 bg-gray-200'></div><div class='h-4 bg-gray-200'></div></div>",
    "<div role='status' aria-busy='true'>Wird geladen …</div>",
    "<div class='placeholder-glow'><span class='placeholder col-7'></span></div>",
    "<p class='placeholder'>Content is loading, one moment please.</p>",
)


@dataclass(frozen=True)
class Source:
    """A page of a corpus: *gold* is the text that its reader came for."""

    id: str
    html: str
    gold: str
    kind: str


@dataclass
class Variant:
    """A page to be served, with what its scripts ask for: *files* by path."""

    name: str
    kind: str
    html: str
    gold: str
    files: dict[str, tuple[str, str]] = field(default_factory=dict)
    how: str = ""


def sources(folder: Path) -> Iterator[Source]:
    """Return the pages of a WCXB split that have enough known content."""
    for truth in sorted((folder / "ground-truth").glob("*.json")):
        told = json.loads(truth.read_text("utf-8"))
        gold = (told.get("ground_truth") or {}).get("main_content") or ""
        if len(gold) < _SHORTEST:
            continue
        raw = gzip.decompress((folder / "html" / f"{truth.stem}.html.gz").read_bytes())
        primary = ((told.get("_internal") or {}).get("page_type") or {}).get("primary", "article")
        yield Source(truth.stem, raw.decode("utf-8", "replace"), gold, primary)


def words(text: str) -> Counter[str]:
    """Return how often each word stands in *text*."""
    return Counter(_WORD.findall(text.lower()))


def recall(gold: str, text: str) -> float:
    """Return the share of the words of *gold* that *text* has."""
    wanted = words(gold)
    return sum((wanted & words(text)).values()) / max(1, sum(wanted.values()))


def precision(gold: str, text: str) -> float:
    """Return the share of the words of *text* that *gold* has."""
    got = words(text)
    return sum((got & words(gold)).values()) / max(1, sum(got.values()))


def variant(source: Source, name: str, *, base: str = "") -> Variant | None:
    """Return *source* as the variant *name*; None where its content stands in no element of its own.

    *base* begins the addresses of the files that its scripts ask for.
    """
    rng = random.Random(f"{source.id}-{name}")
    document = turbohtml.parse(source.html, scripting=True)
    body = document.find("body")
    if body is None:
        return None
    made = Variant(name, source.kind, source.html, source.gold)
    if name == "asis":
        return made
    if name == "bare":
        _remove_scripts(document)
        made.html = _written(document)
        return made
    # A policy of the page against scripts, or another base, would keep ours from running.
    document.root.remove("meta[http-equiv='Content-Security-Policy' i],base")
    node = _content_node(body, source.gold)
    if node is None:
        return None
    others = rng.random() < 0.5
    if not others or name == "shell":
        _remove_scripts(document)
    delivery = _Delivery(rng, made, f"{base}/files/{source.id}-{name}")
    target = rng.choice([name for name in _CONTAINERS if f'"{name}"' not in source.html])
    if name == "shell":
        inner = _inner(body)
        body.clear()
        target = rng.choice(("root", "app", "__next", "main", "x7f3"))
        _append(body, f"<div id='{target}'></div>")
        delivery.into(body, target, inner, late=True)
    elif name == "framed":
        inner = _inner(node)
        node.clear()
        _append(node, f"<div id='{target}'>{rng.choice(_PLACEHOLDERS)}</div>")
        delivery.into(body, target, inner, late=True)
    elif name == "fetched":
        inner = _inner(node)
        node.clear()
        _append(node, f"<div id='{target}'></div>")
        delivery.into(body, target, inner, late=True)
    else:
        rest = _after_first_paragraph(node)
        if rest is None:
            return None
        if rng.random() < 0.7:
            _append(node, f"<div id='{target}'></div>")
        else:
            node.attrs["id"] = target
        delivery.into(body, target, rest, late=True, add=True)
    made.html = _written(document)
    made.how = f"{delivery.how} {'with' if others and name != 'shell' else 'without'} the page's scripts"
    return made


class _Delivery:
    """How content gets into its container."""

    def __init__(self, rng: random.Random, made: Variant, path: str) -> None:
        self.rng = rng
        self.made = made
        self.path = path
        self.how = ""

    def into(self, body: turbohtml.Element, target: str, html: str, *, late: bool, add: bool = False) -> None:
        rng = self.rng
        source = rng.choice(("html", "json", "literal"))
        linked = rng.random() < 0.5
        delay = rng.choice((0, 0, 200, 600))
        wait = "DOMContentLoaded" if rng.random() < 0.4 else ""
        write = (
            rng.choice(
                ("t.insertAdjacentHTML('beforeend',h)", "t.append(document.createRange().createContextualFragment(h))")
            )
            if add
            else rng.choice(("t.innerHTML=h", "t.replaceChildren(document.createRange().createContextualFragment(h))"))
        )
        find = rng.choice((f"document.getElementById('{target}')", f"document.querySelector('#{target}')"))
        put = f"function put(h){{const t={find};{write}}}"
        if source == "literal":
            literal = json.dumps(html).replace("</", "<\\/")
            start = f"const h={literal};setTimeout(()=>put(h),{delay})"
        elif source == "json":
            self.made.files[f"{self.path}.json"] = ("application/json", json.dumps({"item": {"body": html}}))
            start = f"fetch('{self.path}.json').then(r=>r.json()).then(d=>setTimeout(()=>put(d.item.body),{delay}))"
        else:
            self.made.files[f"{self.path}.html"] = ("text/html; charset=utf-8", html)
            start = f"fetch('{self.path}.html').then(r=>r.text()).then(h=>setTimeout(()=>put(h),{delay}))"
        code = f"(function(){{{put}\n{start}}})()"
        if wait:
            code = f"document.addEventListener('DOMContentLoaded',()=>{code})"
        if linked:
            self.made.files[f"{self.path}.js"] = ("text/javascript", code)
            _append(body, f"<script src='{self.path}.js'></script>")
        else:
            _append(body, f"<script>{code}</script>")
        self.how = f"{source} by a {'linked' if linked else 'inline'} script after {delay} ms"


def _append(node: turbohtml.Element, html: str) -> None:
    node.extend(list(turbohtml.parse_fragment(html).children))


def _inner(node: turbohtml.Element) -> str:
    return re.sub(r"(?is)<script\b.*?</script\s*>", "", "".join(_written(child) for child in node.children))


def _written(node: turbohtml.Node) -> str:
    return node.serialize()


def _remove_scripts(document: turbohtml.Document) -> None:
    document.root.remove("script,noscript")
    for element in document.root.iter_elements():
        for name in list(element.attrs):
            if name.startswith("on"):
                del element.attrs[name]


def _content_node(body: turbohtml.Element, gold: str) -> turbohtml.Element | None:
    """Return the innermost element that has nearly all of the known content, None when that is the whole body."""
    wanted = words(gold)
    share = _share(body, wanted)
    if share < 0.7:
        return None
    node = body
    while True:
        inner = next(
            (c for c in node.children if isinstance(c, turbohtml.Element) and _share(c, wanted) >= _COVERED * share),
            None,
        )
        if inner is None or inner.tag in {"p", "table", "ul", "ol", "tbody", "form", "a", "span", "pre"}:
            break
        node = inner
    return None if node is body else node


def _share(node: turbohtml.Element, wanted: Counter[str]) -> float:
    if node.tag in {"script", "style", "noscript", "template"}:
        return 0.0
    return sum((wanted & words(node.to_text())).values()) / max(1, sum(wanted.values()))


def _after_first_paragraph(node: turbohtml.Element) -> str | None:
    """Take what follows the first paragraph of *node* out, and return it; None when that is not most of it."""
    first = next((p for p in node.iter_elements("p") if len(p.text) > 40), None)
    if first is None:
        return None
    size = len(node.text)
    taken: list[str] = []
    here: turbohtml.Node = first
    while here is not node:
        parent = here.parent
        children = list(parent.children)
        at = children.index(here)
        later = children[at + 1 :]
        taken.append("".join(_written(child) for child in later))
        for child in later:
            child.extract()
        here = parent
    rest = re.sub(r"(?is)<script\b.*?</script\s*>", "", "".join(taken))
    return rest if len(node.text) < 0.5 * size and len(rest) > 400 else None
