"""Cookie banners and consent dialogs.

Known platforms are named by the ids and classes their scripts use. For the rest a box must
say by its name what it is, and by its text: an article about cookies has the one, a policy page
the other. Boxes without a telling name are found by their buttons.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.page import editing

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
_CLASSES: Final = frozenset(
    {
        "osano-cm-window", "cc-window", "cc-banner", "cky-modal", "klaro", "truste_box_overlay", "orejime-Notice",
        "shopify-pc__banner__dialog",
    }
)  # fmt: skip
_OWN_NAMES: Final = re.compile(
    r"(?:^|\s)(?:CybotCookiebotDialog\S*|CookiebotWidget|consent_blackbar|cmplz-cookiebanner\S*|cookie-law-info-bar|cky-consent-\S+|"
    r"moove_gdpr_cookie\S*|fc-consent-root|cookiescript_injected\S*|hs-eu-cookie-confirmation|cookie-notice|cookieNotice|eu-cookie-law|"
    r"transcend-consent-manager|wt-cli-cookie-banner|cookie-information-template-wrapper|gdpr-cookie-message|appconsent|"
    r"cookie-consent-banner|CookieReports(?:Panel|Banner)|cookiefirst-root|pd-cookie-banner-window|t-consentPrompt|avacy-cookie-wall)(?:\s|$)"
)
_BOX: Final = re.compile(
    r"banner|bar\b|notice|pop-?up|modal|dialog|overlay|message|alert|consent|wall|law|prompt|toast|disclaimer|info|"
    r"widget|manager|layer|preference|settings|box|container|wrapper|bottom|footer|accept|policy",
    re.IGNORECASE,
)
_SPEAKS: Final = re.compile(
    r"cookie|consent|gdpr|tracking|privacy|personal data|datenschutz|confidentialit|privacidad", re.IGNORECASE
)
_REASON: Final = "a cookie banner"
# Letters of a banner that lists what each cookie is for.
_LONGEST: Final = 5_000
_ACCEPTS: Final = re.compile(
    r"\s*(?:yes,?\s*)?(?:i\s+)?(?:accept|agree|allow|reject|decline|refuse|deny|got it|ok(?:ay)?|understood|manage|"
    r"customi[sz]e|"
    r"only necessary|necessary only|alle akzeptieren|akzeptieren|ablehnen|tout accepter|accepter|refuser|tout refuser|"
    r"aceptar|rechazar|accetta|rifiuta|accepteren|weigeren|aceitar|rejeitar|godta|acceptera|akceptuj|souhlas)"
    r"(?:\s+(?:all|cookies?|alle|todo|todas|tutti|tutto|necessary|preferences|settings|and|close|&|the|optional|non-essential|"
    r"essential|only|selected|selection|&|und|et|y|e))*[\s.!]*",
    re.IGNORECASE,
)
# Letters of a box that is about cookies alone.
_SMALLEST: Final = 32
_LARGEST: Final = 1_500
_MAX_BUTTONS: Final = 400
# Elements that are no banner, and those in which none stands.
_NO_BANNER: Final = frozenset(
    {"html", "body", "main", "article", "a", "h1", "h2", "h3", "code", "pre", "td", "li", "button"}
)
_PAGE: Final = frozenset({"html", "body", "main", "article", "form", "footer"})
# How an answer begins: most buttons of a page need no closer look.
_FIRST_LETTERS: Final = frozenset("ayirdgoumcntswh")


def remove(page: editing.EditedPage, controls: Sequence[tuple[int, str]]) -> None:
    """Remove the cookie banners and consent dialogs of *page*; *controls* are its buttons with their labels."""
    for number in page.find_named("platform"):
        if _is_platform(page, number) and not page.is_removed(number):
            page.remove(number, _REASON)
    for number in page.find_named("cookies"):
        if not page.is_removed(number) and _is_banner(page, number):
            page.remove(number, _REASON)
    for number, label in controls[:_MAX_BUTTONS]:
        if (
            label[:1].lower() in _FIRST_LETTERS
            and _ACCEPTS.fullmatch(label)
            and not page.is_removed(number)
            and (box := _find_box(page, number)) is not None
        ):
            page.remove(box, _REASON)


def _is_platform(page: editing.EditedPage, number: int) -> bool:
    name = page.scan.attr(number, "id") or ""
    is_known = name in _IDS or name.startswith(_ID_STARTS)
    if not is_known and _CLASSES.isdisjoint((page.scan.attr(number, "class") or "").split()):
        return False
    return page.scan.tag(number) not in _NO_BANNER and not _holds_page(page, number)


def _holds_page(page: editing.EditedPage, number: int) -> bool:
    return page.count(number) > _LONGEST and page.holds_content(number)


def _is_banner(page: editing.EditedPage, number: int) -> bool:
    if page.scan.tag(number) in _NO_BANNER:
        return False
    names = " ".join(page.scan.attr(number, name) or "" for name in ("id", "class", "role", "aria-label"))
    if _OWN_NAMES.search(names):
        return not _holds_page(page, number)
    if not _BOX.search(names) or page.count(number) > _LONGEST or page.holds_content(number):
        return False
    if _is_in_text(page, number):
        return False
    text = page.text(number)
    return not text.strip() or (_SPEAKS.search(text) is not None and page.holds_control(number))


def _is_in_text(page: editing.EditedPage, number: int) -> bool:
    tags = [page.scan.tag(around) for around in _around(page, number)]
    return "article" in tags or "pre" in tags or ("p" in tags and "main" in tags)


def _around(page: editing.EditedPage, number: int) -> Iterator[int]:
    """Yield the elements around *number*, the innermost first."""
    while (number := page.scan.parent(number)) >= 0:
        yield number


def _find_box(page: editing.EditedPage, button: int) -> int | None:
    """Return the largest box around *button* that is about cookies and nothing else."""
    largest_box: int | None = None
    for box in _around(page, button):
        size = page.count(box)
        if page.scan.tag(box) in _PAGE or size > _LARGEST or page.holds_content(box):
            break
        if size >= _SMALLEST and "cookie" in page.text(box).lower():
            if largest_box is not None and size > page.count(largest_box) * 1.5:
                break
            largest_box = box
    return largest_box
