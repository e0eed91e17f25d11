#!/usr/bin/env python3
"""Write the API reference of the guide (docs/reference) from the OpenAPI document. `make docs` runs it.

`reference.py --check` writes nothing and fails when a page is out of date.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from gossamer.api.app import create_app
from gossamer.api.reference.document import description, openapi_of

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
SHARED = "shapes"
NOTICE = "<!-- Made by `make docs` from the OpenAPI document. Do not edit. -->"
# Pages with their titles and the beginnings of the paths on them; the first row that fits counts.
PAGES = {
    "interact": ("Browser sessions", ("/v2/scrape/{id}/interact", "/v2/browser", "/v2/interact")),
    "scrape": ("Scrape and history", ("/v2/scrape", "/v2/history")),
    "crawl": ("Crawl and batch scrape", ("/v2/crawl", "/v2/batch")),
    "map": ("Map", ("/v2/map",)),
    "search": ("Search", ("/v2/search", "/v2/developer", "/v2/research")),
    "extract": ("Extract", ("/v2/extract",)),
    "parse": ("Parse", ("/v2/parse",)),
    "monitor": ("Monitors", ("/v2/monitor",)),
    "agent": ("Agent, deep research, llms.txt", ("/v2/agent", "/v1/deep-research", "/v1/llmstxt")),
    "account": ("Team and account", ("/v2/",)),
    "v1": ("Version 1", ("/v1/",)),
    "v0": ("Version 0", ("/v0/",)),
    "admin": ("Administration", ("/admin/",)),
    "service": ("Service", ("/",)),
}


class Nothing(SimpleNamespace):
    """Stands for the operations: the document is made of the routes and calls none of them."""

    def __getattr__(self, name):
        """Return something for every name."""
        return Nothing()

    def __call__(self, *_, **__):
        """Do nothing."""
        return self


def document():
    """Return the OpenAPI document of all endpoints."""
    return openapi_of(create_app(Nothing(), admin=True).routes)


def page_of(path):
    """Return the name of the page that *path* is on."""
    return next(name for name, (_, prefixes) in PAGES.items() if path.startswith(prefixes))


def shapes_in(node):
    """Return the names of the shapes that *node* refers to."""
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(node)))


class Reference:
    """The pages of the reference by name."""

    def __init__(self, made):
        """Sort the operations and shapes of the document *made* into pages."""
        self.shapes = made["components"]["schemas"]
        self.operations = {name: [] for name in PAGES}
        for path, methods in made["paths"].items():
            self.operations[page_of(path)].extend((path, method, told) for method, told in methods.items())
        self.used = {name: self.reached(shapes_in(told)) for name, told in self.operations.items()}
        uses = Counter(shape for used in self.used.values() for shape in used)
        self.home = {shape: name if uses[shape] == 1 else SHARED for name, used in self.used.items() for shape in used}

    def reached(self, names):
        """Return *names* and every shape that they are made of."""
        found, waiting = set(), set(names)
        while waiting:
            name = waiting.pop()
            found.add(name)
            waiting |= shapes_in(self.shapes[name]) - found
        return found

    def pages(self):
        """Return the text of each page by its file name."""
        made = {f"{name}.md": self.page(name) for name in PAGES if self.operations[name]}
        shared = [shape for shape, home in self.home.items() if home == SHARED]
        return made | {f"{SHARED}.md": joined(["# Shared shapes", NOTICE, *self.shape_parts(shared, SHARED)])}

    def page(self, name):
        """Return the text of the page *name*."""
        parts = [f"# {PAGES[name][0]}", NOTICE]
        for paths, told in merged(self.operations[name]):
            parts += self.operation(paths, told, name)
        own = [shape for shape in self.used[name] if self.home[shape] == name]
        return joined(parts + (["## Shapes", *self.shape_parts(own, name)] if own else []))

    def operation(self, paths, told, page):
        """Return the parts about one operation, which has one or more *paths*."""
        parts = [f"## {told['summary']}", " · ".join(f"`{path}`" for path in paths), told.get("description", "")]
        given = [one for one in told.get("parameters", []) if one["in"] != "path"]
        rows = [(one["name"], one["schema"], one.get("description") or "", False) for one in given]
        if rows:
            parts.append(table(["Parameter", "Type", "Meaning"], [self.row(*row, page) for row in rows]))
        for kind in ("body", "answer"):
            schema = body_of(told) if kind == "body" else answer_of(told)
            if schema:
                parts.append(f"{kind.capitalize()}: {self.type_of(schema, page)}")
        return parts

    def shape_parts(self, names, page):
        """Return the parts about the shapes *names*, in the order of their names."""
        parts = []
        for name in sorted(names, key=str.casefold):
            shape = self.shapes[name]
            parts += [f"### {title_of(name)}", shape.get("description", "")]
            fields = shape.get("properties", {})
            required = set(shape.get("required", []))
            rows = [
                self.row(key, field, description(field) or "", key in required, page) for key, field in fields.items()
            ]
            if rows:
                parts.append(table(["Field", "Type", "Meaning"], rows))
            elif "enum" in shape:
                parts.append(self.type_of(shape, page))
            if "example" in shape:
                parts.append("```json\n" + json.dumps(shape["example"], indent=2, ensure_ascii=False) + "\n```")
        return parts

    def row(self, name, schema, meaning, required, page):
        """Return the cells of one field."""
        limits = ", ".join(limits_of(schema))
        text = " ".join(filter(None, ["Required." if required else "", meaning, f"({limits})" if limits else ""]))
        return f"`{name}`", self.type_of(schema, page), text

    def type_of(self, schema, page):
        """Return the type of *schema* in words, with links to shapes."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            home = self.home[name]
            anchor = re.sub(r"[^\w-]", "", title_of(name).lower())
            return f"[{title_of(name)}]({'' if home == page else home + '.md'}#{anchor})"
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
        choices = [one for one in schema.get("anyOf", schema.get("oneOf", [])) if one.get("type") != "null"]
        if choices:
            return " or ".join(dict.fromkeys(self.type_of(one, page) for one in choices))
        if schema.get("type") == "array":
            return f"array of {self.type_of(schema.get('items', {}), page)}"
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and extra:
            return f"object of {self.type_of(extra, page)}"
        return schema.get("type", "anything")


def merged(operations):
    """Yield the operations with their methods and paths; those that differ by their path only are one."""
    paths = {}
    for path, method, told in operations:
        alike = {key: value for key, value in told.items() if key != "operationId"}
        paths.setdefault(json.dumps(alike, sort_keys=True), []).append(f"{method.upper()} {path}")
    yield from ((found, json.loads(told)) for told, found in paths.items())


def title_of(name):
    """Return the name of a shape without the version that most have."""
    return name.removeprefix("v2.")


def body_of(operation):
    """Return the schema of the body of *operation*, or None."""
    return next((one.get("schema") for one in operation.get("requestBody", {}).get("content", {}).values()), None)


def answer_of(operation):
    """Return the schema of what *operation* answers, or None."""
    return next((one.get("schema") for one in operation["responses"]["200"].get("content", {}).values()), None)


def limits_of(schema):
    """Yield the limits of *schema* in words."""
    words = {
        "minimum": "at least {}", "ge": "at least {}", "gt": "more than {}", "exclusiveMinimum": "more than {}",
        "maximum": "at most {}", "le": "at most {}", "maxLength": "at most {} characters",
        "maxItems": "at most {} entries",
    }  # fmt: skip
    for one in (schema, *schema.get("anyOf", ())):
        yield from (text.format(f"{one[key]:,}") for key, text in words.items() if key in one)
    if schema.get("default") not in (None, [], {}):
        yield f"default `{json.dumps(schema['default'])}`"


def table(heads, rows):
    """Return a Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


def joined(parts):
    """Return *parts* with an empty line between them."""
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def main(arguments):
    """Write the pages, or with --check compare them."""
    pages = Reference(document()).pages()
    there = {file.name: file.read_text("utf-8") for file in FOLDER.glob("*.md")}
    if "--check" in arguments:
        stale = sorted(name for name in pages.keys() | there.keys() if pages.get(name) != there.get(name))
        if stale:
            raise SystemExit(f"docs/reference is out of date ({', '.join(stale)}): run `make docs`.")
        return
    FOLDER.mkdir(exist_ok=True)
    for name in there.keys() - pages.keys():
        (FOLDER / name).unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
