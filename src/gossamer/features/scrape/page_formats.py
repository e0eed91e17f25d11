"""Formats made of a whole page: values by rules of the caller's, its look, its menu, its recordings."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gossamer.content.page_fields import read_fields
from gossamer.content.page_view import PageView, Selection
from gossamer.core.formats import Audio, Branding, Fields, Format, Menu, Pii, Video
from gossamer.core.specs import ScrapeSpec
from gossamer.ports.recordings import RecordingKind

NO_MENU: Final = "No menu found on the page, so `menu` is left out."
_NO_RECORDING: Final = "No {kind} was found on the page, so `{kind}` is left out."
_ONLY_PLAYER: Final = (
    "The {kind} of this page is in a player of {player}: `{kind}` is the player's address, not a file."
)
_NO_LOOK: Final = "`branding` is left out: this is no page."
_NO_PII: Final = "`pii` gives nothing: send `redactPII` to take personal data out of the answer."


@dataclass(frozen=True, slots=True)
class OnlyPlayed:
    """A recording that the page has no file of: the *address* of its player, or of the page where it names none.

    *notice* is the sentence about it, *others* the page's recordings, the player among them.
    """

    kind: RecordingKind
    address: str
    notice: str
    others: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class PageFields:
    """Fields of a document by their names, sentences about what could not be done, and what is only *played*."""

    values: dict[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    played: tuple[OnlyPlayed, ...] = ()


def page_fields(view: PageView, spec: ScrapeSpec) -> PageFields:
    """Return the formats of *spec* that are made of the page as it came. To be asked before its tree is used up."""
    values: dict[str, Any] = {}
    notices: tuple[str, ...] = ()
    played: tuple[OnlyPlayed, ...] = ()
    for fields in _make_formats(view, spec):
        values |= fields.values
        notices += fields.notices
        played += fields.played
    return PageFields(values, notices, played)


def _make_formats(view: PageView, spec: ScrapeSpec) -> Iterator[PageFields]:
    for format_ in spec.formats:
        match format_:
            case Branding():
                yield _branding(view)
            case Menu():
                yield _menu(view, spec)
            case Fields(rules):
                values, notices = read_fields(view.whole, view.raw_html, rules)
                yield PageFields({"fields": values}, notices)
            case Audio() | Video():
                yield _recording(view, format_)
            case Pii():
                yield PageFields(notices=(_NO_PII,))
            case _:
                pass


def _branding(view: PageView) -> PageFields:
    from gossamer.content.branding import branding_of  # noqa: PLC0415 - few pages are asked for it

    if view.document is not None or view.kind != "html":
        return PageFields(notices=(_NO_LOOK,))
    branding, notices = branding_of(view.page.styles, view.whole, view.base, view.metadata)
    return PageFields({"branding": branding}, notices)


def _menu(view: PageView, spec: ScrapeSpec) -> PageFields:
    from gossamer.content.menus import menu_of  # noqa: PLC0415 - few pages are asked for it

    # Sections of a menu look alike, and the main content may be only one of them.
    menu = menu_of(view.material(replace(Selection.of(spec), main_only=False)))
    return PageFields(notices=(NO_MENU,)) if menu is None else PageFields({"menu": menu})


def _recording(view: PageView, format_: Format) -> PageFields:
    from gossamer.content.media import recordings  # noqa: PLC0415 - few pages are asked for it

    kind: RecordingKind = "video" if isinstance(format_, Video) else "audio"
    if view.page.media_type.startswith(f"{kind}/"):
        itself = {"url": view.page.url, "sourceURL": view.page.url, "source": "the page itself", "kind": "file"}
        return PageFields({kind: view.page.url, **({"videos": (itself,)} if kind == "video" else {})})
    media = recordings(view.whole, view.base, kind)
    if not media:
        notice = _NO_RECORDING.format(kind=kind)
        return PageFields(notices=(notice,), played=(OnlyPlayed(kind, view.page.url, notice),))
    best = media[0]
    listed = tuple(recording.to_json(view.page.url) for recording in media)
    values: dict[str, Any] = {kind: best.url, **({"videos": listed} if kind == "video" else {})}
    if not best.player:
        return PageFields(values)
    notice = _ONLY_PLAYER.format(kind=kind, player=best.player)
    return PageFields(values, (notice,), (OnlyPlayed(kind, best.url, notice, listed),))
