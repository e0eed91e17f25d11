"""Chromium: finding it, starting it, keeping it warm, and having it render pages.

Everything goes over the DevTools protocol through one thin client (`cdp`). `Pool` owns the
one browser; `render` turns a FetchRequest into a page inside a context of its own, which is
gone when the call returns.
"""
