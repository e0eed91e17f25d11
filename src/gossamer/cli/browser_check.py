"""The Chromium that these settings lead to: whether there is one, and whether it answers."""

import asyncio
import tempfile
from pathlib import Path

import structlog

from gossamer.browser import BrowserOptions, Chromium, Missing, StartFailed, find_chromium, start_once
from gossamer.browser.executable import confinable
from gossamer.settings import Settings

_log = structlog.get_logger(__name__)


def chromium_of(settings: Settings) -> Chromium:
    """Return the Chromium that is used, without starting it."""
    return confinable(find_chromium(settings.chromium), f"http://{settings.filtering_proxy}")


def missing_browser(settings: Settings) -> str:
    """Return the reason that there is no browser, and log it; empty when there is one, or none is wanted."""
    chromium = chromium_of(settings)
    if not isinstance(chromium, Missing) or chromium.chosen:
        return ""
    _log.error("browser_missing", reason=chromium.reason)
    return chromium.reason


def start_problem(chromium: Chromium) -> str | None:
    """Start *chromium*, or connect to it, and end it again; return why that failed, or None. It takes a second."""
    with tempfile.TemporaryDirectory(prefix="gossamer-") as home:
        try:
            asyncio.run(start_once(chromium, BrowserOptions(home=Path(home))))
        except StartFailed as error:
            return str(error)
    return None
