"""The steps of a session as something that can be run again elsewhere."""

from gossamer.features.sessions.exporting.actions import as_actions
from gossamer.features.sessions.exporting.playwright import as_playwright
