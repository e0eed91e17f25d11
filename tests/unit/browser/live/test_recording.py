"""A recording spans the whole session within a bound."""

from datetime import UTC, datetime

from gossamer.browser.live.recording import Pictures
from gossamer.ports.live_pages import Frame

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_pictures_beyond_the_bound_are_thinned_out_and_cover_it_all() -> None:
    pictures = Pictures(pictures=10, size=10_000)
    for number in range(100):
        pictures.add(Frame(b"%d" % number, 1, 1, NOON, "u"))
    kept = [int(frame.data) for frame in pictures.kept]
    assert len(kept) <= 10
    assert kept[0] == 0
    assert kept[-1] == 99
    assert kept == sorted(kept)
    for number in range(20):
        pictures.add(Frame(b"%d" % number * 1000, 1, 1, NOON, "u"))
    assert sum(len(frame.data) for frame in pictures.kept) <= 10_000
