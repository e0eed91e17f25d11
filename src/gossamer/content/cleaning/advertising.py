"""Advertising containers, by the names that ad servers and content networks give them."""

from typing import Final

import turbohtml

from gossamer.content.cleaning.naming import mentions

_CONTAINERS: Final = (
    "ins.adsbygoogle,amp-ad,amp-embed,gpt-ad,[id^='google_ads'],[id^='div-gpt-ad'],[class^='div-gpt-ad'],[data-ad-slot],"
    "[data-ad-unit],[data-ad-client],[data-google-query-id],[id^='taboola-'],.trc_rbox_container,.trc_related_container,"
    ".OUTBRAIN,[id^='outbrain_widget'],[id^='rcjsload'],.revcontent,.adsbox,.ad-slot,.ad-container,.ad-wrapper,.ad-banner,"
    ".ad-unit,.adunit,.advert,.advertisement,.ads-container,.ad-placeholder,.ad-leaderboard,.ad-sidebar,.advertorial-box,"
    "#ad-container,#advertisement,[aria-label='Advertisement' i],[aria-label='advertisement' i],[id^='carbonads'],"
    "#carbonads,"
    ".ethical-ad,[data-ea-publisher],.dfp-ad,.gpt-ad,.sponsored-ad,[class*='AdSlot'],[class*='adsense' i]"
)

# The containers that no name tells; each of the others has one of the hints in its name. Looked for one by one,
# because a selector that names them all costs more.
_UNNAMED: Final = (
    "[data-ad-slot]", "[data-ad-unit]", "[data-ad-client]", "[data-google-query-id]", "[data-ea-publisher]",
)  # fmt: skip
_TAGS: Final = ("amp-ad", "amp-embed", "gpt-ad")
_HINTS: Final = (
    "ad-", "-ad", "ads", "adunit", "advert", "adslot", "google_ads", "taboola", "trc_r", "outbrain", "rcjsload",
    "revcontent",
)  # fmt: skip


def remove(document: turbohtml.Document, names: str) -> None:
    """Remove advertising containers in place; *names* are those of its elements, in lower case."""
    if not (mentions(names, _HINTS) or _has_unnamed(document)):
        return
    for element in document.select(_CONTAINERS):
        if element.select_one("main,h1,article") is None and element.tag not in {"html", "body", "main", "article"}:
            element.decompose()


def _has_unnamed(document: turbohtml.Document) -> bool:
    if next(document.iter_elements(_TAGS), None) is not None:
        return True
    return any(document.select_one(selector) is not None for selector in _UNNAMED)
