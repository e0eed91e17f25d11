"""How to reach whom a page is about: its mailto: and tel: links, its `<address>`."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from gossamer.content.extraction.candidates import Candidate, few_words
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept, Kind

_MAX_LINKS: Final = 20


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield addresses of the kind that is asked for."""
    document = reading.page.document
    match concept.kind:
        case Kind.PHONE if concept.name != "telephone":
            # The link of a number does not say whether it rings on a desk or in a pocket.
            return
        case Kind.EMAIL:
            for link in document.select('a[href^="mailto:" i]')[:_MAX_LINKS]:
                yield Candidate(unquote((link.attr("href") or "")[7:].partition("?")[0]), "mailto: link")
        case Kind.PHONE:
            for link in document.select('a[href^="tel:" i]')[:_MAX_LINKS]:
                text = few_words(link, 100)
                yield Candidate(
                    text if any(map(str.isdigit, text)) else unquote((link.attr("href") or "")[4:]), "tel: link"
                )
        case Kind.ADDRESS:
            for element in document.select("address")[:_MAX_LINKS]:
                yield Candidate(" ".join(element.to_text().split()), "address")
        case _:
            return
