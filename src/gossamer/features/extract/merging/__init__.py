"""Making one answer of what several pages gave. Pure, and the same for the same pages in the same order.

* A value that several pages give wins over one that fewer give; one that its page is known to say counts more than
  one that it is not, and a page that knows more of what was asked counts a little more than one that knows less.
* Where nobody agrees, all values come from the page that knows most, so that they are of one thing.
* Lists are what all pages have, in the order of the pages, each thing once: what two pages say of it is one entry.
* Values of different things are never mixed: pages that name something else, by a key or a name, have no say.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from gossamer.core.extracting import Merged, PageValue
from gossamer.features.extract.merging.claims import Claim, claims_of
from gossamer.features.extract.merging.making import Made, Making
from gossamer.features.extract.merging.things import things_of

_SEVERAL: Final = (
    "The pages are about {count} different things and one was asked for; the answer is of the one that most pages, or "
    "the fullest one, are about. Ask for a list (an array of objects) to have all of them."
)


def merge(pages: Sequence[PageValue], *, shaped: bool) -> Merged:
    """Return the one answer of *pages*, in their order; None as its value when no page gave any.

    With *shaped* every page's value has the shape of one schema, and so has the answer. Otherwise pages about different
    things become a list of them, as `items`.
    """
    claims = claims_of(_each_once(pages))
    methods = Counter(page.method for page in pages)
    things = things_of(claims, shaped=shaped) if all(isinstance(claim.value, dict) for claim in claims) else [claims]
    making = Making()
    if len(things) > 1 and not shaped:
        made = making.listed(things, name="items")
        return _merged(made, making, methods, ())
    made = making.root(claims, things)
    notices = (_SEVERAL.format(count=len(things)),) if len(things) > 1 and _has_own_values(claims) else ()
    return _merged(made, making, methods, notices)


def _each_once(pages: Sequence[PageValue]) -> list[PageValue]:
    """Return pages by their addresses: two that led to one page are one."""
    return list({page.url: page for page in reversed(pages)}.values())[::-1]


def _has_own_values(claims: Sequence[Claim]) -> bool:
    """Return whether a single thing was asked for, and not only lists."""
    return any(
        not isinstance(value, list) and value not in (None, "") for claim in claims for value in claim.value.values()
    )


def _merged(made: Made, making: Making, methods: Counter[Any], notices: tuple[str, ...]) -> Merged:
    return Merged(
        value=made,
        sources=making.sources,
        evidence=making.evidence,
        missing=making.missing,
        methods=dict(sorted(methods.items())),
        notices=notices,
    )
