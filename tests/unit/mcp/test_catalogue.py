"""The catalogue of tools."""

from typing import Any

import jsonschema_rs
import pytest

from gossamer.core.access import Group
from gossamer.mcp.catalogue import catalogue, choose_tools, list_offered, path_shape
from gossamer.mcp.cursors import BadCursor, Cursor, decoded
from gossamer.mcp.requests import BadArguments, ToolApiRequest, argument_of, check_arguments, page_options, request_of
from gossamer.mcp.results import ResultHeading, brief, outline
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.parse import ParseOptions

_TOOLS = catalogue()
_NUMBERED = "".join(f"## {number}\n" for number in range(500))


@pytest.mark.parametrize("name", list(_TOOLS))
def test_schemas_are_valid_and_every_parameter_is_described(name: str) -> None:
    tool = _TOOLS[name]
    jsonschema_rs.validator_for(tool.input_schema)
    jsonschema_rs.validator_for(tool.output_schema)
    assert all(each.get("description") for each in tool.parameters.values())
    assert set(tool.required) <= set(tool.parameters)


def test_only_what_is_served_and_allowed_is_offered() -> None:
    served = {("POST", "/v2/scrape"), ("GET", "/v2/crawl/{}"), ("POST", "/v2/parse")}
    assert set(list_offered(_TOOLS, served, lambda _: True, local=False)) == {
        "firecrawl_scrape",
        "firecrawl_check_crawl_status",
    }
    assert set(list_offered(_TOOLS, served, lambda group: group is Group.PARSE, local=True)) == {"firecrawl_parse"}
    assert path_shape("/v2/crawl/{job_id}") == "/v2/crawl/{}"


@pytest.mark.parametrize(
    ("tool", "arguments", "request_"),
    [
        (
            "firecrawl_scrape",
            {
                "url": "u",
                "formats": ["markdown", "json"],
                "jsonOptions": {"prompt": "p"},
                "pdfOptions": {"maxPages": 3},
            },
            ToolApiRequest(
                "POST",
                "/v2/scrape",
                body={
                    "url": "u",
                    "formats": ["markdown", {"type": "json", "prompt": "p"}],
                    "parsers": [{"type": "pdf", "maxPages": 3}],
                    "origin": "gossamer-mcp",
                },
            ),
        ),
        (
            "firecrawl_crawl",
            {
                "url": "u",
                "webhook": "w",
                "webhookHeaders": {"a": "b"},
                "scrapeOptions": {"queryOptions": {"prompt": "p"}},
            },
            ToolApiRequest(
                "POST",
                "/v2/crawl",
                body={
                    "url": "u",
                    "webhook": {"url": "w", "headers": {"a": "b"}},
                    "scrapeOptions": {"formats": [{"type": "query", "prompt": "p"}]},
                    "origin": "gossamer-mcp",
                },
            ),
        ),
        (
            "firecrawl_monitor_create",
            {"pages": ["a", "b"], "goal": "g", "email": "e@x.org", "webhookUrl": "w"},
            ToolApiRequest(
                "POST",
                "/v2/monitor",
                body={
                    "name": "g",
                    "goal": "g",
                    "schedule": {"text": "hourly", "timezone": "UTC"},
                    "targets": [{"type": "scrape", "urls": ["a", "b"]}],
                    "notification": {"email": {"enabled": True, "recipients": ["e@x.org"], "includeDiffs": False}},
                    "webhook": {"url": "w"},
                    "origin": "gossamer-mcp",
                },
            ),
        ),
        (
            "firecrawl_monitor_check",
            {"id": "a/b", "checkId": "c", "pageStatus": "changed"},
            ToolApiRequest("GET", "/v2/monitor/a%2Fb/checks/c", "status=changed"),
        ),
        (
            "firecrawl_research_search_papers",
            {"query": "silk", "authors": ["a", "b"]},
            ToolApiRequest("GET", "/v2/search/research/papers", "query=silk&authors=a&authors=b"),
        ),
        (
            "firecrawl_research_related_papers",
            {"seed_ids": ["1", "2"], "intent": "i", "rerank": True},
            ToolApiRequest("GET", "/v2/search/research/papers/1/similar", "intent=i&rerank=true&anchor=2"),
        ),
        (
            "firecrawl_credit_usage",
            {"view": "historical", "byApiKey": True},
            ToolApiRequest("GET", "/v2/team/credit-usage/historical", "byApiKey=true"),
        ),
    ],
)
def test_arguments_become_the_request_that_the_api_expects(
    tool: str, arguments: dict[str, object], request_: ToolApiRequest
) -> None:
    assert request_of(_TOOLS[tool], arguments) == request_


@pytest.mark.parametrize("arguments", [{"page": "u"}, {"goal": "g"}])
def test_a_monitor_needs_a_goal_and_something_to_watch(arguments: dict[str, str]) -> None:
    with pytest.raises(BadArguments):
        request_of(_TOOLS["firecrawl_monitor_create"], arguments)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("firecrawl_scrape", {"url": "u", "formats": "markdown"}, "`formats`: Expected array, received string."),
        ("firecrawl_scrape", {"url": "u", "jsonOptions": "x"}, "`jsonOptions`: Expected object, received string."),
        ("firecrawl_monitor_create", {"page": "u", "goal": 5}, "`goal`: Expected string, received number."),
        ("firecrawl_research_related_papers", {"seed_ids": [], "intent": "i"}, "Missing: `seed_ids`."),
        ("firecrawl_search", {"query": "q", "sources": ["x"]}, "`sources`: Unknown `x`. Use one of web, images, news."),
    ],
)
def test_a_wrong_argument_is_named(tool: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadArguments) as caught:
        check_arguments(_TOOLS[tool], arguments)
    assert str(caught.value) == message


def test_what_only_the_api_can_judge_is_left_to_it() -> None:
    check_arguments(_TOOLS["firecrawl_scrape"], {"url": "u", "waitFor": "h1", "formats": ["markdwon"]})
    assert page_options({"formats": "markdown"}) == {"formats": "markdown"}


@pytest.mark.parametrize(
    ("path", "argument"),
    [
        (["waitFor"], "waitFor"),
        (["scrapeOptions", "formats", 0], "scrapeOptions.formats.0"),
        (["formats", 0], "formats.0"),
        (["formats", 1, "prompt"], "queryOptions.prompt"),
        (["parsers", 0, "maxPages"], "pdfOptions.maxPages"),
        (["sources", 0, "type"], "sources.0"),
    ],
)
def test_the_argument_behind_a_field_of_the_request_is_found(path: list[Any], argument: str) -> None:
    given = {"formats": ["markdown"], "queryOptions": {"mode": "freeform"}}
    assert argument_of(path, given) == argument


def test_an_interaction_has_what_a_model_needs_once() -> None:
    tool = _TOOLS["firecrawl_interact"]
    answer = {
        "success": False,
        "output": "Which one?",
        "stdout": "",
        "result": "Which one?",
        "error": "Which one?",
        "cdpUrl": "ws://host/v2/browser/x/cdp?token=t",
        "candidates": ["Buy", "Sell"],
        "notices": [],
    }
    assert brief(answer, tool) == {"success": False, "output": "Which one?", "candidates": ["Buy", "Sell"]}
    listed = {"success": True, "output": "2 items", "data": ["ä", "b"], "result": '["ä", "b"]'}
    assert brief(listed, tool) == {"success": True, "output": "2 items", "data": ["ä", "b"]}


def test_a_cursor_comes_back_as_it_was() -> None:
    cursor = Cursor("firecrawl_map", {"url": "https://example.com/ä"}, "/links", 40)
    assert decoded(cursor.encoded()) == cursor


@pytest.mark.parametrize("text", ["", "!", "bm9wZQ", "eyJ0b29sIjoxfQ", Cursor("t", {}, "", -1).encoded()])
def test_what_is_no_cursor_is_refused(text: str) -> None:
    with pytest.raises(BadCursor):
        decoded(text)


def test_an_outline_has_headings_without_links_and_no_code() -> None:
    text = "# One [two](https://example.com)\n\n```sh\n# no heading\n```\n\n### Three #\n"
    assert outline(text) == (ResultHeading(1, "One two", 0), ResultHeading(3, "Three", text.index("### Three")))


def test_a_long_outline_drops_its_deepest_level_unless_little_would_be_left() -> None:
    chapters = "".join(f"# {number}\n" + "## Part\n" * 10 for number in range(30))
    assert [heading.level for heading in outline(chapters)] == [1] * 30
    assert len(outline("# Title\n" + _NUMBERED)) == 200


def test_tools_take_every_format_of_the_http_api() -> None:
    """A format that is added to the API is offered by the tools at once."""
    examples: dict[str, dict[str, Any]] = {
        "attributes": {"selectors": [{"selector": "a", "attribute": "href"}]},
        "fields": {"fields": {"price": {"css": ".price"}}},
        "question": {"question": "How much?"},
        "highlights": {"query": "price"},
        "query": {"prompt": "How much?"},
    }
    for tool, options in (("firecrawl_scrape", ScrapeOptions), ("firecrawl_parse", ParseOptions)):
        schema = _TOOLS[tool].parameters["formats"]["items"]
        by_name, by_object = schema["anyOf"]
        kinds = set(by_object["properties"]["type"]["enum"])
        for name in by_name["enum"]:
            beside = ["markdown"] if name == "changeTracking" else []
            options.model_validate({"formats": [{"type": name, **examples.get(name, {})}, *beside]})
        assert kinds - set(by_name["enum"]) == {"attributes", "fields", "question", "highlights"}
        assert {"menu", "product", "deterministicJson"} <= kinds
        assert ({"audio", "video", "branding"} <= kinds) == (tool == "firecrawl_scrape")


def test_tools_are_chosen_by_their_names_with_the_prefix_or_without() -> None:
    assert list(choose_tools("search, firecrawl_scrape gossamer_read")) == ["firecrawl_search", "firecrawl_scrape"]
    assert choose_tools("") == _TOOLS
    with pytest.raises(ValueError, match=r"no tools scrapes, maps\. Known are: scrape, map, search"):
        choose_tools("scrapes,maps")
