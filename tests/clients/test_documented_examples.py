"""Every command and program of the documentation is run as it is written, on a site that stands for example.com.

A block that cannot be run here has its reason in the comment before it: `<!-- not run: … -->`.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.clients.example_site import example_site
from tests.clients.service import running_service
from tests.documents import docx, paragraph, pdf
from tests.integration.api.admin import TOKEN
from tests.loaded_process import write_program

pytestmark = [pytest.mark.browser, pytest.mark.node, pytest.mark.long]

_ROOT: Final = Path(__file__).parents[2]
_BLOCK: Final = re.compile(
    r"(?:<!-- not run: (?P<reason>[^\n]+) -->\n)?```(?P<language>sh|python|js)\n(?P<text>.*?)```", re.DOTALL
)
_SITES: Final = re.compile(r"https://(?:example\.com|shop\.example|docs\.example\.com)\b")
_HELD: Final = "http://127.0.0.1:3002"
# What the text around an example has set up before it.
_SHELL: Final = r"""set -euo pipefail
curl() {
  command curl --fail-with-body "$@" | tee answer.json
  case "$*" in */interact*) ;; *) ID=$(sed -nE 's/.*"(scrapeId|id)":"([^"]+)".*/\2/p' answer.json) ;; esac
}
"""
_PYTHON: Final = """import os
from firecrawl import Firecrawl
client = Firecrawl(api_key=os.environ["KEY"], api_url=os.environ["API"])
"""
_JAVASCRIPT: Final = """import Firecrawl from "firecrawl";
const client = new Firecrawl({ apiKey: process.env.KEY, apiUrl: process.env.API });
"""


@dataclass(frozen=True)
class Example:
    """The blocks of one language on one page, in their order."""

    page: Path
    language: str
    blocks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.name}-{self.language}"


def _pages() -> list[Path]:
    return [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]


def _blocks(page: Path) -> Iterator[re.Match[str]]:
    yield from _BLOCK.finditer(page.read_text("utf-8"))


def _examples() -> Iterator[Example]:
    for page in _pages():
        found = [one for one in _blocks(page) if one["reason"] is None]
        for language in dict.fromkeys(one["language"] for one in found):
            yield Example(page, language, tuple(one["text"] for one in found if one["language"] == language))


@dataclass(frozen=True)
class World:
    """Where examples are run: what stands for the addresses in them, and their environment."""

    site: str
    service: str
    environment: Mapping[str, str]

    def fitted(self, text: str) -> str:
        """Return *text* with addresses of this world, and the key that the service has."""
        fitted = _SITES.sub(self.site, text).replace(_HELD, self.service)
        return re.sub(r"fc-(?:…|YOUR-KEY)", self.environment["KEY"], fitted)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    home = tmp_path_factory.mktemp("examples")
    programs = home / "programs"
    write_program(programs)
    write_program(programs, str(_ROOT / "tests/clients/run_program.py"), name="python-program")
    with (
        example_site() as site,
        running_service(home, egress_allow="127.0.0.1", env={"GOSSAMER_ADMIN_TOKEN": TOKEN}) as service,
    ):
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
        own = {
            "API": service.url,
            "KEY": service.key,
            "GOSSAMER_API_KEY": service.key,
            "GOSSAMER_ADMIN_TOKEN": TOKEN,
            "GOSSAMER_HOME": str(home / "data"),
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.1",
            "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        yield World(site, service.url, inherited | own)


def _command(example: Example, world: World, folder: Path) -> list[str]:
    text = world.fitted("\n".join(example.blocks))
    match example.language:
        case "sh":
            return ["bash", "-c", _SHELL + text.replace(".venv/bin/", "")]
        case "python":
            (folder / "example.py").write_text(_PYTHON + text, "utf-8")
            return ["python-program", "example.py"]
        case _:
            begin = "" if "new Firecrawl" in text else _JAVASCRIPT
            (folder / "example.mjs").write_text(begin + text, "utf-8")
            return ["node", "example.mjs"]


@pytest.mark.parametrize("example", list(_examples()), ids=str)
def test_examples_do_what_the_text_around_them_says(
    example: Example, world: World, node_modules: Path, tmp_path: Path
) -> None:
    (tmp_path / "node_modules").symlink_to(node_modules / "node_modules")
    (tmp_path / "report.pdf").write_bytes(pdf([[("A report.", 12, 700)]]))
    (tmp_path / "report.docx").write_bytes(docx(paragraph("A report.")))
    done = subprocess.run(
        _command(example, world, tmp_path),
        cwd=tmp_path,
        env=world.environment,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
