"""Advertising containers, by the names that ad servers and content networks give them."""

from typing import Final

import turbohtml

from gossamer.content.occurrence import has_any

_CONTAINERS: Final = (
    "ins.adsbygoogle,amp-ad,amp-embed,gpt-ad,[id^='google_ads'],[id^='div-gpt-ad'],[class^='div-gpt-ad'],[data-ad-slot],"
    "[data-ad-unit],[data-ad-client],[data-google-query-id],[id^='taboola-'],.trc_rbox_container,.trc_related_container,"
    ".OUTBRAIN,[id^='outbrain_widget'],[id^='rcjsload'],.revcontent,.adsbox,.ad-slot,.ad-container,.ad-wrapper,.ad-banner,"
    ".ad-unit,.adunit,.advert,.advertisement,.ads-container,.ad-placeholder,.ad-leaderboard,.ad-sidebar,.advertorial-box,"
    "#ad-container,#advertisement,[aria-label='Advertisement' i],[aria-label='advertisement' i],[id^='carbonads'],"
    "#carbonads,"
    ".ethical-ad,[data-ea-publisher],.dfp-ad,.gpt-ad,.sponsored-ad,[class*='AdSlot'],[class*='adsense' i]"
)

# The containers that no name tells. (Going over tags is much faster than a selector that names them as well.)
_TAGS: Final = ("amp-ad", "amp-embed", "gpt-ad")
_MARKED: Final = "[data-ad-slot],[data-ad-unit],[data-ad-client],[data-google-query-id],[data-ea-publisher]"
# Each of the others has one of these in its name. ("Downloads" and "read-more" have not.)
_HINTS: Final = (
    "adsbygoogle", "gpt-ad", "google_ads", "taboola-", "trc_r", "outbrain", "rcjsload", "revcontent", "adsbox",
    "ad-slot", "ad-container", "ad-wrapper", "ad-banner", "ad-unit", "adunit", "advert", "ads-container",
    "ad-placeholder", "ad-leaderboard", "ad-sidebar", "carbonads", "ethical-ad", "dfp-ad", "sponsored-ad", "adslot",
    "adsense",
)  # fmt: skip


def remove(document: turbohtml.Document, names: str) -> None:
    """Remove advertising containers in place; *names* are those of its elements, in lower case."""
    for element in document.select(_CONTAINERS) if has_any(names, _HINTS) else _unnamed(document):
        if element.select_one("main,h1,article") is None and element.tag not in {"html", "body", "main", "article"}:
            element.decompose()


def _unnamed(document: turbohtml.Document) -> list[turbohtml.Element]:
    return [*document.iter_elements(_TAGS), *document.select(_MARKED)]
