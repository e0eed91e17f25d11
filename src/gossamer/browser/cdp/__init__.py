"""A thin client of the Chrome DevTools Protocol.

One connection carries many *sessions* (flattened: each message names its session). A
command is a future, an event goes to at most one listener per session and method, and
parameters nobody listens for are never decoded. When the browser ends, every waiter gets an error.
"""
