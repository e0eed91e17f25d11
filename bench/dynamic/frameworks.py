"""Small sites made with real frameworks and built by their own tools: what is built, and what each page holds.

React, Vue, Svelte and Solid draw everything in the browser from JSON; `small` loads parts with htmx and Alpine; Astro
has the same pages made ahead with React in them (`/item/…`) and drawn by React alone (`/later/…`). Sources are in
`sites`; `build` installs and builds them once in a folder and needs Node.js and npm.
"""

import json
import os
import random
import shutil
import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_SOURCES = Path(__file__).parent / "sites"
_SPAS = ("react", "vue", "svelte", "solid")
FRAMEWORKS = (*_SPAS, "small", "astro")
_WORDS = (
    "breakwater captain cargo channel coast copper crane current customs dock ferry fisherman flag fog granite gull "
    "herring island keeper lantern ledger lighthouse mast merchant mooring net northern oak pier pilot quay quiet rope "
    "sail salt signal slipway southern steamer stone storm tide timber trade village warehouse weather western winter"
).split()


@dataclass(frozen=True)
class SitePage:
    """A page of a framework's site: its *path*, the *text* it holds, and whether a script brings that."""

    framework: str
    path: str
    text: str
    scripted: bool


def items(count: int = 8) -> list[dict]:
    """Return what the sites are about; the same at every call."""
    rng = random.Random(7)

    def sentence() -> str:
        return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(9, 16))).capitalize() + "."

    return [
        {
            "id": f"h{number}",
            "name": f"Harbour of {rng.choice(_WORDS).title()} {number}",
            "summary": f"{sentence()} {sentence()}",
            "paragraphs": [" ".join(sentence() for _ in range(5)) for _ in range(4)],
            "facts": {name: f"{rng.randint(2, 90)} {rng.choice(_WORDS)}s" for name in ("Depth", "Berths", "Ferries")},
        }
        for number in range(1, count + 1)
    ]


def text_of(item: dict) -> str:
    """Return all words of *item*'s page."""
    return "\n".join([item["name"], *item["paragraphs"], *(f"{name} {value}" for name, value in item["facts"].items())])


def pages() -> list[SitePage]:
    """Return every page of every site."""
    found = items()
    listed = "All harbours\n" + "\n".join(f"{item['name']} {item['summary']}" for item in found)
    made = []
    for framework in FRAMEWORKS:
        made.append(SitePage(framework, "/", listed, framework != "astro"))
        made += [SitePage(framework, f"/item/{item['id']}", text_of(item), framework != "astro") for item in found]
    return made + [SitePage("astro", f"/later/{item['id']}", text_of(item), scripted=True) for item in found]


def build(folder: Path) -> dict[str, Path]:
    """Build all sites under *folder*, unless that is done; return where each is, to be served from its root."""
    sources = sorted(file for file in _SOURCES.rglob("*") if file.is_file())
    digest = sha256(b"\0".join(file.read_bytes() for file in sources) + Path(__file__).read_bytes()).hexdigest()[:16]
    # Vite takes it from the folder of each site.
    home = folder.resolve() / f"sites-{digest}"
    if not (home / "built").exists():
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(_SOURCES, home / "src")
        _npm(home / "src", "install")
        for name in _SPAS:
            _npm(home / "src", "exec", "vite", "build", SITE=name, OUT=str(home / name))
        (home / "src" / "astro" / "src" / "content.json").write_text(json.dumps(items()))
        _npm(home / "src" / "astro", "install")
        _npm(home / "src" / "astro", "exec", "astro", "build", OUT=str(home / "astro"), ASTRO_TELEMETRY_DISABLED="1")
        _small(home / "small", home / "src")
        for name in FRAMEWORKS:
            _data(home / name)
        (home / "built").touch()
    return {name: home / name for name in FRAMEWORKS}


def _npm(folder: Path, *command: str, **env: str) -> None:
    quiet = ["--no-audit", "--no-fund"] if command[0] == "install" else []
    done = subprocess.run(
        ["npm", *command, *quiet], cwd=folder, env=os.environ | env, capture_output=True, text=True, timeout=600
    )
    if done.returncode:
        raise RuntimeError(f"npm {' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")


def _small(folder: Path, source: Path) -> None:
    """Write the site that needs no build."""
    (folder / "item").mkdir(parents=True)
    (folder / "fragments").mkdir()
    (folder / "vendor").mkdir()
    modules = source / "node_modules"
    shutil.copy(modules / "alpinejs" / "dist" / "cdn.min.js", folder / "vendor" / "alpine.js")
    shutil.copy(modules / "htmx.org" / "dist" / "htmx.min.js", folder / "vendor" / "htmx.js")
    shutil.copy(source / "small" / "list.html", folder / "index.html")
    template = (source / "small" / "item.html").read_text()
    for item in items():
        page = template.replace("{{name}}", item["name"]).replace("{{id}}", item["id"])
        (folder / "item" / f"{item['id']}.html").write_text(page)
        facts = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in item["facts"].items())
        story = "".join(f"<p>{text}</p>" for text in item["paragraphs"])
        (folder / "fragments" / f"{item['id']}.html").write_text(f"<article>{story}<table>{facts}</table></article>")


def _data(folder: Path) -> None:
    (folder / "api" / "items").mkdir(parents=True)
    listed = [{name: item[name] for name in ("id", "name", "summary")} for item in items()]
    (folder / "api" / "items.json").write_text(json.dumps(listed))
    for item in items():
        (folder / "api" / "items" / f"{item['id']}.json").write_text(json.dumps(item))
    about = "<p>We keep books about harbours and the people who worked there. " + "They are all for lending. " * 30
    (folder / "about.html").write_text(f"<!doctype html><title>About us</title><h1>About us</h1>{about}")
