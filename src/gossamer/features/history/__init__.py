"""Histories of pages: accepted versions, and what differs between them.

One store serves the `changeTracking` format, monitors, `asOf` and the history of a page.
"""

from gossamer.features.history.history import History, PageText, PageVisit, StoredVersion
from gossamer.features.history.json_changes import data_key, json_changes
