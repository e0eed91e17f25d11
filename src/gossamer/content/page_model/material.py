"""What extraction reads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import turbohtml

from gossamer.content.addresses import Base

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class PageMaterial:
    """A parsed page: its whole *document*, with what it marks up for machines, and *main*, the part people read.

    *main* belongs to a copy of its own and may be all of the page. Neither tree is changed by who reads it.
    *text* is the Markdown of *main*.
    """

    document: turbohtml.Node
    main: turbohtml.Node
    base: Base
    url: str
    text: str = ""
    _known: dict[Callable[..., Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def known(self, find: Callable[["PageMaterial"], _Found]) -> _Found:
        """Return the result of *find* for this page, made once: several formats of one scrape ask the same of it."""
        if find not in self._known:
            self._known[find] = find(self)
        return cast("_Found", self._known[find])
