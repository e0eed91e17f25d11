"""What extraction reads."""

from dataclasses import dataclass

import turbohtml

from gossamer.content.addresses import Base


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
