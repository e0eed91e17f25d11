"""Whether a page needs a browser, and why: signs weighed against the main content that is there."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final

from gossamer.content.dynamic.embedded_content import signs_of_elsewhere
from gossamer.content.dynamic.loading_words import table
from gossamer.content.dynamic.lookups import LookedUp
from gossamer.content.dynamic.scripts import Scripts, path_of, scripts_of
from gossamer.content.dynamic.signs import Sign, signs_of
from gossamer.content.page import scan, signs

_ALWAYS: Final = 1_000_000_000
# Characters of main content that outweigh a sign. Measured on 1,350 published pages and what became of them when
# their content was left to scripts (bench/dynamic).
_OUTWEIGHED_BY: Final[Mapping[str, int]] = {
    "elsewhere": _ALWAYS,
    "frame": _ALWAYS,
    "at_load": _ALWAYS,
    "filled_main": _ALWAYS,
    "filled_nested": _ALWAYS,
    "filled_content": _ALWAYS,
    "filled": 6_000,
    "filled_inline": 1_500,
    "filled_aside": 3_000,
    "loads_main": _ALWAYS,
    "loads_nested": _ALWAYS,
    "loads_content": _ALWAYS,
    "loads": 3_000,
    "root": 6_000,
    "waiting_main": _ALWAYS,
    "waiting_nested": 8_000,
    "waiting_content": 8_000,
    "waiting": 4_000,
    "waiting_aside": 1_500,
    "skeleton_main": _ALWAYS,
    "skeleton_nested": 3_000,
    "skeleton_content": 4_000,
    "skeleton": 1_500,
    "empty_main": 20_000,
    "empty_nested": 2_500,
    "empty_content": 1_500,
    "empty": 1_200,
    "added": 4_000,
    "added_elsewhere": 3_000,
    "template": 3_000,
    "noscript": 1_500,
}
# Kinds of signs that name the element that a script fills.
_NAMING: Final = frozenset(
    f"{kind}{place}" for kind in ("filled", "waiting") for place in ("", "_main", "_nested", "_content")
) | {"added", "root", "empty_main"}
# Beginnings of kinds that say something of a rendered page, too.
_LASTING: Final = ("waiting", "skeleton", "root", "empty_main")
# Kinds that may name it.
_MAY_NAME: Final = frozenset({"empty_nested", "empty_content"})
_MOST_EMPTY: Final = 3
# Kinds that leave a slight doubt beside any amount of content.
_TELLING: Final = frozenset({"empty_main", "empty_nested", "waiting_nested", "waiting_content", "skeleton_nested"})
# With less main content a page that has scripts is doubtful without a sign; with less than the second it may be.
_LITTLE: Final = 1_300
_MODEST: Final = 4_000
# A sign that much more content would outweigh leaves no doubt.
_CLEAR: Final = 8.0
_CLEAR_FROM: Final = 4_000
_HARDLY_ANY: Final = 100
# One character of some scripts says as much as several letters.
_LETTERS_A_CHARACTER: Final = 2.5
_VARIABLE: Final = re.compile(r"\d+|\b[0-9a-f]{8,}\b")


class Doubt(IntEnum):
    """How doubtful it is that a page's content is in its HTML."""

    NONE = 0
    SLIGHT = 1
    SERIOUS = 2
    CERTAIN = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the HTML says about scripts.

    *awaited* are the elements that a script is to fill, as in `core.pages.FetchRequest`. *linked* are the addresses, as
    written, of scripts whose code is not known. *dense* says that the text is written in a script of which few
    characters say much.
    """

    signs: tuple[Sign, ...] = ()
    scripts: Scripts = Scripts()
    awaited: Mapping[str, int] = field(default_factory=dict)
    linked: tuple[str, ...] = ()
    dense: bool = False

    @classmethod
    def of(cls, page: scan.Scan, text: str, url: str, names: LookedUp | None = None, refresh: str = "") -> "Evidence":
        """Return the evidence in *page*, found at *url*; *text* is its visible text.

        *names* is what linked scripts look up; None when they have not been read. *refresh* is the `Refresh` header.
        """
        scripts = scripts_of(page, url)
        page_signs = [*signs_of_elsewhere(page, text, url, refresh)]
        if not (scripts or page_signs):
            return cls()
        survey = signs.Survey(page, table())
        if scripts:
            page_signs += signs_of(survey, LookedUp.of(scripts.code) | (names or LookedUp()))
        linked = scripts.linked if names is None else ()
        return cls(tuple(page_signs), scripts, _choose_awaited(survey, page_signs), linked, survey.is_dense())

    @property
    def scripted(self) -> bool:
        """Return whether there are scripts that could bring content in."""
        return bool(self.scripts)

    @property
    def template(self) -> str:
        """Return a digest that is equal for pages made alike: the same scripts, the same signs."""
        linked = sorted({_VARIABLE.sub("*", path_of(source)) for source in self.scripts.linked})
        shown = sorted({(sign.kind, _VARIABLE.sub("*", sign.name)) for sign in self.signs})
        written = f"{linked}\n{bool(self.scripts.code)}\n{shown}"
        return hashlib.blake2s(written.encode("utf-8", "replace"), digest_size=8).hexdigest()

    def after_scripts(self) -> "Evidence":
        """Return the evidence that still shows missing content when the page's scripts have run."""
        return replace(self, signs=tuple(sign for sign in self.signs if sign.kind.startswith(_LASTING)))


@dataclass(frozen=True, slots=True)
class Need:
    """The *doubt*, with its *reason* as a clause ("" when there is none); *template* and *awaited* as in `Evidence`.

    *linked* are the addresses of scripts that may decide a slight doubt when they are read. *amount* is the number of
    characters of main content that the page has, where there is a doubt.
    """

    doubt: Doubt
    reason: str = ""
    template: str = ""
    awaited: Mapping[str, int] = field(default_factory=dict)
    linked: tuple[str, ...] = ()
    amount: float = 0.0

    @property
    def is_empty(self) -> bool:
        """Return whether the page certainly lacks its content and has no other."""
        return self.doubt is Doubt.CERTAIN and not self.amount


def need_of(evidence: Evidence, amount: float) -> Need:
    """Return whether a page with *evidence* and *amount* characters of main content needs a browser."""
    content_amount = amount * _LETTERS_A_CHARACTER if evidence.dense else amount
    strongest = max(evidence.signs, key=lambda sign: _OUTWEIGHED_BY.get(sign.kind, 0), default=None)
    limit = 0 if strongest is None else _OUTWEIGHED_BY.get(strongest.kind, 0)
    if strongest is not None and content_amount < limit:
        clear = limit >= _CLEAR_FROM and content_amount * _CLEAR < min(limit, 3 * _CLEAR_FROM)
        certain = strongest.kind == "elsewhere" or clear or content_amount < _HARDLY_ANY
        return _need(evidence, Doubt.CERTAIN if certain else Doubt.SERIOUS, strongest.reason, content_amount)
    if not evidence.scripted:
        return Need(Doubt.NONE)
    if content_amount < _LITTLE:
        return _need(evidence, Doubt.SERIOUS, "its scripts stand beside little content", content_amount)
    if content_amount < _MODEST or any(sign.kind in _TELLING for sign in evidence.signs):
        return _need(evidence, Doubt.SLIGHT, "its scripts may have more content to bring", content_amount)
    return Need(Doubt.NONE)


def _need(evidence: Evidence, doubt: Doubt, reason: str, amount: float) -> Need:
    linked = evidence.linked if doubt is Doubt.SLIGHT else ()
    return Need(doubt, reason, evidence.template, evidence.awaited, linked, amount)


def _choose_awaited(page: signs.Survey, page_signs: list[Sign]) -> dict[str, int]:
    """Return the elements that a browser has to wait for: those that a sign names for certain, else the whole page."""
    if page.body < 0:
        return {}
    named = {sign.name for sign in page_signs if sign.kind in _NAMING and sign.name.isascii() and '"' not in sign.name}
    sizes = {name: page.inside(page.ids()[name])[0] for name in named if name in page.ids()}
    empty = [sign.name for sign in page_signs if sign.kind in _MAY_NAME][:_MOST_EMPTY]
    return sizes or {"": page.inside(page.body)[0]} | dict.fromkeys(empty, 0)
