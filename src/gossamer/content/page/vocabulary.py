"""What tags, roles and class names say about the part of a page they stand in: data of the native passes.

Every hint is one bit, so that the hints of an element and of all its ancestors are one integer. Names are compared
word by word (`post-body` and `postBody` are the same two words), never as parts of words: "leadership" is not an
advertisement because it contains "ad".
"""

from typing import Final

from gossamer.content.locales import words

NAMES: Final[dict[str, str]] = {
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

TAG_HINTS: Final = (
    "t_nav", "t_header", "t_footer", "t_aside", "t_main", "t_article", "t_form", "t_list", "t_item", "t_table",
    "t_cell", "t_figure", "t_a", "t_section", "t_button", "t_dialog", "t_quote", "t_dl", "t_details",
    "t_inner_header", "t_inner_footer", "t_hidden", "t_itemprop", "t_product", "t_noscript", "t_label",
    "t_heading", "t_pre", "t_p",
)  # fmt: skip
BITS: Final[dict[str, int]] = {name: 1 << number for number, name in enumerate((*NAMES, *TAG_HINTS))}
# Beyond the hints: the role of a landmark of the site.
SITE_ROLE: Final = 1 << 62
NAME_WORDS: Final[dict[str, int]] = {}
for _name, _words in NAMES.items():
    for _word in _words.split():
        NAME_WORDS[_word] = NAME_WORDS.get(_word, 0) | BITS[_name]
BITS_OF_TAG: Final = {
    "nav": "t_nav", "menu": "t_nav", "aside": "t_aside", "main": "t_main", "article": "t_article", "form": "t_form",
    "ul": "t_list",
    "ol": "t_list", "li": "t_item", "table": "t_table", "td": "t_cell", "th": "t_cell", "figure": "t_figure",
    "figcaption": "t_figure",
    "a": "t_a", "section": "t_section", "button": "t_button", "dialog": "t_dialog", "blockquote": "t_quote", "dl":
    "t_dl",
    "details": "t_details", "noscript": "t_noscript", "label": "t_label", "pre": "t_pre", "p": "t_p", "h1": "t_heading",
    "h2": "t_heading", "h3": "t_heading", "h4": "t_heading", "h5": "t_heading", "h6": "t_heading",
}  # fmt: skip
ROLE_WORDS: Final = dict.fromkeys(("navigation", "contentinfo", "banner", "search", "menu", "dialog"), SITE_ROLE) | {
    role: BITS[name]
    for role, name in {
        "menubar": "t_nav", "main": "t_main", "complementary": "t_aside", "alertdialog": "t_dialog",
        "article": "t_article", "button": "t_button",
    }.items()
}  # fmt: skip
# Classes that differ between the items of one list.
STATES: Final = ("odd", "even", "first", "last", "active", "alt", "current", "selected", "open")
INLINE: Final = (
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "input", "ins", "kbd", "label", "mark", "math", "nobr", "picture", "q", "rp", "rt",
    "ruby", "s", "samp", "select", "small", "span", "strike", "strong", "sub", "sup", "svg", "textarea", "time",
    "tt", "u", "var", "wbr",
)  # fmt: skip
LEAVES: Final = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "figcaption", "caption", "legend", "summary")
SKIPPED: Final = ("script", "style", "template", "head", "title", "meta", "link", "base", "noframes", "datalist")
BLOCKS: Final = (
    "div", "p", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article", "header", "footer",
    "nav", "aside", "main", "form", "pre", "blockquote", "figure", "details", "hr", "fieldset", "center", "li", "dd",
    "tr",
)  # fmt: skip
SECTIONING: Final = (
    "section", "article", "header", "footer", "nav", "aside", "main", "h1", "h2", "h3", "h4", "h5", "h6", "form",
    "fieldset", "details",
)  # fmt: skip
WHOLES: Final = ("ul", "ol", "menu", "table", "dl")
# Things that a heading announces: other pages, texts of readers, the site around the page.
_ANNOUNCING: Final = {
    1: "related recommended recommend recommendations similar latest recent recently trending "
    "popular featured also might more explore "
    "further other others next viewed bought miss stories "
    "ähnliche verwandte weitere empfohlen empfehlungen similaires recommandés relacionados recomendados correlati "
    "consigliati gerelateerde 関連 おすすめ 相关 推荐",
    2: "comment comments commented reply replies discussion discussions responses thoughts feedback "
    "review reviews rating ratings leave "
    "kommentar kommentare bewertungen rezensionen commentaires avis comentarios reseñas opiniones commenti recensioni "
    "reacties コメント レビュー 评论",
    3: "newsletter newsletters subscribe subscription sign signup login log follow share connect social "
    "contact categories category tags "
    "archive archives about company resources support help legal links menu navigation search account "
    "information info customer customers "
    "newsroom partners cookie cookies privacy touch stay meta blogroll filter filters sort contents "
    "language languages shop sitemap "
    "anmelden kontakt impressum datenschutz suche contacto suscríbete abonnez",
}
HEADING_WORDS: Final = {word: 1 << kind for kind in (3, 2, 1) for word in _ANNOUNCING[kind].split()}
# Evidence against blocks in a gap, strongest first; structure stands against all but the first six.
AGAINST: Final = (
    "t_nav crumb pager", "related", "ad", "social", "comment", "overlay t_form t_dialog t_button", "nav toc",
    "signup tools t_label", "tags", "side t_aside", "footer t_footer t_header t_inner_footer",
)  # fmt: skip
STRONG: Final = 6
CALL_OUTS: Final = words("main_content", "call_outs")
DIALOGS: Final = words("main_content", "dialogs")
PAGE_LINKS: Final = words("main_content", "page_links")
WRITTEN: Final = words("main_content", "rendered_text")
DECISION: Final = {
    "least_mean": 0.2,
    "least_best": 0.4,
    "unrelated_heading": 0.04,
    "enough_alike": 0.5,
    "most_of_container": 0.6,
    "linked": 0.5,
    "unlikely_links": 0.1,
    "unlikely_text": 0.05,
    "sure": 0.8,
    "unlikely_offer": 0.03,
    "unlikely_line": 0.4,
    "unlikely_last": 0.1,
    "bulk": 0.5,
}
# Signs before or behind a number that is a price, and those behind a rating.
CURRENCIES: Final = words("main_content", "currencies")
RATINGS: Final = sorted(words("main_content", "ratings"))
# Attributes by which small frameworks load content when a page is shown, with what their values have then; and those
# of elements that hold an application.
LOADING: Final = {
    "hx-trigger": "load|revealed|intersect|every",
    "data-hx-trigger": "load|revealed",
    "ic-trigger-on": "",
    "x-init": "fetch|axios",
    "x-data": "fetch",
    "wire:init": "",
    "data-wire-init": "",
    "client": "^only$",
    "up-defer": "",
    "data-load-url": "",
    "data-remote-content": "",
    "data-include": "",
    "w3-include-html": "",
    "data-src": r"\.html$",
}
# Attributes by which ad servers find their places.
AD_MARKS: Final = ("data-ad-slot", "data-ad-unit", "data-ad-client", "data-google-query-id", "data-ea-publisher")
# Attributes that are addresses, and one that is a set of them.
ADDRESSES: Final = ("href", "src", "poster", "data", "action", "cite", "longdesc", "background", "data-src")
ADDRESS_SETS: Final = ("srcset",)
VIEWS: Final = ("ng-view", "ui-view", "data-ng-view")
