"""The addresses of a picture: what `<img>` shows once its page's scripts have loaded it.

A page that loads its pictures late writes the real address into an attribute of its scripts and shows something else
in `src` until then. So such an attribute says what the picture is, whatever its file is called. What `src` is called
decides only between it and another address.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.addresses import largest
from gossamer.content.elements import Element
from gossamer.content.page import markup

LAZY: Final = tuple(markup.words("pictures", "lazy"))
LAZY_SETS: Final = tuple(markup.words("pictures", "lazy_sets"))
# Also what a button shares, or a page that a picture leads to.
UNSURE: Final = tuple(markup.words("pictures", "unsure"))
_NAME: Final = markup.alternatives("pictures", "placeholders")
_ENDING: Final = markup.alternatives("pictures", "endings")
_PLACEHOLDER: Final = re.compile(rf"(?:.*[_.-])?(?:{_NAME})\d*(?:[_.-][\w-]*)?(?:{_ENDING})")
# A template that a script fills in, or an object for one.
_FILLED_IN: Final = re.compile(r"[{}]|%7B|\A\[", re.IGNORECASE)
_LONGEST_NAME: Final = 200


def source_of(picture: Element) -> str | None:
    """Return the reference of what *picture* shows once it has loaded, or None when it names nothing."""
    src = (picture.attr("src") or "").strip()
    if (late := late_source(picture)) is not None:
        return late
    if not _stands_in(src):
        return src
    return next(_others(picture), None) or src or None


def late_source(picture: Element) -> str | None:
    """Return the reference that *picture* gives to the scripts of its page, or None."""
    for name in LAZY:
        if (value := picture.attr(name)) and _is_reference(value.strip()):
            return value.strip()
    for name in LAZY_SETS:
        if (sizes := picture.attr(name)) and (best := largest(sizes)) and _is_reference(best):
            return best
    return None


def is_loadable(source: str) -> bool:
    """Return whether *source* is a reference to something, no data and no blank page."""
    return bool(source) and source[:5].lower() != "data:" and source != "about:blank"


def _is_reference(value: str) -> bool:
    return is_loadable(value) and ("/" in value or "." in value) and _FILLED_IN.search(value) is None


def _others(picture: Element) -> Iterator[str]:
    """Yield the references beside `src` that browsers may show instead."""
    sets = [picture.attr("srcset")]
    parent = picture.parent
    if parent is not None and parent.tag == "picture":
        for source in parent.find("source"):
            sets += [source.attr("srcset"), *(source.attr(name) for name in LAZY_SETS)]
    references = [largest(sizes) or "" for sizes in sets if sizes]
    references += [(picture.attr(name) or "").strip() for name in UNSURE]
    yield from sorted(filter(_is_reference, references), key=_stands_in)


def _stands_in(source: str) -> bool:
    if not is_loadable(source):
        return True
    name = source.partition("?")[0].rpartition("/")[2][:_LONGEST_NAME].lower()
    return _PLACEHOLDER.fullmatch(name) is not None
