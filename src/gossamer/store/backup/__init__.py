"""Copies of everything a deployment keeps, in one file, and their restoration."""

from gossamer.store.backup.archive import BadArchive, Manifest, NotRestored, read_manifest, verify
from gossamer.store.backup.restoring import Sealing, restore
from gossamer.store.backup.saving import Kept, NothingToSave, save
from gossamer.store.backup.team_rows import Restored
from gossamer.store.backup.teams import Wanted, restore_teams

__all__ = [
    "BadArchive",
    "Kept",
    "Manifest",
    "NotRestored",
    "NothingToSave",
    "Restored",
    "Sealing",
    "Wanted",
    "read_manifest",
    "restore",
    "restore_teams",
    "save",
    "verify",
]
