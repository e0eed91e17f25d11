"""Differences: the blocks of two texts, and the regions in which they differ."""

from dataclasses import dataclass

from gossamer.content.comparison.alignment import ChangedRegion, regions
from gossamer.content.comparison.blocks import ComparedBlock, blocks_of
from gossamer.content.comparison.matcher import Matcher
from gossamer.core.comparison_rules import ComparisonRules


@dataclass(frozen=True, slots=True)
class Differences:
    """Two lists of blocks; *regions* are those whose words differ. *lines* are those of the texts they come from."""

    before: tuple[ComparedBlock, ...]
    after: tuple[ComparedBlock, ...]
    regions: tuple[ChangedRegion, ...]
    before_lines: tuple[str, ...] = ()
    after_lines: tuple[str, ...] = ()

    def around(self, region: ChangedRegion) -> tuple[str, str]:
        """Return the normal texts of the equal blocks above and below *region*, "" at an end of the page."""
        above = self.before[region.before_start - 1].normal if region.before_start else ""
        below = self.before[region.before_end].normal if region.before_end < len(self.before) else ""
        return above, below


def differences_of(before: str, after: str, rules: ComparisonRules) -> Differences:
    """Return the differences of two texts of Markdown in the parts that *rules* compare."""
    matcher = Matcher(rules)
    before_lines, after_lines = before.splitlines(), after.splitlines()
    ours, theirs = _list_compared_blocks(before_lines, matcher), _list_compared_blocks(after_lines, matcher)
    changed_regions = regions([block.normal for block in ours], [block.normal for block in theirs])
    different = tuple(region for region in changed_regions if _words(ours, region, 0) != _words(theirs, region, 1))
    return Differences(ours, theirs, different, tuple(before_lines), tuple(after_lines))


def _list_compared_blocks(lines: list[str], matcher: Matcher) -> tuple[ComparedBlock, ...]:
    return tuple(block for block in blocks_of(lines) if matcher.compares(block.words))


def _words(blocks: tuple[ComparedBlock, ...], region: ChangedRegion, side: int) -> list[str]:
    """Return the words of a region; a paragraph in two pieces has the same."""
    start, end = (region.before_start, region.before_end) if side == 0 else (region.after_start, region.after_end)
    return " ".join(block.normal for block in blocks[start:end]).split()
