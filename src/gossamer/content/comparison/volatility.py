"""Volatile blocks: what differs between two fetches of a page within a minute, and finding it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from gossamer.content.comparison.alignment import ChangedRegion
from gossamer.content.comparison.blocks import ComparedBlock
from gossamer.content.comparison.differences import Differences, differences_of
from gossamer.core.comparison_rules import ComparisonRules, VolatileBlock

_ANY: Final = "*"
# With fewer words that stay the same, a template would fit other blocks too.
_FIXED_WORDS: Final = 2
# A place may hold this many times as many blocks as it did when it was learnt.
_GROWTH: Final = 2
_BETWEEN: Final = 2
_MOST: Final = 200


def learn_volatile(first: str, second: str, rules: ComparisonRules | None = None) -> tuple[VolatileBlock, ...]:
    """Return the blocks of Markdown that differ between two fetches of one page, to be left out of comparisons.

    The fetches should be within a minute of one another. Known ones (`rules.volatile`) are kept and come first.
    """
    rules = rules or ComparisonRules()
    differences = differences_of(first, second, rules)
    learnt = (_learn_block(differences, region) for region in _clusters(differences.regions))
    return tuple(dict.fromkeys((*rules.volatile, *learnt)))[:_MOST]


def _clusters(regions: Sequence[ChangedRegion]) -> list[ChangedRegion]:
    """Return regions with those as one that have a block or two between them: rotations of a list share entries."""
    clusters: list[ChangedRegion] = []
    for region in regions:
        last = clusters[-1] if clusters else None
        if last is not None and region.before_start - last.before_end <= _BETWEEN:
            clusters[-1] = ChangedRegion(last.before_start, region.before_end, last.after_start, region.after_end)
        else:
            clusters.append(region)
    return clusters


def _learn_block(differences: Differences, region: ChangedRegion) -> VolatileBlock:
    ours = differences.before[region.before_start : region.before_end]
    theirs = differences.after[region.after_start : region.after_end]
    above, below = differences.around(region)
    is_pair = len(ours) == len(theirs) == 1
    template = _template(ours[0].normal, theirs[0].normal) if is_pair else ""
    return VolatileBlock(template, above, below, max(len(ours), len(theirs)))


def _template(first: str, second: str) -> str:
    ours, theirs = first.split(), second.split()
    words: list[str] = []
    for kind, start, end, _, _ in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        words += ours[start:end] if kind == "equal" else [_ANY]
    return " ".join(words) if sum(word != _ANY for word in words) >= _FIXED_WORDS else ""


@dataclass(frozen=True, slots=True)
class Volatility:
    """The volatile blocks of a page, ready to be found in it."""

    known: tuple[VolatileBlock, ...]

    def quiet(self, found: Differences, region: ChangedRegion) -> set[int] | None:
        """Return the blocks of *region* that are volatile, those after as negative numbers; None: all of them."""
        above, below = found.around(region)
        if any(_is_place(known_block, found, region) for known_block in self.known):
            return None
        ours = range(region.before_start, region.before_end)
        theirs = range(region.after_start, region.after_end)
        quiet = {at for at in ours if self._fits(found.before[at])}
        quiet |= {~at for at in theirs if self._fits(found.after[at])}
        for volatile_block in self.known:
            if not volatile_block.template:
                quiet |= _beside(volatile_block, above, below, region)
        return quiet

    def _fits(self, block: ComparedBlock) -> bool:
        return any(
            known_block.template and _fits(known_block.template.split(), block.normal.split())
            for known_block in self.known
        )


def _is_place(volatile_block: VolatileBlock, differences: Differences, region: ChangedRegion) -> bool:
    """Return whether *region* is within the place of a volatile block, which may have grown."""
    most = volatile_block.count * _GROWTH
    start, end = region.before_start, region.before_end
    if max(end - start, region.after_end - region.after_start) > most:
        return False
    # The lines that both rotations of a list share stand between the region and the neighbours of the list.
    above = [block.normal for block in differences.before[max(0, start - most) : start]] or [""]
    below = [block.normal for block in differences.before[end : end + most]] or [""]
    at_top, at_bottom = (
        not volatile_block.above and start < most,
        not volatile_block.below and end + most > len(differences.before),
    )
    return (at_top or volatile_block.above in above) and (at_bottom or volatile_block.below in below)


def _beside(volatile_block: VolatileBlock, above: str, below: str, region: ChangedRegion) -> set[int]:
    """Return the blocks nearest to the one neighbour that is still there, as many as there were."""
    quiet: set[int] = set()
    if volatile_block.above and volatile_block.above == above:
        quiet |= set(range(region.before_start, min(region.before_end, region.before_start + volatile_block.count)))
        quiet |= {
            ~at for at in range(region.after_start, min(region.after_end, region.after_start + volatile_block.count))
        }
    if volatile_block.below and volatile_block.below == below:
        quiet |= set(range(max(region.before_start, region.before_end - volatile_block.count), region.before_end))
        quiet |= {
            ~at for at in range(max(region.after_start, region.after_end - volatile_block.count), region.after_end)
        }
    return quiet


def _fits(template: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether *words* are those of *template* in order, with any where it has a gap."""
    at, is_open = 0, False
    for word in template:
        if word == _ANY:
            is_open = True
            continue
        if is_open:
            while at < len(words) and words[at] != word:
                at += 1
        if at >= len(words) or words[at] != word:
            return False
        at, is_open = at + 1, False
    return is_open or at == len(words)
