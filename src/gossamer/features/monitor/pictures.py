"""Pictures of watched pages: what differs from the last one, apart from what differs between two visits. Pure."""

from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.content import comparison
from gossamer.core.changes import PictureChange
from gossamer.core.comparison_rules import Box, PictureRules

_MOST_VOLATILE: Final = 0.5
_UNSTEADY: Final = (
    "{:.0%} of the picture differs between two visits a moment apart, so it cannot be compared. "
    "Choose a part of the page, or watch its text."
)
NO_PICTURE: Final = "No picture can be taken of this page."


@dataclass(frozen=True, slots=True)
class KnownAreas:
    """Areas of a picture that are *volatile*, and those that may be: see `Baseline`."""

    volatile: tuple[Box, ...] = ()
    suspects: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureFinding:
    """The picture of a page compared with its last one.

    *change* is None when nothing that counts differs; else *crops* are the changed part before and after, as WebP.
    *volatile* are the areas that are left out from now on, and *suspects* those that may be. *problem* is why the
    picture cannot be compared, a sentence.
    """

    change: PictureChange | None = None
    volatile: tuple[Box, ...] = ()
    suspects: tuple[Box, ...] = ()
    crops: tuple[bytes, bytes] | None = None
    problem: str | None = None


def picture_finding(
    before: bytes | None, after: bytes, second: bytes | None, rules: PictureRules, areas: KnownAreas
) -> PictureFinding:
    """Return the difference of the picture *after* from *before*; *before* None is a first one.

    *second* is a picture of a moment later, None without one: what differs between the two is volatile, and a change
    that *second* does not show is none. When *second* looks like *before* again, that may be a change on its way: what
    went back is volatile the second time.
    """
    went_back = (
        before is not None and second is not None and not _compare_pictures(before, second, rules, areas.volatile)
    )
    fresh = () if second is None else comparison.compare_pictures(after, second, rules, areas.volatile).areas
    suspects = tuple(area for area in fresh if not comparison.touches(area, areas.suspects)) if went_back else ()
    volatile = comparison.merge_boxes((*areas.volatile, *(area for area in fresh if area not in suspects)))
    share = comparison.volatile_share(after, rules, volatile) if volatile else 0.0
    if share > _MOST_VOLATILE:
        return PictureFinding(volatile=areas.volatile, problem=_UNSTEADY.format(share))
    finding = PictureFinding(volatile=volatile, suspects=suspects if second is not None else areas.suspects)
    if before is None or went_back:
        return finding
    change = _compare_pictures(before, after, rules, volatile)
    confirmed = change if second is None else _compare_pictures(before, second, rules, volatile)
    if change is None or confirmed is None:
        return finding
    return replace(finding, change=change, crops=comparison.mark_crops(before, after, change))


def _compare_pictures(
    before: bytes, after: bytes, rules: PictureRules, volatile: tuple[Box, ...]
) -> PictureChange | None:
    """Return the difference, None when it does not count."""
    picture_change = comparison.compare_pictures(before, after, rules, volatile)
    return picture_change if picture_change.areas and picture_change.percent >= rules.threshold else None


def picture_diff(change: PictureChange, names: tuple[str, str]) -> dict[str, Any]:
    """Return *change* as a page of a check keeps it; *names* are those of the crops before and after."""
    before, after = names
    return {"percent": change.percent, "box": _show_box(change.box), "before": before, "after": after}


def picture_rule(change: PictureChange) -> str:
    """Return in a sentence how much of the picture changed."""
    return f"{format_percent(change.percent)} of the picture changed."


def format_percent(percent: float) -> str:
    """Return a percentage with as many digits as anybody reads."""
    if not percent:
        return "Less than 0.001 %"
    return f"{percent:.1f} %" if percent >= 1 else f"{percent:.2g} %"


def _show_box(box: Box | None) -> dict[str, int] | None:
    if box is None:
        return None
    left, top, right, bottom = box
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
