"""The comparison of two texts: moved, volatile and changed blocks, with what they mean."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final

from gossamer.content.comparison.alignment import ChangedRegion
from gossamer.content.comparison.blocks import ComparedBlock, blocks_of
from gossamer.content.comparison.differences import Differences, differences_of
from gossamer.content.comparison.fields import field_changes
from gossamer.content.comparison.normal import noise_in
from gossamer.content.comparison.unified import DiffLine, build_diff_object, write_unified_diff
from gossamer.content.comparison.volatility import Volatility
from gossamer.content.values.availability import availability
from gossamer.core.changes import BlockChange, BlockChangeKind, Comparison, EntryChange, FieldChange, Words
from gossamer.core.comparison_rules import ComparisonRules

# Below this share of common words two blocks are an old and a new one, and not one that changed.
_ALIKE: Final = 0.4
# That of two texts that differ in their figures only, or that say both whether a thing can be bought.
_SAME_SHAPE: Final = 0.9
_FIGURES: Final = re.compile(r"\d[\d.,]*")
_STOCK: Final = "stock"
_LONGEST_STATE: Final = 60
# More pairs of one region are not tried.
_MOST_PAIRS: Final = 2_500
_TOKEN: Final = re.compile(r"\s*(?:[\w'\u2019]+(?:[.,:]\d+)*|[^\w\s])|\s+$")
# Of longer blocks the whole text is one change: comparing words takes the square of their number.
_MOST: Final = 3_000


def compare(
    before: str, after: str, rules: ComparisonRules | None = None, *, whole: tuple[str, str] | None = None
) -> Comparison:
    """Return the differences of two versions of a page's Markdown (`comparable`), as far as *rules* compare it.

    *whole* are the texts of both whole pages, where *before* and *after* are their main content: a block that left the
    main content and is still on the page was not removed.
    """
    rules = rules or ComparisonRules()
    differences = differences_of(before, after, rules)
    if not differences.regions:
        return Comparison()
    judged = _judge_differences(differences, Volatility(rules.volatile), whole)
    changes = tuple(_changes(judged))
    real = [change for change in changes if change.kind is not BlockChangeKind.MOVED]
    volatile = tuple(dict.fromkeys(block.words for block in judged.volatile))
    if not real:
        return Comparison(blocks=changes, volatile=volatile)
    lines = _with_common_blanks(list(_lines(judged)))
    return Comparison(
        blocks=changes,
        fields=tuple(_fields(real)),
        entries=tuple(_entries(judged)),
        text=write_unified_diff(lines),
        parsed=build_diff_object(lines),
        volatile=volatile,
    )


@dataclass(slots=True)
class _Differences:
    """Differences with what became of each block; *removed*, *added* and *pairs* are positions of blocks."""

    found: Differences
    removed: set[int] = field(default_factory=set)
    added: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    pairs: dict[int, int] = field(default_factory=dict)
    volatile: list[ComparedBlock] = field(default_factory=list)


def _judge_differences(
    differences: Differences, volatility: Volatility, whole_texts: tuple[str, str] | None
) -> _Differences:
    judged = _Differences(differences)
    for region in differences.regions:
        judged.removed |= set(range(region.before_start, region.before_end))
        judged.added |= set(range(region.after_start, region.after_end))
    _take_moved(judged)
    if whole_texts is not None:
        _take_kept(judged, *(Counter(block.normal for block in blocks_of(text.splitlines())) for text in whole_texts))
    for region in differences.regions:
        _take_volatile(judged, region, volatility)
    for region in differences.regions:
        _take_pairs(judged, region)
    _take_entries(judged)
    return judged


def _take_moved(judged: _Differences) -> None:
    """Take out what is elsewhere on the page now."""
    places: dict[str, list[int]] = defaultdict(list)
    for at in sorted(judged.removed, reverse=True):
        places[judged.found.before[at].normal].append(at)
    for at in sorted(judged.added):
        if held := places.get(judged.found.after[at].normal):
            judged.removed.discard(held.pop())
            judged.added.discard(at)
            judged.moved.add(at)


def _take_kept(judged: _Differences, before: Counter[str], after: Counter[str]) -> None:
    """Take out what is on the whole page as often as it was: it entered or left the main content only."""
    ours, theirs = judged.found.before, judged.found.after
    judged.removed -= {at for at in judged.removed if after[ours[at].normal] >= before[ours[at].normal] > 0}
    moved = {at for at in judged.added if before[theirs[at].normal] >= after[theirs[at].normal] > 0}
    judged.added -= moved
    judged.moved |= moved


def _take_volatile(judged: _Differences, region: ChangedRegion, volatility: Volatility) -> None:
    if not volatility.known:
        return
    ours = judged.removed & set(range(region.before_start, region.before_end))
    theirs = judged.added & set(range(region.after_start, region.after_end))
    quiet = volatility.quiet(judged.found, region)
    if quiet is not None:
        ours, theirs = {at for at in ours if at in quiet}, {at for at in theirs if ~at in quiet}
    judged.volatile += [judged.found.before[at] for at in sorted(ours)]
    judged.volatile += [judged.found.after[at] for at in sorted(theirs)]
    judged.removed -= ours
    judged.added -= theirs


def _take_pairs(judged: _Differences, region: ChangedRegion) -> None:
    """Pair blocks of a region that are two texts of the same, the most similar ones first."""
    ours = [at for at in range(region.before_start, region.before_end) if at in judged.removed]
    theirs = [at for at in range(region.after_start, region.after_end) if at in judged.added]
    if len(ours) * len(theirs) > _MOST_PAIRS:
        return
    before, after = judged.found.before, judged.found.after
    words = {at: before[at].normal.split() for at in ours}
    other_words = {at: after[at].normal.split() for at in theirs}
    scored = sorted(
        (
            -_likeness(before[at], after[other], words[at], other_words[other]),
            abs(at - ours[0] - other + theirs[0]),
            at,
            other,
        )
        for at in ours
        for other in theirs
    )
    for score, _, at, other in scored:
        if -score >= _ALIKE and at in judged.removed and other in judged.added:
            _pair(judged, at, other)
    rest = [at for at in ours if at in judged.removed], [at for at in theirs if at in judged.added]
    # A block that is alone in the same place is the same thing in other words.
    if len(ours) == len(theirs) == len(rest[0]) == len(rest[1]) == 1:
        _pair(judged, ours[0], theirs[0])


def _likeness(block: ComparedBlock, other: ComparedBlock, words: list[str], other_words: list[str]) -> float:
    if block.entry and block.entry == other.entry:
        return 1.0
    if _shape(block) == _shape(other):
        return _SAME_SHAPE
    return similarity(words, other_words)


def _shape(block: ComparedBlock) -> str:
    """Return the text without its figures; of a short text about a stock, that it is one."""
    if len(block.normal) <= _LONGEST_STATE and availability(block.normal) is not None:
        return _STOCK
    return _FIGURES.sub("0", block.normal)


def _take_entries(judged: _Differences) -> None:
    """Pair entries of the same name that are in different regions: one that changed and moved."""
    before, after = judged.found.before, judged.found.after
    counts = Counter(before[at].entry for at in judged.removed)
    places = {before[at].entry: at for at in judged.removed if before[at].entry and counts[before[at].entry] == 1}
    for other in sorted(judged.added):
        at = places.pop(after[other].entry, None)
        if at is not None:
            _pair(judged, at, other)


def _pair(judged: _Differences, at: int, other: int) -> None:
    judged.pairs[other] = at
    judged.removed.discard(at)
    judged.added.discard(other)


def _changes(judged: _Differences) -> Iterator[BlockChange]:
    """Yield the changes in the order of the text after; what was removed comes before what follows it."""
    before, after = judged.found.before, judged.found.after
    for region in judged.found.regions:
        for at in range(region.before_start, region.before_end):
            if at in judged.removed:
                yield BlockChange(BlockChangeKind.REMOVED, before=before[at].words, section=before[at].section)
        for other in range(region.after_start, region.after_end):
            block = after[other]
            if other in judged.pairs:
                old = align_noise(before[judged.pairs[other]].words, block.words)
                words = word_changes(old, block.words)
                yield BlockChange(BlockChangeKind.CHANGED, old, block.words, block.section, words)
            elif other in judged.added:
                yield BlockChange(BlockChangeKind.ADDED, after=block.words, section=block.section)
            elif other in judged.moved:
                yield BlockChange(BlockChangeKind.MOVED, block.words, block.words, block.section)


def _fields(changes: list[BlockChange]) -> Iterator[FieldChange]:
    for change in changes:
        if change.kind is BlockChangeKind.CHANGED:
            yield from field_changes(change.before, change.after, change.section)


def _entries(judged: _Differences) -> Iterator[EntryChange]:
    before, after = judged.found.before, judged.found.after
    for at in sorted(judged.removed):
        if before[at].entry:
            yield EntryChange(BlockChangeKind.REMOVED, before[at].entry, before=before[at].words)
    for other in sorted(judged.added):
        if after[other].entry:
            yield EntryChange(BlockChangeKind.ADDED, after[other].entry, after=after[other].words)
    for other, at in sorted(judged.pairs.items()):
        if after[other].entry:
            old = align_noise(before[at].words, after[other].words)
            yield EntryChange(BlockChangeKind.CHANGED, after[other].entry, old, after[other].words)


def _lines(judged: _Differences) -> Iterator[DiffLine]:
    """Yield the lines of both texts as a diff has them; what is no change is there as the text after has it."""
    differences = judged.found
    other = 0
    old_of = {at: other for other, at in judged.pairs.items()}
    for region in differences.regions:
        for block in differences.after[other : region.after_start]:
            yield from _line("same", block.text, block, differences.after_lines)
        for at in range(region.before_start, region.before_end):
            if at in old_of:
                old = align_noise(differences.before[at].text, differences.after[old_of[at]].text)
                yield from _line("del", old, differences.before[at], differences.before_lines)
            elif at in judged.removed:
                yield from _line("del", differences.before[at].text, differences.before[at], differences.before_lines)
        for number in range(region.after_start, region.after_end):
            kind = "add" if number in judged.added or number in judged.pairs else "same"
            yield from _line(kind, differences.after[number].text, differences.after[number], differences.after_lines)
        other = region.after_end
    for block in differences.after[other:]:
        yield from _line("same", block.text, block, differences.after_lines)


def _line(kind: str, text: str, block: ComparedBlock, lines: tuple[str, ...]) -> Iterator[DiffLine]:
    if block.line and not lines[block.line - 1].strip():
        yield DiffLine(kind, "")
    yield DiffLine(kind, text)


def _with_common_blanks(lines: list[DiffLine]) -> list[DiffLine]:
    """Return *lines* with the empty line before a change once, where both texts have one."""
    result = list(lines)
    for at, line in enumerate(lines):
        if line != DiffLine("del", "") or (at and lines[at - 1].kind != "same"):
            continue
        other = next((n for n in range(at, len(lines)) if lines[n].kind != "del"), None)
        if other is not None and lines[other] == DiffLine("add", ""):
            result[at], result[other] = DiffLine("same", ""), DiffLine("skip", "")
    return [line for line in result if line.kind != "skip"]


def align_noise(before: str, after: str) -> str:
    """Return *before* with the parts that always differ as *after* has them, so that they are no difference."""
    ours, theirs = list(noise_in(before)), [part.group() for part in noise_in(after)]
    if len(ours) != len(theirs):
        return before
    pieces, end = [], 0
    for part, other in zip(ours, theirs, strict=True):
        pieces += [before[end : part.start()], other]
        end = part.end()
    return "".join(pieces) + before[end:]


def word_changes(before: str, after: str) -> tuple[Words, ...]:
    """Return the runs of words of two texts of a block in reading order."""
    ours, theirs = _tokens(before), _tokens(after)
    if len(ours) > _MOST or len(theirs) > _MOST:
        return (Words(before, "removed"), Words(after, "added"))
    keys, other_keys = [word.strip() for word in ours], [word.strip() for word in theirs]
    changes: list[Words] = []
    for kind, a, a_end, b, b_end in SequenceMatcher(None, keys, other_keys, autojunk=False).get_opcodes():
        if kind == "equal":
            changes.append(Words("".join(theirs[b:b_end]), "same"))
            continue
        if a_end > a:
            changes.append(Words("".join(ours[a:a_end]), "removed"))
        if b_end > b:
            changes.append(Words("".join(theirs[b:b_end]), "added"))
    return tuple(changes)


def similarity(before: Sequence[str], after: Sequence[str]) -> float:
    """Return the share of words that two texts have in common, 0 to 1."""
    common = Counter(before) & Counter(after)
    return 2 * common.total() / max(1, len(before) + len(after))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)
