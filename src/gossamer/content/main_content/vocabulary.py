"""What tags, roles, class names and short phrases say about the part of a page they stand in.

Every hint is one bit, so that the hints of an element and of all its ancestors are one integer. Class names are
compared word by word (``post-body``, ``postBody`` and ``post_body`` are the same two words), never as substrings:
"leadership" is not an advertisement because it contains "ad".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_WORDS: Final[dict[str, str]] = {
    "nav": "nav navbar navigation menu menus submenu dropdown megamenu topnav mainnav subnav tabs tab tablist "
    "toolbar menubar hamburger flyout",
    "side": "sidebar side aside rail secondary complementary sidenav leftnav rightnav sidecol leftbar rightbar "
    "column col",
    "footer": "footer foot colophon contentinfo copyright legal disclaimer disclaimers bottom footnav siteinfo",
    "header": "header head masthead banner topbar top site logo brand announcement promobar",
    "related": "related recommend recommended recommendation recommendations recommends similar upsell upsells "
    "crosssell cross recirc  "
    "recirculation trending popular latest recent suggestions suggested also next prev previous more readmore "
    "viewed bundle outbrain  "
    "taboola teaser teasers",
    "social": "share shares sharing social socials follow followus addtoany sharethis facebook twitter pinterest "
    "linkedin whatsapp likes like vote votes  "
    "voting upvote reactions reaction emoji",
    "comment": "comment comments disqus respond commentlist commentform discussion replies commentary commenter",
    "reply": "reply answer answers question thread topic posts message messages conversation postbody "
    "postcontent topicpost",
    "ad": "ad ads advert advertisement adsbygoogle sponsor sponsored dfp promo promos promotion promotional "
    "banner banners adslot adunit affiliate  "
    "affiliates",
    "signup": "newsletter subscribe subscription signup optin mailchimp mailing login signin register "
    "registration account cta  "
    "callout form forms contact paywall donate donation membership",
    "crumb": "breadcrumb breadcrumbs crumbs crumb bread",
    "overlay": "cookie cookies consent gdpr modal popup overlay dialog lightbox tooltip toast offcanvas drawer "
    "popover ccpa onetrust  "
    "interstitial notice alert flash minicart cart",
    "meta": "author byline meta date datetime time timestamp published posted publish metadata info credit "
    "credits dateline postmeta entrymeta  "
    "readtime attribution posted",
    "tags": "tag tags tagcloud categories category topics keywords labels badge badges chip chips pill",
    "pager": "pagination pager paging pagenavi pages pagelinks pagenav loadmore",
    "tools": "search filter filters facet facets sort sorting sortby refine refinement toolbar actions action "
    "controls control print button  "
    "buttons btn select options option swatch swatches quantity qty permalink edit editsection",
    "product": "product products pdp sku price prices pricing item items card cards grid tile tiles catalog shop",
    "body": "rich paragraph content article post body entry main story text page prose markdown richtext rte "
    "wysiwyg copy articlebody entrycontent maincontent  "
    "bodytext postcontent",
    "spec": "spec specs specification specifications description desc details detail features feature "
    "ingredients overview summary about  "
    "attributes",
    "user": "user users avatar profile username member members signature sig poster userinfo postprofile "
    "usercard bio authorbox",
    "media": "gallery carousel slider slideshow swiper slick slide slides thumbnail thumbnails thumb thumbs "
    "caption image images figure video  "
    "player media hero",
    "review": "review reviews rating ratings stars star testimonial testimonials testimony",
    "toc": "toc contents onthispage outline tableofcontents",
    "widget": "widget widgets block module plugin",
    "list": "list listing listings results result feed archive archives loop index directory row rows stream headlines",
    "hidden": "hidden hide sr visuallyhidden screenreader offscreen invisible skip noprint noshow screen "
    "collapsed none",
    "code": "code highlight codehilite snippet pre syntax",
    "section": "section container wrapper wrap inner layout region",
    "faq": "faq faqs accordion accordions collapse toggle panel",
    "quote": "quote quoted blockquote cite pullquote",
}

BITS: Final[dict[str, int]] = {name: 1 << position for position, name in enumerate(_WORDS)}
_TAG_NAMES: Final = (
    "t_nav", "t_header", "t_footer", "t_aside", "t_main", "t_article", "t_form", "t_list", "t_item", "t_table",
    "t_cell", "t_figure", "t_a", "t_section", "t_button", "t_dialog", "t_quote", "t_dl", "t_details",
    "t_inner_header", "t_inner_footer", "t_hidden", "t_itemprop", "t_product", "t_noscript", "t_label",
    "t_heading", "t_pre", "t_p",
)  # fmt: skip
BITS.update({name: 1 << (len(_WORDS) + position) for position, name in enumerate(_TAG_NAMES)})

_BIT_OF_WORD: Final[dict[str, int]] = {}
for _name, _words in _WORDS.items():
    for _word in _words.split():
        _BIT_OF_WORD[_word] = _BIT_OF_WORD.get(_word, 0) | BITS[_name]

_BIT_OF_TAG: Final = {
    "nav": "t_nav", "menu": "t_nav", "aside": "t_aside", "main": "t_main", "article": "t_article", "form": "t_form",
    "ul": "t_list",
    "ol": "t_list", "li": "t_item", "table": "t_table", "td": "t_cell", "th": "t_cell", "figure": "t_figure",
    "figcaption": "t_figure",
    "a": "t_a", "section": "t_section", "button": "t_button", "dialog": "t_dialog", "blockquote": "t_quote", "dl":
    "t_dl",
    "details": "t_details", "noscript": "t_noscript", "label": "t_label", "pre": "t_pre", "p": "t_p", "h1": "t_heading",
    "h2": "t_heading", "h3": "t_heading", "h4": "t_heading", "h5": "t_heading", "h6": "t_heading",
}  # fmt: skip
_BIT_OF_ROLE: Final = {
    "navigation": "t_nav", "menu": "t_nav", "menubar": "t_nav", "main": "t_main", "complementary": "t_aside",
    "banner": "t_header",
    "contentinfo": "t_footer", "dialog": "t_dialog", "alertdialog": "t_dialog", "search": "t_form", "article":
    "t_article",
    "button": "t_button",
}  # fmt: skip
_TAG_BITS: Final = {tag: BITS[name] for tag, name in _BIT_OF_TAG.items()}
_ROLE_BITS: Final = {role: BITS[name] for role, name in _BIT_OF_ROLE.items()}
CONTENT_LANDMARK: Final = BITS["t_main"] | BITS["t_article"]
# Utility classes come in long rows and say nothing after the first few.
_LONGEST: Final = 120
_KNOWN: Final = frozenset(_BIT_OF_WORD)
_APART: Final = {code: " " for code in range(128) if not chr(code).isalpha()}
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@lru_cache(maxsize=16384)
def name_bits(names: str) -> int:
    """Return the hints in a class or id attribute."""
    names = names[:_LONGEST]
    words = names.translate(_APART).split() if names.islower() else [word.lower() for word in _WORD.findall(names)]
    bits = 0
    for word in _KNOWN.intersection(words):
        bits |= _BIT_OF_WORD[word]
    return bits


@lru_cache(maxsize=16384)
def element_bits(tag: str, names: str | None) -> int:
    """Return the hints in a tag and its class attribute."""
    return _TAG_BITS.get(tag, 0) | (name_bits(names) if names else 0)


def frame_bits(tag: str, inherited: int) -> int:
    """Return the hint of a header or footer: inside an article it is not the page's."""
    inner = inherited & CONTENT_LANDMARK
    if tag == "header":
        return BITS["t_inner_header"] if inner else BITS["t_header"]
    return BITS["t_inner_footer"] if inner else BITS["t_footer"]


def role_bits(role: str) -> int:
    """Return the hint of an ARIA role."""
    return _ROLE_BITS.get(role, 0)
