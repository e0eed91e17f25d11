"""Copies of everything a deployment keeps, in one file, and their restoration."""

from gossamer.store.backup.archive import BadArchive, Manifest, read_manifest, verify
from gossamer.store.backup.restoring import restore
from gossamer.store.backup.saving import Kept, NothingToSave, save

__all__ = ["BadArchive", "Kept", "Manifest", "NothingToSave", "read_manifest", "restore", "save", "verify"]
