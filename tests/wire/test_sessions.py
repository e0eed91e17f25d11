"""Sessions on the wire: steps in words, and recordings as films."""

import struct
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest

from gossamer.core import interaction as done
from gossamer.core.interaction import Locator, Performed, StepResult
from gossamer.core.sessions import Access, RecordedFrame, RecordedPage
from gossamer.wire.v2.sessions import SessionAddresses, steps_taken
from gossamer.wire.v2.sessions.replays import ShownFrame, initial, playlist, replay_json, segment, segments_of

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
BUTTON = Locator("#go", "button", "Go")
LIST = Locator("#list", "list")


def told(step: Any, **result: Any) -> str:
    """What a step is called."""
    found = StepResult("http://a/", "http://a/", **{"target": BUTTON, "onto": LIST, **result})
    what: str = steps_taken(None, [Performed(step, found)])["steps"][0]["what"]
    return what


STEPS = [
    (done.Click("e"), 'click button "Go"'),
    (done.Click("e", button="right"), 'right-click button "Go"'),
    (done.ClickAt(3.5, 4), "click at 3.5, 4"),
    (done.DoubleClick("e"), 'double-click button "Go"'),
    (done.Hover("e"), 'move the mouse onto button "Go"'),
    (done.Type("e", "hi"), 'type "hi" into button "Go"'),
    (done.Type("e", "hi", submit=True), 'type "hi" into button "Go" and press Enter'),
    (done.Clear("e"), 'clear button "Go"'),
    (done.Press("Enter"), "press Enter"),
    (done.Press("Tab", ref="e", times=3), 'press Tab in button "Go" 3 times'),
    (done.Select("e", ("A", "B")), 'choose A, B in button "Go"'),
    (done.Check("e"), 'check button "Go"'),
    (done.Check("e", on=False), 'uncheck button "Go"'),
    (done.SetValue("e", "2026-01-02"), 'set button "Go" to 2026-01-02'),
    (done.Drag("e", "f"), 'drag button "Go" onto list #list'),
    (done.Drag("e", "f", place="after"), 'drag button "Go" behind list #list'),
    (done.DragBy("e", 10, -4), 'drag button "Go" by 10, -4'),
    (done.ScrollBy(), "scroll down"),
    (done.ScrollBy("up", ref="e", to_end=True), 'scroll up in button "Go" to the end'),
    (done.ScrollTo("e"), 'scroll to button "Go"'),
    (done.SelectText("e"), 'select all text in button "Go"'),
    (done.SelectText("e", "word"), "select 'word' in button \"Go\""),
    (done.WaitFor("Done"), 'wait until "Done" is there'),
    (done.WaitFor("Busy", gone=True), 'wait until "Busy" is gone'),
    (done.WaitFor(seconds=1.5), "wait 1.5 s"),
    (done.WaitFor(), "wait until the page is at rest"),
    (done.GoTo("http://b/"), "go to http://b/"),
    (done.Back(), "go back"),
    (done.Forward(), "go forward"),
    (done.Reload(), "load the page again"),
    (done.SwitchTab(1), "switch to tab 2"),
    (done.CloseTab(), "close the tab"),
    (done.CloseTab(0), "close tab 1"),
    (done.AnswerDialog(), "accept the dialog"),
    (done.AnswerDialog(accept=False), "dismiss the dialog"),
    (done.AnswerDialog(text="me"), 'accept the dialog with "me"'),
    (done.Upload("e", "cv.pdf", b""), 'give button "Go" the file cv.pdf'),
]


@pytest.mark.parametrize(("step", "sentence"), STEPS)
def test_every_step_is_told_in_words(step: Any, sentence: str) -> None:
    assert told(step) == sentence


def test_no_kind_of_step_is_without_words() -> None:
    assert {type(step) for step, _ in STEPS} == set(get_args(done.Step))


def test_an_element_in_a_frame_is_told_with_its_frames() -> None:
    found = StepResult("http://a/", "http://b/", replace(BUTTON, frames=("#f",)), note="a new tab opened")
    [step] = steps_taken("http://a/", [Performed(done.Click("e"), found)])["steps"]
    assert step["target"] == {"selector": "#go", "role": "button", "name": "Go", "frames": ["#f"]}
    assert (step["url"], step["note"]) == ("http://b/", "a new tab opened")


def test_tokens_cannot_break_out_of_an_address() -> None:
    found = SessionAddresses("https://h", "id", {Access.VIEW: "a b&c=#"})
    assert found.view == "https://h/v2/browser/id/live?token=a%20b%26c%3D%23"
    assert (found.devtools, found.control) == ("", "")
    assert found.playlist("../x") == "https://h/v2/browser/id/replay/..%2Fx/playlist.m3u8?token=a%20b%26c%3D%23"


def page(*seconds: float, ended: float) -> RecordedPage:
    frames = tuple(RecordedFrame(NOON + timedelta(seconds=at), 640, 400, f"{at}") for at in seconds)
    return RecordedPage("1", "http://a/", NOON, NOON + timedelta(seconds=ended), frames)


def test_a_recording_begins_with_the_first_page_that_was_visited() -> None:
    visited, addresses = page(1, ended=2), SessionAddresses("https://h", "id", {})
    empty = replace(visited, page_id="0", url="about:blank")
    assert [entry["url"] for entry in replay_json([empty, visited], addresses)["pages"]] == ["/v2/interact/id/replay/1"]
    assert replay_json([empty], addresses)["pageCount"] == 1


class TestCutting:
    def test_pictures_stay_until_the_next_one(self) -> None:
        [piece] = segments_of(page(0, 1, 3, ended=5))
        assert [shown for _, shown in piece.frames] == [1, 2, 2]
        assert (piece.start, piece.seconds) == (0, 5)

    def test_pieces_follow_one_another_without_a_gap(self) -> None:
        pieces = segments_of(page(*range(20), ended=20))
        assert [(piece.start, piece.seconds) for piece in pieces] == [(0, 6), (6, 6), (12, 6), (18, 2)]

    def test_a_page_that_stood_still_is_one_long_piece(self) -> None:
        assert [piece.seconds for piece in segments_of(page(0, ended=400))] == [400]

    def test_a_picture_that_nothing_followed_is_shown_all_the_same(self) -> None:
        [piece] = segments_of(page(0, 0, ended=0))
        assert all(shown > 0 for _, shown in piece.frames)

    def test_without_a_picture_there_is_nothing(self) -> None:
        assert segments_of(page(ended=5)) == []
        assert "#EXTINF" not in playlist(page(ended=5), "t")


def boxes(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Kind and content of each box (ISO/IEC 14496-12, section 4.2)."""
    while data:
        size = int.from_bytes(data[:4])
        assert 8 <= size <= len(data)
        yield data[4:8].decode(), data[8:size]
        data = data[size:]


def inside(data: bytes, *path: str) -> bytes:
    for kind in path:
        data = dict(boxes(data))[kind]
    return data


class TestFilm:
    def test_its_head_names_the_codec_and_the_size(self) -> None:
        head = initial(1280, 800)
        assert [kind for kind, _ in boxes(head)] == ["ftyp", "moov"]
        table = inside(head, "moov", "trak", "mdia", "minf", "stbl")
        [(codec, entry)] = boxes(dict(boxes(table))["stsd"][8:])
        assert (codec, struct.unpack(">HH", entry[24:28])) == ("mp4v", (1280, 800))
        descriptor = dict(boxes(entry[78:]))["esds"]
        # Object type 0x6C is JPEG (ISO/IEC 14496-1, table 5).
        assert descriptor[4 + 2 + 3 + 2] == 0x6C

    def test_each_picture_is_where_its_piece_says(self) -> None:
        pictures = [ShownFrame(b"first", 1.5), ShownFrame(b"second one", 0.25)]
        piece = segment(3, 18.0, pictures)
        assert [kind for kind, _ in boxes(piece)] == ["moof", "mdat"]
        fragment = inside(piece, "moof", "traf")
        assert struct.unpack(">I", inside(piece, "moof", "mfhd")[4:]) == (4,)
        assert struct.unpack(">Q", inside(fragment, "tfdt")[4:]) == (18_000,)
        count, offset, *samples = struct.unpack(">Ii4I", inside(fragment, "trun")[4:])
        assert (count, samples) == (2, [1500, 5, 250, 10])
        assert piece[offset : offset + 15] == b"firstsecond one"
