"""Watching a session, and using it: a page for people, the socket behind it, and what the two tell one another.

The page's own script and style are all that may load. It may be framed: a page that shows it has its address, and with
it the token, so a frame gives nobody anything.
"""

from gossamer.api.sessions.live_view.pages import FILES, PAGE_PATH, STATE_PATH, LivePages
from gossamer.api.sessions.live_view.viewer_socket import socket
