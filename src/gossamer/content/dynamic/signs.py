"""Signs in a page's HTML that its content is yet to come.

Most pages have none, so kinds that would take a look at every element are looked for in the text of the HTML first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

import turbohtml

from gossamer.content.dynamic.loading_words import is_named, is_waiting, searcher, words
from gossamer.content.dynamic.lookups import LookedUp

# More of one kind say nothing more.
_MOST: Final = 60
_LONGEST_PLACEHOLDER: Final = 80
# Parts of a page that hold no content of their own, and what nobody sees before it is opened.
_ASIDE: Final = (
    "nav,aside,body>header,body>footer,body>div>header,body>div>footer,select,dialog,template,noscript,script,style,"
    "button,svg,head,[role=navigation],[role=banner],[role=contentinfo],[role=complementary],[role=dialog],"
    "[role=search],[hidden],[style*='display:none' i],[style*='display: none' i]"
)
_MEDIA: Final = "img,video,audio,iframe,canvas,svg,input,object,embed,picture,button,form,noscript,hr"
_MAIN: Final = "main,article,[role=main]"
# What is empty until a script fills it; other elements are empty for good.
_HOLDERS: Final = frozenset(
    {"div", "section", "main", "article", "ul", "ol", "tbody", "p", "span", "table", "dl", "app-root"}
)
_LONGEST_ID: Final = 100
_CONTROLS: Final = frozenset(
    {"a", "button", "input", "form", "label", "select", "textarea", "img", "span", "li", "script", "style", "option"}
)
_CLASSES: Final = (
    "[class*=skeleton i],[class*=shimmer i],[class*=placeholder i],[class*=pulse i],[class*=spinner i],[class*=load i],"
    "[class*=lds i],[class*=progress i]"
)
# Where frameworks put an application.
_ROOTS: Final = (
    "#root,#app,#__next,#__nuxt,#___gatsby,#svelte,#q-app,#app-root,#react-root,#reactroot,#react-app,#mount,#main-app,"
    "#application,#ember-app,#single-spa-application,#app-container,#app-mount,#approot,#vue-app,app-root,ng-view,"
    "ui-view,router-view,[ng-view],[ui-view],[data-ng-view]"
)
# What loads itself when the page is shown, as the attributes of small frameworks say.
_LOADS: Final = (
    "[hx-trigger*=load][hx-get],[hx-trigger*=load][hx-post],[hx-trigger*=revealed][hx-get],"
    "[hx-trigger*=intersect][hx-get],"
    "[data-hx-trigger*=load],[data-hx-trigger*=revealed],[hx-trigger*=every],turbo-frame[src],include-fragment[src],"
    "[ic-get-from][ic-trigger-on],[x-init*=fetch],[x-data*=fetch],[x-init*=axios],[wire\\:init],[data-wire-init],"
    "astro-island[client=only],[up-defer],[data-load-url],[data-remote-content],[data-include],[w3-include-html],"
    "[data-src$='.html']:not(img):not(iframe)"
)
_UNREAD: Final = ("script", "style", "template", "pre", "code", "textarea")
_MUSTACHE: Final = searcher(r">[^<>{}]{0,200}\{\{[^{}<>]{1,100}\}\}")
_SCRIPT_WANTED: Final = re.compile(
    r"(?:enable|activate|turn on|requires?|needs?|without|allow|use)\b[^.]{0,60}\bjava ?script|java ?script\b[^.]{0,60}"
    r"\b(?:enabled?|disabled|required|needed|must|to (?:run|view|use))|javascript (?:aktivieren|ist deaktiviert)|"
    r"activer? javascript|habilit\w+ (?:el )?javascript|включите javascript|启用\s*javascript|javascript\s*を有効",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign: its *kind*, whose weight `need` knows; *name* is the element's id, *reason* a clause for people."""

    kind: str
    name: str
    reason: str


def signs_of(document: turbohtml.Document, html: str, names: LookedUp) -> list[Sign]:
    """Return the signs in *document*, parsed from *html*, that a script has content to bring; *names* are theirs."""
    body = document.find("body")
    if body is None:
        return []
    identified = body.select("[id]")
    by_id = {element.attr("id") or "": element for element in reversed(identified)}
    # RE2 reads bytes: each search of a string would encode it again.
    written = html.encode(errors="replace")
    found = chain(
        _filled(by_id, names),
        _roots(body),
        _loads(body),
        _waiting(body, written),
        _skeletons(body),
        _empty_main(body),
        _empty(identified, by_id),
        _added(by_id, names),
        _templates(body, written),
        _asked_for(document),
    )
    return list(dict.fromkeys(found))


def _filled(by_id: Mapping[str, turbohtml.Element], names: LookedUp) -> Iterator[Sign]:
    """Find elements that a script looks up and that hold nothing yet."""
    for name in sorted(names.ids):
        element = by_id.get(name)
        if element is None or element.tag in _CONTROLS - {"span"} or is_named(element, words().aside):
            continue
        if _holds_nothing(element) and element.closest(_ASIDE) is None:
            kind = "filled_inline" if element.tag in {"span", "p"} else _placed("filled", element)
            yield Sign(kind, name, f"a script fills #{name}, which holds nothing yet")


def _added(by_id: Mapping[str, turbohtml.Element], names: LookedUp) -> Iterator[Sign]:
    """Find elements with text that a script adds to."""
    for name in sorted(names.added_to):
        element = by_id.get(name)
        if element is None or element.tag in _CONTROLS or is_named(element, words().aside):
            continue
        if not _holds_nothing(element) and element.closest(_ASIDE) is None:
            named = is_named(element, words().content) or _is_main(element)
            yield Sign("added" if named else "added_elsewhere", name, f"a script adds to #{name}")


def _roots(body: turbohtml.Element) -> Iterator[Sign]:
    for element in islice(body.select(_ROOTS), _MOST):
        if _holds_nothing(element):
            yield Sign("root", element.attr("id") or "", f"the root of an application, {_called(element)}, is empty")


def _loads(body: turbohtml.Element) -> Iterator[Sign]:
    for element in islice(body.select(_LOADS), _MOST):
        if element.closest(_ASIDE) is None and not is_named(element, words().aside):
            yield Sign(_placed("loads", element), element.tag, f"{_called(element)} loads its content when it is shown")


def _waiting(body: turbohtml.Element, written: bytes) -> Iterator[Sign]:
    if words().waiting_markup.search(written) is None:
        return
    leaves = body.xpath(f".//*[not(*) and string-length(normalize-space(.)) < {_LONGEST_PLACEHOLDER}]")
    waiting = (e for e in _elements(leaves) if is_waiting(e.text.strip()) and e.closest(_ASIDE) is None)
    for element in islice(waiting, _MOST):
        text = " ".join(element.text.split())
        yield Sign(_placed("waiting", element), _id_around(element), f"a placeholder says {text!r}")


def _skeletons(body: turbohtml.Element) -> Iterator[Sign]:
    placeholder = words().placeholder
    marked = (e for e in body.select(_CLASSES) if placeholder.search(e.attr("class") or "") and not e.text.strip())
    busy = (e for e in body.select("[aria-busy=true]") if len(e.text) < _LONGEST_PLACEHOLDER)
    seen = (
        e for e in chain(marked, busy) if e.select_one("img,video,iframe,input") is None and e.closest(_ASIDE) is None
    )
    for element in islice(seen, _MOST):
        yield Sign(
            _placed("skeleton", element), element.attr("id") or "", f"{_called(element)} stands for what is loading"
        )


def _empty_main(body: turbohtml.Element) -> Iterator[Sign]:
    mains = list(islice(body.select(_MAIN), _MOST))
    if all(map(_holds_nothing, mains)):
        for element in mains:
            if element.closest(_ASIDE) is None:
                yield Sign("empty_main", element.attr("id") or "", f"{_called(element)} is empty")


def _empty(identified: Iterable[turbohtml.Element], by_id: Mapping[str, turbohtml.Element]) -> Iterator[Sign]:
    found = 0
    for element in identified:
        if element.tag not in _HOLDERS or not _is_blank(element):
            continue
        name = element.attr("id") or ""
        # An id that comes twice means the first to scripts.
        first = by_id[name]
        if (
            not 0 < len(name) <= _LONGEST_ID
            or first.text.strip()
            or first.closest(_ASIDE) is not None
            or is_named(first, words().aside)
        ):
            continue
        yield Sign(_placed("empty", first), name, f"#{name} is empty")
        if (found := found + 1) >= _MOST:
            return


def _templates(body: turbohtml.Element, written: bytes) -> Iterator[Sign]:
    if b"{{" not in written or _MUSTACHE.search(written) is None:
        return
    unread = " or ".join(f"self::{tag}" for tag in _UNREAD)
    texts = body.xpath(f".//*[not({unread})]/text()[contains(., '{{{{') and contains(., '}}}}')]")
    if isinstance(texts, list) and len(texts) > 1:
        yield Sign("template", "{{", "the text is a template that a script fills in")


def _asked_for(document: turbohtml.Document) -> Iterator[Sign]:
    noscript_text = "\n".join(element.to_text()[:600] for element in document.select("noscript"))
    if _SCRIPT_WANTED.search(noscript_text):
        yield Sign("noscript", "noscript", "the page asks for JavaScript")


def _is_blank(element: turbohtml.Element) -> bool:
    return all(isinstance(child, turbohtml.Text) and child.data.isspace() for child in element)


def _holds_nothing(element: turbohtml.Element) -> bool:
    text = element.text.strip()
    if text and not (len(text) < _LONGEST_PLACEHOLDER and is_waiting(text)):
        return False
    return element.select_one(_MEDIA) is None


def _placed(kind: str, element: turbohtml.Element) -> str:
    """Return *kind* with where *element* is: all of the main part, all of what is named for content, or elsewhere."""
    around = list(_hollow(element))
    if any(map(_is_main, around)):
        return f"{kind}_main"
    named = words()
    if any(is_named(one, named.content) and not is_named(one, named.aside) for one in around):
        return f"{kind}_nested" if len(around) > 1 else f"{kind}_content"
    return f"{kind}_aside" if any(is_named(one, named.aside) for one in around) else kind


def _hollow(element: turbohtml.Element) -> Iterator[turbohtml.Element]:
    """Return *element* and those around it that hold nothing else."""
    size = len("".join(element.text.split()))
    here = element
    while True:
        yield here
        outer = here.parent
        if not isinstance(outer, turbohtml.Element) or outer.tag in {"body", "html"}:
            return
        if len("".join(outer.text.split())) > size or outer.select_one(_MEDIA) is not None:
            return
        here = outer


def _id_around(element: turbohtml.Element) -> str:
    """Return the id of *element*, or of the next around it that holds nothing else; "" when there is none."""
    return next((name for one in _hollow(element) if (name := one.attr("id"))), "")


def _is_main(element: turbohtml.Element) -> bool:
    return element.tag in {"main", "article"} or element.attr("role") == "main"


def _called(element: turbohtml.Element) -> str:
    if name := element.attr("id"):
        return f"#{name}"
    named = (element.attr("class") or "").split()
    return f"<{element.tag} class={named[0]!r}>" if named else f"<{element.tag}>"


def _elements(found: object) -> Iterator[turbohtml.Element]:
    return (node for node in (found if isinstance(found, list) else ()) if isinstance(node, turbohtml.Element))
