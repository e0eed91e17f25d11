"""Out of a page goes what is never content; every word a visitor can read stays.

Cleaning works in place, on a tree that the caller gives away. The order matters: what browsers
show from elsewhere (frames, shadow trees, streamed parts) is put where it is seen, then the
caller's own choice is made on the page as it was written, then the rest is swept.
"""

from dataclasses import dataclass

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import advertising, consent, frames, hidden, noscript, selection

_NEVER = (
    'script:not([type^="math/tex" i]),style,template,head>link,head>meta,base,datalist,rp,param,track,'
    "video>:not(source),audio>:not(source),canvas>*,object>:not(img):not(a),iframe,frame,noframes,noembed,applet,"
    ".material-icons,.material-icons-outlined,.material-symbols-outlined,.material-symbols-rounded"
)


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to take out besides what is never content.

    *include_tags* and *exclude_tags* are CSS selectors, tag names, or `*word*` for any class
    or id that holds the word.
    """

    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    block_ads: bool = False


def clean(document: turbohtml.Document, base: Base, sweep: Sweep) -> tuple[str, ...]:
    """Clean *document* in place; return a sentence for each selector that could not be read."""
    frames.flatten(document, base)
    notices = selection.select(document, include=sweep.include_tags, exclude=sweep.exclude_tags)
    noscript.settle(document)
    document.remove(_NEVER)
    _settle_choices(document)
    hidden.remove(document)
    if not sweep.include_tags:
        consent.remove(document)
    if sweep.block_ads:
        advertising.remove(document)
    return notices


def _settle_choices(document: turbohtml.Document) -> None:
    """Leave of a choice what it shows, and of a player nothing that browsers without one would say."""
    for element in document.iter_elements(("select", "video", "audio", "canvas", "object")):
        if element.tag == "select":
            shown = element.select_one("option[selected]") or element.select_one("option")
            element.set_text(shown.text if shown is not None else "")
            continue
        for child in list(element.children):
            if isinstance(child, turbohtml.Text):
                child.extract()
