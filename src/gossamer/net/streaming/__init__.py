"""Answers that are read as they arrive, for bodies too large to hold: sitemaps, robots.txt."""

from gossamer.net.streaming.stream import HttpStream
from gossamer.net.streaming.unpacking import unpack_chunks
