"""What a page marks up for machines: JSON-LD, microdata, RDFa and `<meta>`."""

from functools import cached_property

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.structured.attributes import microdata, rdfa, text_of
from gossamer.content.structured.items import Item, Named, Value, local, walk
from gossamer.content.structured.json_ld import json_ld
from gossamer.content.structured.meta import meta


class Embedded:
    """The marked-up data of one page; each kind is read once, when it is first asked for."""

    def __init__(self, document: turbohtml.Node, base: Base) -> None:
        self._document = document
        self._base = base

    @cached_property
    def items(self) -> list[Item]:
        """Return the outermost things of JSON-LD, microdata and RDFa, in this order."""
        return [*json_ld(self._document), *self._microdata[0], *rdfa(self._document, self._base)]

    @cached_property
    def loose(self) -> Item:
        """Return the microdata properties that belong to no thing."""
        return self._microdata[1]

    @cached_property
    def meta(self) -> Named:
        """Return the values of `<meta>` by lower-case name."""
        return meta(self._document)

    @cached_property
    def _microdata(self) -> tuple[list[Item], Item]:
        return microdata(self._document, self._base)
