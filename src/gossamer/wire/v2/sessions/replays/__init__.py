"""Recordings of pages as video players read them: an HLS playlist of Motion JPEG.

The pictures are sent as they were taken, so nothing has to be encoded. Players built on FFmpeg or VLC show
them; browsers have no decoder for Motion JPEG.
"""

from gossamer.wire.v2.sessions.replays.mp4 import MEDIA_TYPE, ShownFrame, initial, segment
from gossamer.wire.v2.sessions.replays.playlist import PLAYLIST_TYPE, playlist, replay_json
from gossamer.wire.v2.sessions.replays.segments import segments_of
