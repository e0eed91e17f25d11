"""Product codes: of the many on a page, the one that the page's address or a label supports."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.entities.elements import place, texts
from gossamer.content.extraction.reading import Reading, codes_of
from gossamer.content.extraction.vocabulary import Concept, named
from gossamer.content.locales import selector
from gossamer.content.page_model import Fact
from gossamer.content.structured import Item
from gossamer.content.values.prices import prices

_SQUEEZED: Final = re.compile(r"[\W_]+")
_LONGEST: Final = 40
_LONGEST_WORD: Final = 3
_MOST_PARTS: Final = 3
_SHORTEST: Final = 5
_LENGTHS_OF_GTIN: Final = frozenset({8, 12, 13, 14})
_NAMED: Final = selector("extraction", "codes", "selectors", "named")
_IDENTIFIER: Final = "> productID"
# A number marked up as some identifier may be the one that all shops share: none of this shop's.
_ANY: Final = "> identifier"
_OWN: Final = "> sku"
_WORD: Final = re.compile(r"[^\s{}<>%]{1,40}")
_REFERENCE: Final = re.compile(r"(?:r[eé]f[eé]ren\w{1,4}|ref\.?|model\w{0,3}|modell?o)\Z", re.IGNORECASE)
_TECHNICAL: Final = re.compile(r"techni|t[eé]cni|specif|sp[eé]cif|caract", re.IGNORECASE)
_LABEL: Final = re.compile(r"\A[^:#]{1,30}[:#]\s{0,3}")
# So much of a code of the address must be figures, so that it is no word.
_SHARE: Final = 0.5
_SHARE_OF_CAPITALS: Final = 0.3
_DATA: Final = ("id", "sku", "product-id", "product", "productid", "item-id")
_PLAIN: Final = re.compile(r"[A-Za-z0-9-]+\Z")


def rank_codes(
    reading: Reading,
    marked: Iterable[Candidate],
    around: Iterable[Candidate],
    seen: Callable[[], list[Fact]],
) -> Iterator[Candidate]:
    """Yield values that may be the product's number, best first.

    A *marked* one that the address repeats comes first: shops mark up the number of a variant, or of their own books,
    beside the one that they go by; but an identifier alone may number a page, and what is labelled as the product's
    code is surer. Then one that is *seen* under a label, then the others, then those that the page says *around* its
    product, then the address's own if something on the page repeats it. What technical data call the reference is the
    maker's number: it comes last.
    """
    candidates, outer = list(marked), [candidate for candidate in around if is_code(candidate.text)]
    codes = [
        candidate
        for candidate in candidates
        if is_code(candidate.text) and not (candidate.place.endswith(_ANY) and is_gtin(candidate.text))
    ]
    address = squeeze_code(reading.page.url)
    vouched = [
        candidate
        for candidate in codes or outer
        if len(candidate.text) >= _SHORTEST and squeeze_code(candidate.text) in address
    ]
    sure = [candidate for candidate in vouched if not candidate.place.endswith(_IDENTIFIER)]
    yield from sure
    if not sure:
        own_codes, of_maker = _split_by_label(seen())
        yield from _settle_code(own_codes, address)
        yield from (*vouched, *_find_shown_code(reading), *codes)
        # A text marked up as the product's number is that, be it a letter: "A".
        words = (candidate for candidate in candidates if candidate not in codes and candidate.place.endswith(_OWN))
        yield from (word for word in words if _WORD.fullmatch(plain(word.text)) is not None)
        yield from (*outer, *_of_address(reading), *_settle_code(of_maker, address))


def _split_by_label(seen_facts: Iterable[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Return the codes that are *seen_facts*, and apart from them what technical data call the reference."""
    codes = [fact for fact in seen_facts if is_code(fact.text)]
    of_maker = [fact for fact in codes if _REFERENCE.match(fact.label) and _TECHNICAL.search(fact.group)]
    return [fact for fact in codes if fact not in of_maker], of_maker


def part_numbers(reading: Reading, items: Sequence[Item], concept: Concept) -> Iterator[Candidate]:
    """Yield the numbers that the product's maker gives it.

    A shop that has none to give often writes its own in that place: such a one counts only in the maker's own shop.
    """
    host = squeeze_code(urlsplit(reading.page.url).hostname or "")
    for item in items:
        own_numbers = {squeeze_code(sku_candidate.text) for sku_candidate in paths.candidates(item, named("sku"))}
        brand = next(
            (squeeze_code(plain(brand_candidate.text)) for brand_candidate in paths.candidates(item, named("brand"))),
            "",
        )
        for candidate in paths.candidates(item, concept):
            if squeeze_code(candidate.text) not in own_numbers or (brand and brand in host):
                yield candidate


def _settle_code(facts: list[Fact], address: str) -> list[Candidate]:
    """Return the labelled code that the address repeats, else the only one."""
    labelled = [Candidate(fact.text, fact.place, quote=fact.quote) for fact in facts]
    vouched = [candidate for candidate in labelled if squeeze_code(candidate.text) in address]
    return vouched or (labelled if len({squeeze_code(candidate.text) for candidate in labelled}) == 1 else [])


def _find_shown_code(reading: Reading) -> Iterator[Candidate]:
    """Yield the code in an element that is named for holding it."""
    candidates: dict[str, Candidate] = {}
    for element, text in texts(reading, _NAMED, 2 * _LONGEST):
        code = _LABEL.sub("", text)
        if is_code(code) and len(code) >= _SHORTEST:
            candidates.setdefault(code, Candidate(code, place(element), quote=text))
    # Several codes belong to several products.
    if len(candidates) == 1:
        yield from candidates.values()


def is_code(text: str) -> bool:
    """Return whether *text* looks like a number or code and not like words."""
    parts = plain(text).split()
    if not 0 < len(parts) <= _MOST_PARTS or len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return False
    return not any(part.isalpha() and len(part) > _LONGEST_WORD for part in parts) and not prices(text, limit=1)


def is_gtin(text: str) -> bool:
    """Return whether *text* is a trade item number with a right check digit (GS1 General Specifications, 7.9)."""
    digits = "".join(sign for sign in text if sign.isdigit())
    if len(digits) not in _LENGTHS_OF_GTIN or len(text.strip()) > len(digits) + 4 or not int(digits):
        return False
    weights = (3 if at % 2 == 0 else 1 for at in range(len(digits) - 1))
    total = sum(int(digit) * weight for digit, weight in zip(reversed(digits[:-1]), weights, strict=True))
    return (10 - total % 10) % 10 == int(digits[-1])


def squeeze_code(text: str) -> str:
    """Return *text* without anything but letters and figures, in lower case."""
    return _SQUEEZED.sub("", text).lower()


def _of_address(reading: Reading) -> Iterator[Candidate]:
    """Yield codes of the page's address that something on the page has too, the likeliest first."""
    codes = list(dict.fromkeys(code for code in codes_of(reading.page.url) if _is_own(code)))
    path = urlsplit(reading.page.url).path
    # The last one of the path is the page's own.
    for code in sorted(codes, key=lambda address_code: _weight(address_code, path.rfind(address_code)), reverse=True)[
        :4
    ]:
        if _is_repeated(reading, code):
            yield Candidate(code, "address of the page", quote=reading.page.url)


def _is_own(code: str) -> bool:
    digits = sum(map(str.isdigit, code))
    share = _SHARE_OF_CAPITALS if code.isupper() else _SHARE
    return len(code) >= _SHORTEST and digits >= share * len(code) and "." not in code and _PLAIN.match(code) is not None


def _weight(code: str, at: int) -> tuple[bool, int]:
    return code.isdigit() or code.isupper(), at


def _is_repeated(reading: Reading, code: str) -> bool:
    """Return whether a form, an attribute, the address of an image or data of the page has *code*, too."""
    document = reading.page.document
    attributes = ", ".join(f'[data-{name}="{code}"]' for name in _DATA)
    if document.select_one(f'input[value="{code}" i], img[src*="{code}"], {attributes}'):
        return True
    return any(f'"{code}"' in script.text for script in document.select('script[type*="json"]')[:20])
