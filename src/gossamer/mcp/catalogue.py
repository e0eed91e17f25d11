"""The tools as values, read from `tools.toml`."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from gossamer.core.access import Group
from gossamer.wire.v2.formats import BY_NAME, BY_OBJECT
from gossamer.wire.v2.parse import OF_PAGES

READ_ON: Final = "gossamer_read"
READ_ON_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "cursor": {"type": "string", "description": "From `cut` or `next` of an earlier answer."},
        "offset": {"type": "integer", "minimum": 0, "description": "Begin here instead."},
        "maxCharacters": {"type": "integer", "minimum": 500, "maximum": 400_000, "description": "How much."},
        "view": {"type": "string", "enum": ["text", "outline"], "description": "`outline` returns the headings."},
    },
    "required": ["cursor"],
    "additionalProperties": False,
}
_PREFIX: Final = "firecrawl_"
_PART: Final = re.compile(r"\{(\w+)\}")
_CUT: Final = "What was left out; gossamer_read returns it."


@dataclass(frozen=True, slots=True)
class Template:
    """A request of the HTTP API with parts of its path still open, as `GET /v2/crawl/{id}`."""

    method: str
    path: str

    @classmethod
    def parse(cls, text: str) -> "Template":
        """Read `METHOD /path/{part}`."""
        method, _, path = text.partition(" ")
        return cls(method, path)

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the open parts."""
        return tuple(_PART.findall(self.path))

    @property
    def shape(self) -> tuple[str, str]:
        """Return method and path without the names of the parts, to compare with what is served."""
        return self.method, _PART.sub("{}", self.path)


@dataclass(frozen=True, slots=True)
class McpTool:
    """A tool; the fields are those that the head of `tools.toml` explains."""

    name: str
    title: str
    description: str
    group: Group
    request: Template
    adapt: str | None
    result: str | None
    stored: Template | None
    wait: Template | None
    parameters: Mapping[str, Any]
    required: tuple[str, ...]
    answer: Mapping[str, str]
    read_only: bool
    destructive: bool
    closed: bool
    local: bool
    brief: bool

    @property
    def input_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        return {
            "type": "object",
            "properties": dict(self.parameters),
            "required": list(self.required),
            "additionalProperties": False,
        }

    @property
    def output_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the result; of a member only the meaning is fixed."""
        members = {name: {"description": text} for name, text in {**self.answer, "cut": _CUT}.items()}
        return {"type": "object", "properties": members}


@cache
def catalogue() -> Mapping[str, McpTool]:
    """Return all tools by name."""
    data = tomllib.loads(files(__package__).joinpath("tools.toml").read_text(encoding="utf-8"))
    return {tool.name: tool for tool in _tools(data)}


def choose_tools(names: str) -> Mapping[str, McpTool]:
    """Return the tools with these *names*, separated by commas, with `firecrawl_` or without; all for an empty text.

    Raises ValueError for a name that no tool has.
    """
    tools = catalogue()
    short = {name.removeprefix(_PREFIX): name for name in tools}
    chosen = [name.removeprefix(_PREFIX) for name in names.replace(",", " ").split() if name != READ_ON]
    unknown = [name for name in chosen if name not in short]
    if unknown:
        raise ValueError(f"There are no tools {', '.join(unknown)}. Known are: {', '.join(short)}.")
    return {short[name]: tools[short[name]] for name in chosen} or tools


def list_offered(
    tools: Mapping[str, McpTool], served: Collection[tuple[str, str]], may_use: Callable[[Group], bool], *, local: bool
) -> Mapping[str, McpTool]:
    """Return the tools whose request is in *served* and whose group the caller may use.

    *local* says that the server runs on the caller's machine.
    """
    return {
        name: tool
        for name, tool in tools.items()
        if tool.request.shape in served and may_use(tool.group) and (local or not tool.local)
    }


def path_shape(path: str) -> str:
    """Return *path* of a route without the names of its variable parts."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def _tools(data: Mapping[str, Any]) -> Iterator[McpTool]:
    shared: Mapping[str, Mapping[str, Any]] = data["shared"]
    for fields in data["tool"]:
        parameters = dict(fields["parameters"])
        for name in fields["shared"]:
            parameters |= shared[name]
        parameters = {name: _with_formats(schema) for name, schema in parameters.items()}
        yield McpTool(
            name=fields["name"],
            title=fields["title"],
            description=fields["description"].strip(),
            group=Group(fields["group"]),
            request=Template.parse(fields["request"]),
            adapt=fields.get("adapt"),
            result=fields.get("result"),
            stored=_template(fields, "stored"),
            wait=_template(fields, "wait"),
            parameters=parameters,
            required=tuple(fields.get("required", ())),
            answer=fields["answer"],
            read_only=fields.get("read_only", False),
            destructive=fields.get("destructive", False),
            closed=fields.get("closed", False),
            local=fields.get("local", False),
            brief=fields.get("brief", False),
        )


def _with_formats(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *schema* with the formats of the HTTP API where it names them."""
    match schema.get("items"):
        case "formats of pages":
            return {**schema, "items": _formats(frozenset())}
        case "formats of files":
            return {**schema, "items": _formats(OF_PAGES)}
        case _:
            return schema


def _formats(left_out: Collection[str]) -> dict[str, Any]:
    # The options of `query` have a parameter of their own, as in the official server.
    by_name = [name for name in (*BY_NAME, "query") if name not in left_out]
    kinds = [name for name in (*BY_NAME, *BY_OBJECT) if name not in left_out]
    options = {"type": "object", "properties": {"type": {"type": "string", "enum": kinds}}, "required": ["type"]}
    return {"anyOf": [{"type": "string", "enum": by_name}, options]}


def _template(fields: Mapping[str, Any], name: str) -> Template | None:
    return Template.parse(fields[name]) if name in fields else None
