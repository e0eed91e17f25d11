"""Postal address: where the organization of a page is, by the one address that its lines give."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import pattern
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import words_of
from gossamer.content.values.addresses import Address, address, codes

_PART: Final[Mapping[str, str]] = {
    "street": "street", "postalCode": "postal_code", "city": "city", "region": "region", "country": "country",
    "address": "text",
}  # fmt: skip
_APART: Final = re.compile(r"\s[·•|–—]\s")  # noqa: RUF001
_LABELLED: Final = re.compile(r"\A[^\d:,]{2,30}:\s")
_LAST: Final = re.compile(r"(?<=[a-z\d])\.(?:\s.*)?\Z")
_COMMAS: Final = re.compile(r",\s")
# Where else its firm, or another one, is.
_OTHER_SITE: Final = pattern("extraction", "postal_address", "other_site")
_MOST_LINES: Final = 5
_MOST_LINE: Final = 120


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the part of the address for the field; nothing where the page has several."""
    part = _PART.get(concept.name if concept is not None else "", "")
    if concept is None or not part or (concept.name == "address" and "location" in words_of(name)):
        return
    addresses = reading.page.known(_KnownAddresses).found
    if len({(known_address.postal_code, known_address.street) for known_address in addresses}) == 1 and (
        text := getattr(addresses[0], part)
    ):
        # Written on several lines it stands in none of them: the one with the postal code is quoted.
        written = (
            line
            for searched_text in (text, addresses[0].postal_code)
            for line in reading.visible.lines()
            if searched_text in line
        )
        yield Candidate(text, "address of the page", quote=next(written, text))


class _KnownAddresses:
    """The addresses of a page, found once: those of its own lines, else those in what stands around them."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        self.found = _own(lines.read(reading))
        if not self.found:
            around = [line for line in reading.visible.lines() if len(line) <= lines.MOST]
            self.found = _own(around[-lines.MOST_LINES :])


def _own(page_lines: Sequence[str]) -> list[Address]:
    """Return the addresses in *page_lines*, none where more have a code."""
    page_lines = [line for line in page_lines if _OTHER_SITE.match(line) is None]
    addresses = _find_addresses(page_lines)
    others = {code for line in page_lines for code in codes(line)} - {
        own_address.postal_code for own_address in addresses
    }
    return [] if others else _longest_first(addresses)


def _longest_first(addresses: Sequence[Address]) -> list[Address]:
    # A run that begins with a firm's name, or ends before the country, says less of the same.
    return sorted(addresses, key=lambda known_address: -len(known_address.text))


def _find_addresses(page_lines: Sequence[str]) -> list[Address]:
    """Return the addresses in *page_lines*, of one line or of several below each other."""
    parted = [_parts(line) for line in page_lines]
    alone = [found_address for several in parted for parts in several if (found_address := address(parts)) is not None]
    # Lines that are no address by themselves may be one together.
    short = [several[0] if len(several) == 1 and address(several[0]) is None else None for several in parted]
    runs = (short[at : at + count] for at in range(len(short)) for count in range(2, _MOST_LINES + 1))
    return alone + [found_address for run in runs if (found_address := _join_lines(run)) is not None]


def _join_lines(run: Sequence[Sequence[str] | None]) -> Address | None:
    """Return the address that the lines of *run* are together; it ends with that of its city, or its country."""
    written = [line for line in run if line is not None]
    joined_address = address([part for line in written for part in line]) if len(written) == len(run) > 1 else None
    return (
        joined_address
        if joined_address is not None and joined_address.text.endswith(written[-1][-1].strip(" ."))
        else None
    )


def _parts(line: str) -> list[list[str]]:
    """Return the parts of *line* between commas, for each of its own parts between dots and bars."""
    if len(line) > lines.MOST:
        return []
    several = [_LABELLED.sub("", part) for part in _APART.split(line)]
    return [_COMMAS.split(_LAST.sub("", part)) for part in several if len(part) <= _MOST_LINE]
