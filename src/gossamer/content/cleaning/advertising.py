"""Advertising containers, by the names that ad servers and content networks give them."""

import re
from typing import Final

from gossamer.content.page import editing

# Classes and ids, matched as whole words or by how they begin.
_NAMES: Final = re.compile(
    r"(?:^|\s)(?:adsbygoogle|gpt-ad|trc_rbox_container|trc_related_container|OUTBRAIN|revcontent|adsbox|ad-slot|"
    r"ad-container|ad-wrapper|ad-banner|ad-unit|adunit|advert|advertisement|ads-container|ad-placeholder|ad-leaderboard|"
    r"ad-sidebar|advertorial-box|ethical-ad|dfp-ad|sponsored-ad|(?:google_ads|div-gpt-ad|taboola-|outbrain_widget|"
    r"rcjsload|carbonads)\S*)(?:\s|$)|AdSlot|[Aa]d[Ss]ense"
)
_LABEL: Final = "advertisement"
# Letters of prose: with more a container that was never closed holds the page's own text.
_MOST_PROSE: Final = 400


def remove(page: editing.EditedPage) -> None:
    """Remove the advertising containers of *page*, but none that holds the page's title, main part or much prose."""
    for number in page.find_named("ad"):
        if (
            _is_named(page, number)
            and not page.is_removed(number)
            and page.scan.tag(number) not in {"html", "body"}
            and not page.holds_content(number)
            and page.count_prose(number) <= _MOST_PROSE
        ):
            page.remove(number, "advertising")


def _is_named(page: editing.EditedPage, number: int) -> bool:
    if page.has_hint(number, "advertised"):
        return True
    if (page.scan.attr(number, "aria-label") or "").lower() == _LABEL:
        return True
    return any(_NAMES.search(page.scan.attr(number, name) or "") for name in ("class", "id"))
