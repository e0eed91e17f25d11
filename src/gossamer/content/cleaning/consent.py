"""Cookie banners and consent dialogs.

Known platforms are named by the ids and classes their scripts use. For the rest a box must
say by its name what it is, and by its text: an article about cookies has the one, a policy page
the other. Boxes without a telling name are found by their buttons.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import re2
import turbohtml

from gossamer.content.cleaning.element_names import ElementNames
from gossamer.content.occurrence import has_any

# Ids and classes that say neither "cookie" nor "consent" nor "gdpr"; those that do are in `_OWN_NAMES`.
_IDS: Final = frozenset(
    {
        "ot-sdk-btn-floating", "usercentrics-root", "usercentrics-cmp-ui", "uc-banner-modal", "truste-consent-track",
        "trustarc-banner-overlay", "iubenda-cs-banner", "termly-code-snippet-support", "klaro", "tarteaucitronRoot",
        "axeptio_overlay", "shopify-pc__banner", "ccc", "ccc-overlay", "_evidon_banner", "ketch-banner", "lanyard_root",
        "cmpwrapper", "ppms_cm_popup_overlay", "sd-cmp", "__tealiumGDPRecModal", "cassie-widget", "pandectes-banner",
        "privacy-manager", "cc--main", "cc-main",
    }
)  # fmt: skip
_ID_STARTS: Final = ("onetrust", "didomi", "qc-cmp2", "cmpbox", "sp_message_container")
_CLASSES: Final = (
    ".osano-cm-window,.cc-window,.cc-banner,.cky-modal,.klaro,.truste_box_overlay,.orejime-Notice,"
    ".shopify-pc__banner__dialog"
)
_CLASS_SOUNDS: Final = ("osano-", "cc-", "cky-", "klaro", "truste_", "orejime", "shopify-pc")
_OWN_NAMES: Final = re.compile(
    r"(?:^|\s)(?:CybotCookiebotDialog\S*|CookiebotWidget|consent_blackbar|cmplz-cookiebanner\S*|cookie-law-info-bar|cky-consent-\S+|"
    r"moove_gdpr_cookie\S*|fc-consent-root|cookiescript_injected\S*|hs-eu-cookie-confirmation|cookie-notice|cookieNotice|eu-cookie-law|"
    r"transcend-consent-manager|wt-cli-cookie-banner|cookie-information-template-wrapper|gdpr-cookie-message|appconsent|"
    r"cookie-consent-banner|CookieReports(?:Panel|Banner)|cookiefirst-root|pd-cookie-banner-window|t-consentPrompt|avacy-cookie-wall)(?:\s|$)"
)
_SOUNDS: Final = {
    *(name.lower() for name in _IDS), *_ID_STARTS, "cookie", "consent", "gdpr", "osano", "cc-window", "cc-banner",
    "cky-modal", "truste", "orejime", "shopify-pc", "cmplz", "avacy",
}  # fmt: skip
# Every selector and name above and below has one of these in it.
# One automaton for all of them reads the names in a tenth of the time that looking for each takes.
_HINTS: Final = re2.compile("|".join(sorted(map(re.escape, _SOUNDS))).encode())
_TELLING: Final = ("cookie", "consent", "gdpr")
_BOX: Final = re.compile(
    r"banner|bar\b|notice|pop-?up|modal|dialog|overlay|message|alert|consent|wall|law|prompt|toast|disclaimer|info|"
    r"widget|manager|layer|preference|settings|box|container|wrapper|bottom|footer|accept|policy",
    re.IGNORECASE,
)
_SPEAKS: Final = re.compile(
    r"cookie|consent|gdpr|tracking|privacy|personal data|datenschutz|confidentialit|privacidad", re.IGNORECASE
)
_CONTENT_INSIDE: Final = "main,article,h1"
_LONGEST: Final = 6_000
_ACCEPTS: Final = re.compile(
    r"\s*(?:yes,?\s*)?(?:i\s+)?(?:accept|agree|allow|reject|decline|refuse|deny|got it|ok(?:ay)?|understood|manage|"
    r"customi[sz]e|"
    r"only necessary|necessary only|alle akzeptieren|akzeptieren|ablehnen|tout accepter|accepter|refuser|tout refuser|"
    r"aceptar|rechazar|accetta|rifiuta|accepteren|weigeren|aceitar|rejeitar|godta|acceptera|akceptuj|souhlas)"
    r"(?:\s+(?:all|cookies?|alle|todo|todas|tutti|tutto|necessary|preferences|settings|and|close|&|the|optional|non-essential|"
    r"essential|only|selected|selection|&|und|et|y|e))*[\s.!]*",
    re.IGNORECASE,
)
_BUTTONS: Final = 'button,[role="button"],input[type="button"],input[type="submit"],a[href^="#"],a:not([href])'
_SMALLEST: Final = 40
_LARGEST: Final = 1_800
_MAX_BUTTONS: Final = 400
_MAX_SIBLINGS: Final = 400
_LEVELS: Final = 3
# How an answer begins: most buttons of a page need no closer look.
_FIRST_LETTERS: Final = frozenset("ayirdgoumcntswh")


def remove(document: turbohtml.Document, names: ElementNames) -> None:
    """Remove cookie banners and consent dialogs in place; *names* are those of its elements."""
    if _HINTS.search(names.text.encode(errors="replace")) is not None:
        for element in [*_of_platforms(document, names), *names.holders(_TELLING)]:
            if _is_platform(element) or _is_banner(element):
                element.decompose()
    for element in list(_by_buttons(document)):
        element.decompose()


def _of_platforms(document: turbohtml.Document, names: ElementNames) -> Iterator[turbohtml.Element]:
    """Yield what a platform's script has added; it adds to the body, or to one of the boxes in it."""
    if has_any(names.text, _CLASS_SOUNDS):
        yield from document.select(_CLASSES)
    body = document.select_one("body")
    level: list[turbohtml.Element] = [body] if body is not None else []
    for _ in range(_LEVELS):
        level = [e for node in level for e in islice(node.children, _MAX_SIBLINGS) if isinstance(e, turbohtml.Element)]
        for element in level:
            name = element.attr("id")
            if name and (name in _IDS or name.startswith(_ID_STARTS)):
                yield element
        if len(level) > _MAX_SIBLINGS:
            return


def _is_platform(element: turbohtml.Element) -> bool:
    name = element.attr("id") or ""
    known = name in _IDS or name.startswith(_ID_STARTS) or element.matches(_CLASSES)
    return known and element.tag not in {"html", "body"} and not _holds_page(element)


def _holds_page(element: turbohtml.Element) -> bool:
    return element.select_one("main,article") is not None and len(element.text) > _LONGEST


def _is_banner(element: turbohtml.Element) -> bool:
    if element.tag in {"html", "body", "main", "article", "a", "h1", "h2", "h3", "code", "pre", "td", "li", "button"}:
        return False
    names = " ".join(element.attr(name) or "" for name in ("id", "class", "role", "aria-label"))
    if _OWN_NAMES.search(names):
        return not _holds_page(element)
    if not _BOX.search(names) or element.closest("article,main p,pre") is not None:
        return False
    text = element.text
    if len(text) > _LONGEST or element.select_one(_CONTENT_INSIDE) is not None:
        return False
    return not text.strip() or (
        _SPEAKS.search(text) is not None and element.select_one(_BUTTONS + ",a,input") is not None
    )


def _by_buttons(document: turbohtml.Document) -> Iterator[turbohtml.Element]:
    for button in document.select(_BUTTONS)[:_MAX_BUTTONS]:
        label = button.attr("value") or button.text
        if (
            1 < len(label) < _SMALLEST
            and label.lstrip()[:1].lower() in _FIRST_LETTERS
            and _ACCEPTS.fullmatch(label)
            and (box := _box_around(button)) is not None
        ):
            yield box


def _box_around(button: turbohtml.Element) -> turbohtml.Element | None:
    """Return the largest box around *button* that is about cookies and nothing else."""
    found = None
    for ancestor in button.ancestors:
        if not isinstance(ancestor, turbohtml.Element) or ancestor.tag in {"html", "body", "main", "article", "form"}:
            break
        text = ancestor.text.strip()
        if len(text) > _LARGEST or ancestor.select_one(_CONTENT_INSIDE) is not None:
            break
        if len(text) >= _SMALLEST and "cookie" in text.lower():
            if found is not None and len(text) > len(found.text.strip()) * 1.5:
                break
            found = ancestor
    return found
