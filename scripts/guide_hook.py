"""Makes the guide of docs/ when the package is built or installed, so that every installation shows it."""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GuideHook(BuildHookInterface):
    """Runs before the files of the package are collected."""

    def initialize(self, version, build_data):
        """Make the site; its folder is among the package's files."""
        if (Path(self.root) / "zensical.toml").exists():
            command = [sys.executable, "-m", "zensical", "build", "--clean"]
            subprocess.run(command, cwd=self.root, check=True, stdout=subprocess.DEVNULL)
