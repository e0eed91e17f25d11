"""Recordings of a page, the one that it is about first."""

import pytest

from gossamer.content.media import recordings
from gossamer.ports.recordings import RecordingKind
from tests.unit.content.pages import view

LD = '<script type="application/ld+json">{}</script>'
EPISODE = LD.format(
    '{"@type":"PodcastEpisode","name":"Kettles","duration":"PT1M5S",'
    '"associatedMedia":{"@type":"MediaObject","contentUrl":"/e1.mp3"}}'
)
FILM = LD.format(
    '{"@type":"VideoObject","name":"A film","contentUrl":"https://cdn.example.org/f.mp4","duration":"PT2M",'
    '"thumbnailUrl":"https://cdn.example.org/f.jpg","embedUrl":"https://www.youtube.com/embed/abc"}'
)


def found(html: str, kind: RecordingKind) -> list[str]:
    page = view(html)
    return [one.url for one in recordings(page.whole, page.base, kind)]


@pytest.mark.parametrize(
    ("html", "kind", "url"),
    [
        ('<audio src="/a.mp3"></audio>', "audio", "https://example.org/a.mp3"),
        ('<video><source src="v.webm" type="video/webm"></video>', "video", "https://example.org/dir/v.webm"),
        ('<meta property="og:video" content="https://e.org/o.mp4">', "video", "https://e.org/o.mp4"),
        ('<meta property="og:audio" content="https://e.org/o.mp3">', "audio", "https://e.org/o.mp3"),
        ('<a href="/talk.ogg">Listen</a>', "audio", "https://example.org/talk.ogg"),
        ('<link rel="enclosure" type="audio/mpeg" href="/feed">', "audio", "https://example.org/feed"),
        (EPISODE, "audio", "https://example.org/e1.mp3"),
        ('<iframe data-src="https://player.vimeo.com/video/1"></iframe>', "video", "https://player.vimeo.com/video/1"),
        ('<lite-youtube videoid="abc"></lite-youtube>', "video", "https://www.youtube.com/embed/abc"),
    ],
)
def test_a_recording_is_found_where_pages_have_it(html: str, kind: RecordingKind, url: str) -> None:
    assert found(html, kind) == [url]


def test_what_is_marked_up_beats_an_element_and_a_file_beats_a_player() -> None:
    html = f'<video src="/teaser.mp4"></video><iframe src="https://www.youtube.com/embed/abc"></iframe>{FILM}'
    assert found(html, "video") == [
        "https://cdn.example.org/f.mp4",
        "https://example.org/teaser.mp4",
        "https://www.youtube.com/embed/abc",
    ]


def test_what_is_known_of_a_recording_comes_with_it() -> None:
    page = view(FILM)
    [film, player] = [one.to_json(page.page.url) for one in recordings(page.whole, page.base, "video")]
    assert film == {
        "url": "https://cdn.example.org/f.mp4",
        "sourceURL": "https://example.org/dir/page",
        "source": "JSON-LD VideoObject > contentUrl",
        "kind": "file",
        "title": "A film",
        "thumbnail": "https://cdn.example.org/f.jpg",
        "duration": 120,
    }
    assert (player["kind"], player["provider"]) == ("player", "youtube")


def test_frames_that_play_nothing_and_addresses_that_are_none_are_left_out() -> None:
    html = '<iframe src="https://tags.example.net/ns.html"></iframe><video src="blob:https://e.org/1"></video>'
    assert found(html + '<a href="/page">Video</a>', "video") == []


def test_a_decoration_comes_after_a_film() -> None:
    html = '<video autoplay loop muted src="/hero.mp4"></video><video controls src="/film.mp4"></video>'
    assert found(html, "video") == ["https://example.org/film.mp4", "https://example.org/hero.mp4"]
