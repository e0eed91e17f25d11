"""Copies of everything a deployment keeps, in one file, and their restoration."""

from gossamer.store.backup.archive import BadArchive, Manifest, NotRestored, verify
from gossamer.store.backup.restoring import Sealing, restore
from gossamer.store.backup.saving import Kept, NothingToSave, save
from gossamer.store.backup.team_rows import Restored
from gossamer.store.backup.teams import Wanted, restore_teams
