"""Making one answer of what several pages gave. Pure, and the same for the same pages in the same order.

* A value that several pages give wins over one that fewer give; one that its page is known to say counts more than
  one that it is not, and a page that knows more of what was asked counts a little more than one that knows less.
* Where nobody agrees, all values come from the page that knows most, so that they are of one thing.
* Lists are what all pages have, in the order of the pages, each thing once: what two pages say of it is one entry.
* Values of different things are never mixed: pages that name something else, by a key or a name, have no say. Of
  several things the prompt's, else the first page's is answered, and a warning names the others.
* The pages of one site are about one thing where nothing that they say contradicts it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from gossamer.core.extractions import Merged, PageValue
from gossamer.core.json_pointers import nothing_listed
from gossamer.features.extract.merging.assembly import Made, Making
from gossamer.features.extract.merging.choice import choose_thing, name_thing, tell_of_others
from gossamer.features.extract.merging.claim_values import is_own
from gossamer.features.extract.merging.claims import ValueClaim, claims_of, is_empty
from gossamer.features.extract.merging.records import MergedRecord, things_of

_GUESSED: Final = (
    "Not every page names its subject; the data of such pages were merged with the rest. Ask for a field with "
    "the name of the thing, and values of different things stay apart."
)
_NAMESAKE: Final = (
    "Pages were taken to be about one thing, {called}, for its name alone: nothing else that they say is the same. Ask "
    "for a field that tells things of one name apart (`sku`, `url`)."
)
_UNNAMED: Final = "Some `items` do not say what they are: ask for the name too, or see their pages with `showSources`."
_NOTHING: Final = "The pages have none of the requested data."


def merge(pages: Sequence[PageValue], *, shaped: bool, prompt: str = "") -> Merged:
    """Return the one answer of *pages*, in their order; None as its value when no page gave any.

    With *shaped* every page's value has the shape of one schema, and so has the answer: of several things it is the one
    that *prompt* names best, else the first. Otherwise pages about different things become a list of them, as `items`.
    """
    once = _each_once(pages)
    claims = claims_of(once)
    methods = Counter(page.method for page in pages)
    making = Making()
    things = things_of(claims, shaped=shaped) if all(isinstance(claim.value, dict) for claim in claims) else []
    if not things:
        merged_value = making.whole(claims)
        return _build_merged(merged_value, making, methods, tuple(_of_nothing(merged_value)))
    if len(things) > 1 and not shaped:
        notices = () if all(thing.is_identified for thing in things) else (_UNNAMED,)
        return _build_merged(making.listed(things, name="items"), making, methods, notices)
    thing = choose_thing(things, prompt)
    merged_value = making.object_of(thing, claims)
    claimed = (*_of_things(things, thing, claims, prompt), *_of_nothing(merged_value))
    return _build_merged(merged_value, making, methods, claimed)


def _each_once(pages: Sequence[PageValue]) -> list[PageValue]:
    """Return pages by their addresses: two that led to one page are one."""
    return list({page.url: page for page in reversed(pages)}.values())[::-1]


def _of_things(
    things: Sequence[MergedRecord], thing: MergedRecord, claims: Sequence[ValueClaim], prompt: str
) -> Iterator[str]:
    has_lists = _have_lists(claims)
    # Where only names were asked for beside lists, those of the pages are no things of their own.
    if len(things) > 1 and not (
        has_lists and not any(claimed.says_more for merged_record in things for claimed in merged_record.claimed)
    ):
        yield tell_of_others(things, thing, prompt)
    if thing.guessed and not has_lists:
        yield _GUESSED
    if thing.namesake:
        yield _NAMESAKE.format(called=name_thing(thing))


def _have_lists(claims: Sequence[ValueClaim]) -> bool:
    """Return whether pages list other things, which is what was asked for then."""
    return any(
        isinstance(value, list) and not is_empty(value) and not is_own(name, value)
        for claim in claims
        for name, value in claim.value.items()
    )


def _of_nothing(thing: Made) -> Iterator[str]:
    """Yield warnings for an empty answer, or for lists without entries."""
    if is_empty(thing):
        yield _NOTHING
    elif (notice := nothing_listed(thing)) is not None:
        yield notice


def _build_merged(thing: Made, making: Making, methods: Counter[Any], notices: tuple[str, ...]) -> Merged:
    return Merged(
        value=thing,
        sources=making.sources,
        evidence=making.evidence,
        methods=dict(sorted(methods.items())),
        notices=notices,
    )
