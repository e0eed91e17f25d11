"""What lanes bring is packed into chunks of bounded size, in order, and nothing is left out."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gossamer.core.crawls import Discovered, Entry, EntryKind
from gossamer.core.urls import web_url
from gossamer.features.crawl.discovery import UNMET, Findings, Keys, SeenKeys
from gossamer.features.crawl.lanes.outcomes import Outbound, Outcome, Packed
from gossamer.ports.frontier import PageFailed


def outcome(number: int, found: int = 0) -> Outcome:
    url = web_url(f"http://e.org/{number}")
    links = [Discovered(url, number)] * found
    entry = Entry(number, url, number, 0, EntryKind.PAGE)
    return Outcome(PageFailed(entry, "CODE", "why"), Findings(links, Keys(met={number: 0})), warnings=("Mind this.",))


def packs(outbound: Outbound) -> list[Packed]:
    packed = []
    while outbound:
        packed.append(outbound.pack())
    return packed


@settings(max_examples=40)
@given(st.lists(st.sampled_from([0, 1, 20, 999, 1000, 1001, 2500]), max_size=70))
def test_everything_is_packed_once_in_order_and_in_bounded_chunks(sizes: list[int]) -> None:
    outbound = Outbound()
    for number, size in enumerate(sizes):
        outbound.add(outcome(number, size), float(number))
    chunks = packs(outbound)
    assert [one.entry.position for chunk in chunks for one in chunk.chunk.failed] == list(range(len(sizes)))
    assert sum(len(chunk.chunk.discovered) for chunk in chunks) == sum(sizes)
    assert all(len(chunk.chunk.discovered) <= 1000 and len(chunk.chunk.failed) <= 50 for chunk in chunks)
    assert sum(chunk.settled for chunk in chunks) == len(sizes)


def test_a_page_comes_with_the_last_of_its_links_and_so_do_its_keys() -> None:
    outbound = Outbound()
    outbound.add(outcome(7, 2100), 0.0)
    chunks = packs(outbound)
    assert [len(chunk.chunk.failed) for chunk in chunks] == [0, 0, 1]
    assert [chunk.keys.met for chunk in chunks] == [{}, {}, {7: 0}]


def test_a_warning_is_told_once_a_chunk() -> None:
    outbound = Outbound()
    for number in range(5):
        outbound.add(outcome(number), 0.0)
    assert outbound.pack().chunk.warnings == ("Mind this.",)


def test_it_is_known_since_when_the_first_outcome_waits() -> None:
    outbound = Outbound()
    assert outbound.oldest is None
    outbound.add(outcome(1), 3.0)
    outbound.add(outcome(2), 4.0)
    assert outbound.oldest == 3.0
    outbound.pack()
    assert outbound.oldest is None


def test_what_was_seen_lately_is_known_and_memory_is_bounded() -> None:
    seen = SeenKeys(generation=100)
    for key in range(1000):
        seen.update({key: 3})
    seen.update({999: 5})
    assert seen.depth(999) == 3
    assert seen.depth(901) == 3
    assert seen.depth(1) == UNMET
    assert len(seen._new) + len(seen._old) <= 200
