"""The endpoints of papers and of searches for developers, and their older addresses."""

from collections.abc import Callable, Iterator, Mapping
from re import sub
from typing import Any, Final

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.feedback import with_bad_gateway
from gossamer.api.requests import query_lists
from gossamer.core.access import Group, Mode
from gossamer.core.papers import paper_id
from gossamer.wire.queries import parameters, read_query
from gossamer.wire.v2 import developer as code
from gossamer.wire.v2 import papers as wire

_SEARCHES: Final = endpoints_of(Group.RESEARCH, mode=Mode.RESEARCH, dress=with_bad_gateway)
# The older addresses say these names twice.
_TWICE: Final = frozenset(
    {
        "paperId", "primaryId", "createdDate", "updateDate", "articleRank", "seedOverlap", "poolSize", "resultType",
        "pageType", "segmentCount", "readmeUrl", "contentMd",
    }
)  # fmt: skip


async def papers(call: Call, _: None) -> Json:
    """Search scientific papers in open registers: arXiv, OpenAlex, Crossref, Europe PMC and Semantic Scholar."""
    query: wire.PaperSearchQuery = _query(call, wire.PaperSearchQuery)
    return wire.papers_json(await call.operations.registers.papers(call.caller, call.group, query.wanted()))


async def paper(call: Call, _: None) -> Json:
    """Return the record of a paper, or with `query` the passages of its text that answer a question.

    The id is one of a search, or `arxiv:…`, `doi:…`, `pmid:…` or `pmcid:…`, with its slashes escaped or not.
    """
    query: wire.PaperQueryString = _query(call, wire.PaperQueryString)
    reference, registers = paper_id(call.path["id"]), call.operations.registers
    if query.query is None:
        return wire.paper_answer(await registers.paper(call.caller, call.group, reference))
    reading = await registers.read(call.caller, call.group, reference, query.query, query.most)
    return wire.read_json(reading, query.query)


async def related(call: Call, _: None) -> Json:
    """Return papers that are similar to a paper, cite it, or are cited by it, best first for what they are wanted."""
    query: wire.RelatedPapersQuery = _query(call, wire.RelatedPapersQuery)
    request = query.wanted(call.path["id"])
    return wire.related_json(await call.operations.registers.related(call.caller, call.group, request))


async def github(call: Call, _: None) -> Json:
    """Search repositories and their issues. Deprecated: use the search for developers."""
    query: code.GithubQueryString = _query(call, code.GithubQueryString)
    return code.github_json(await call.operations.registers.developer(call.caller, call.group, query.wanted(), "v2"))


async def developer_query(call: Call, _: None) -> Json:
    """Search repositories, issues, packages and documentation for developers."""
    return await developer(call, _query(call, code.DeveloperQueryString))


async def developer(call: Call, body: code.DeveloperRequest) -> Json:
    """Search repositories, issues, packages and documentation for developers."""
    query = body.wanted()
    results = await call.operations.registers.developer(call.caller, call.group, query, "v2")
    return code.developer_json(results, query)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints; the path of one paper may have slashes, so it comes last."""
    yield from _of_papers("/v2/search/research")
    yield from _of_papers("/v2/research", older=True)
    for path in ("/v2/search/developer", "/v2/developer/search"):
        answer, query = code.DeveloperAnswer, parameters(code.DeveloperQueryString)
        yield _SEARCHES("GET", path, "Search for developers", answer, developer_query, query=query)
        yield _SEARCHES("POST", path, "Search for developers", answer, developer, body=code.DeveloperRequest)


def _of_papers(base: str, *, older: bool = False) -> Iterator[Endpoint[Any]]:
    paper_path = base + "/papers/{id:path}"
    for path, summary, answer, run, shape in (
        (base + "/papers", "Search papers", wire.PaperList, papers, wire.PaperSearchQuery),
        (paper_path + "/similar", "Related papers", wire.PaperList, related, wire.RelatedPapersQuery),
        (paper_path, "Read a paper", wire.PaperAnswer, paper, wire.PaperQueryString),
        (base + "/github", "Search repositories", code.GithubAnswer, github, code.GithubQueryString),
    ):
        version = (wire.OlderAnswer, _twice(run)) if older else (answer, run)
        yield _SEARCHES("GET", path, summary, *version, query=parameters(shape))


def _query(call: Call, shape: type[Any]) -> Any:
    return read_query(shape, query_lists(call.scope))


def _twice(run: Callable[[Call, None], Any]) -> Callable[[Call, None], Any]:
    """Return *run* with some names in its answer written in both styles."""

    async def running(call: Call, body: None) -> Json:
        answer: Json = with_snake_case(await run(call, body))
        return answer

    running.__doc__ = run.__doc__
    return running


def with_snake_case(value: Any) -> Any:
    """Return *value* with the names of _TWICE also in snake case."""
    if isinstance(value, list):
        return [with_snake_case(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    inner = {name: with_snake_case(each) for name, each in value.items()}
    return {**inner, **{_snake(name): inner[name] for name in inner if name in _TWICE}}


def _snake(name: str) -> str:
    return sub(r"([A-Z])", lambda match: f"_{match[1].lower()}", name)
