"""The DevTools protocol for strangers: one session's tabs, and of these what harms nobody else.

Clients think that they speak with a browser of their own. They share ours: the browser's side of the
protocol is answered here, for the session's context alone, and of a page's side only commands in a list of
allowed ones are passed on.
"""

from gossamer.browser.gateway.channel import GatewayChannel, open_channel

__all__ = ["GatewayChannel", "open_channel"]
