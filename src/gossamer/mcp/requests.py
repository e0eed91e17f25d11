"""The arguments of a tool as a request of the HTTP API."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote, urlencode

from gossamer.mcp.catalogue import McpTool, Template
from gossamer.wire.issues import json_type

Arguments = Mapping[str, Any]
_ORIGIN: Final = "gossamer-mcp"
_SCHEDULE: Final = "hourly"
_KINDS: Final[Mapping[str, type]] = {"array": list, "object": dict, "string": str}
# Formats whose options are an argument of their own.
_INSIDE: Final = {"json": "jsonOptions", "query": "queryOptions", "screenshot": "screenshotOptions"}
_OF_FORMATS: Final[Mapping[str, type]] = {"formats": list, "pdfOptions": dict, **dict.fromkeys(_INSIDE.values(), dict)}


class BadArguments(ValueError):
    """Arguments that make no request; the message is for the caller."""


@dataclass(frozen=True, slots=True)
class ToolApiRequest:
    """A request of the HTTP API: *body* is JSON, None for none; *arguments* are those that it was made of."""

    method: str
    path: str
    query: str = ""
    body: Mapping[str, Any] | None = field(default=None)
    arguments: Arguments = field(default_factory=dict, compare=False)


def check_arguments(tool: McpTool, arguments: Arguments) -> None:
    """Raise BadArguments for names that the tool does not have, missing arguments, and wrong kinds of values.

    Of the kinds only those are checked that decide how the request is made; the API checks all.
    """
    unknown = sorted(set(arguments) - set(tool.parameters))
    if unknown:
        raise BadArguments(f"Unknown: {_list_names(unknown)}. {tool.name} takes {_list_names(tool.parameters)}.")
    missing = [name for name in tool.required if arguments.get(name) in (None, "", [])]
    if missing:
        raise BadArguments(f"Missing: {_list_names(missing)}.")
    wrong = [_wrong(name, tool, value) for name, value in arguments.items() if value is not None]
    if any(wrong):
        raise BadArguments(" ".join(filter(None, wrong)))


def argument_of(path: Sequence[Any], arguments: Arguments) -> str:
    """Return which of *arguments* the API means by the *path* of a field in its body, as `formats.0`."""
    match path:
        case ["formats", int() as index, *rest] if options := _options_at(index, arguments):
            return ".".join(map(str, (options, *rest)))
        case ["parsers", int(), *rest]:
            return ".".join(map(str, ("pdfOptions", *rest)))
        case ["sources" | "categories" as name, int() as index, *_]:
            return f"{name}.{index}"
        case _:
            return ".".join(map(str, path))


def request_of(tool: McpTool, arguments: Arguments) -> ToolApiRequest:
    """Return the request that *arguments* of *tool* stand for. Raises BadArguments."""
    given_arguments: Arguments = {name: value for name, value in arguments.items() if value is not None}
    template = tool.request
    if tool.adapt is not None:
        template, given_arguments = _ADAPTERS[tool.adapt](template, given_arguments)
    return replace(fill_template(template, given_arguments), arguments=arguments)


def fill_template(template: Template, arguments: Arguments) -> ToolApiRequest:
    """Return *template* with its parts, and what is left of *arguments* as body or query. Raises BadArguments."""
    path = template.path
    for name in template.parts:
        path = path.replace(f"{{{name}}}", quote(str(arguments[name]), safe=""))
    rest = {name: value for name, value in arguments.items() if name not in template.parts}
    match template.method:
        case "GET":
            return ToolApiRequest("GET", path, urlencode({n: _query_value(v) for n, v in rest.items()}, doseq=True))
        case "DELETE":
            return ToolApiRequest("DELETE", path)
        case method:
            return ToolApiRequest(method, path, body={**rest, "origin": _ORIGIN})


def page_options(arguments: Arguments) -> dict[str, Any]:
    """Return options of a scrape as the API has them: options of a format inside the format."""
    options = dict(arguments)
    if not all(isinstance(options.get(name) or kind(), kind) for name, kind in _OF_FORMATS.items()):
        # As they are, the API names the field that is wrong.
        return options
    formats = _formats(arguments)
    options.pop("formats", None)
    inside = {name: options.pop(member, None) for name, member in _INSIDE.items()}
    if formats:
        options["formats"] = [
            {"type": name, **inside[name]} if isinstance(name, str) and inside.get(name) else name for name in formats
        ]
    pdf = options.pop("pdfOptions", None)
    if pdf:
        options["parsers"] = [{"type": "pdf", **pdf}]
    return options


def _formats(arguments: Arguments) -> list[Any]:
    """Return the formats that are wanted, with those that are named by their options alone."""
    formats = list(arguments.get("formats") or [])
    return formats + [name for name, member in _INSIDE.items() if arguments.get(member) and name not in formats]


def _options_at(index: int, arguments: Arguments) -> str | None:
    """Return the argument with the options of the format at *index*, if they are in one of their own."""
    formats = _formats(arguments)
    options = formats[index] if index < len(formats) else None
    member = _INSIDE.get(options) if isinstance(options, str) else None
    return member if member and arguments.get(member) else None


Adapted = tuple[Template, Mapping[str, Any]]


def _page(template: Template, arguments: Arguments) -> Adapted:
    return template, page_options(arguments)


def _with_scrape_options(template: Template, arguments: Arguments) -> Adapted:
    options = arguments.get("scrapeOptions")
    return template, {**arguments, "scrapeOptions": page_options(options)} if isinstance(
        options, Mapping
    ) else arguments


def _crawl(template: Template, arguments: Arguments) -> Adapted:
    fields = dict(arguments)
    headers = fields.pop("webhookHeaders", None)
    if headers and "webhook" in fields:
        fields["webhook"] = {"url": fields["webhook"], "headers": headers}
    return _with_scrape_options(template, fields)


def _search(template: Template, arguments: Arguments) -> Adapted:
    fields = dict(arguments)
    for name in ("sources", "categories"):
        if name in fields:
            fields[name] = [{"type": each} if isinstance(each, str) else each for each in fields[name]]
    return _with_scrape_options(template, fields)


def _body(template: Template, arguments: Arguments) -> Adapted:
    return template, {**arguments["body"], "id": arguments["id"]}


def _check(template: Template, arguments: Arguments) -> Adapted:
    fields = dict(arguments)
    if "pageStatus" in fields:
        fields["status"] = fields.pop("pageStatus")
    return template, fields


def _adapt_related(template: Template, arguments: Arguments) -> Adapted:
    fields = dict(arguments)
    first, *others = fields.pop("seed_ids")
    return template, {**fields, "seed": first, **({"anchor": others} if others else {})}


def _question(template: Template, arguments: Arguments) -> Adapted:
    fields = dict(arguments)
    question = fields.pop("question")
    return template, {**fields, "query": question}


def _credits(template: Template, arguments: Arguments) -> Adapted:
    if arguments.get("view") != "historical":
        return template, {}
    by_key = {"byApiKey": True} if arguments.get("byApiKey") else {}
    return Template(template.method, template.path + "/historical"), by_key


def _monitor(template: Template, arguments: Arguments) -> Adapted:
    if "body" in arguments:
        return template, arguments["body"]
    target = _target(arguments)
    goal = arguments.get("goal")
    if not goal:
        raise BadArguments("Missing: goal, which says in plain words which change matters.")
    fields: dict[str, Any] = {
        "name": arguments.get("name") or goal[:80],
        "goal": goal,
        "schedule": {
            "text": arguments.get("scheduleText") or _SCHEDULE,
            "timezone": arguments.get("timezone") or "UTC",
        },
        "targets": [target],
    }
    if "email" in arguments:
        email = {
            "enabled": True,
            "recipients": [arguments["email"]],
            "includeDiffs": arguments.get("includeDiffs", False),
        }
        fields["notification"] = {"email": email}
    if "webhookUrl" in arguments:
        fields["webhook"] = {"url": arguments["webhookUrl"]}
    return template, fields


def _target(arguments: Arguments) -> dict[str, Any]:
    queries = [query for query in arguments.get("queries", ()) if query]
    if queries:
        names = ("searchWindow", "maxResults", "includeDomains", "excludeDomains")
        return {"type": "search", "queries": queries, **{name: arguments[name] for name in names if name in arguments}}
    pages = [page for page in (arguments.get("page"), *arguments.get("pages", ())) if page]
    if not pages:
        raise BadArguments("Give `page`, `pages`, `queries`, or the whole request as `body`.")
    return {"type": "scrape", "urls": pages}


_ADAPTERS: Final[Mapping[str, Callable[[Template, Arguments], Adapted]]] = {
    "page": _page,
    "crawl": _crawl,
    "search": _search,
    "body": _body,
    "check": _check,
    "related": _adapt_related,
    "question": _question,
    "credits": _credits,
    "monitor": _monitor,
    # These take several requests; what is left for the last one are options of a page, or as they are.
    "file": _page,
    "interact": lambda template, arguments: (template, arguments),
}


def _wrong(name: str, tool: McpTool, value: Any) -> str | None:
    schema = tool.parameters[name]
    expected = schema.get("type")
    if name not in tool.request.parts and not isinstance(value, _KINDS.get(expected, object)):
        return f"`{name}`: Expected {expected}, received {json_type(value)}."
    among: list[str] | None = schema["items"].get("enum") if expected == "array" else None
    unknown = [each for each in value if isinstance(each, str) and each not in among] if among else []
    return f"`{name}`: Unknown {_list_names(unknown)}. Use one of {', '.join(among or ())}." if unknown else None


def _query_value(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [str(each) for each in value] if isinstance(value, list) else str(value)


def _list_names(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)
