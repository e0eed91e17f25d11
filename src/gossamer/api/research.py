"""The endpoints of deep research, llms.txt and xclaw, which version 1 has."""

from collections.abc import Iterator
from typing import Any, Final

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.feedback import mark_deprecated
from gossamer.api.jobs import arrival
from gossamer.core.access import Group, Mode
from gossamer.wire import v1
from gossamer.wire.research_answers import (
    Begun,
    Charged,
    DeepResearchAnswer,
    LlmsTxtAnswer,
    deep_json,
    llmstxt_json,
)

_DEEP: Final = "/v1/deep-research"
_LLMSTXT: Final = "/v1/llmstxt"
_DRESS_DEEP: Final = mark_deprecated(_DEEP, "/v2/search")
_DRESS_LLMSTXT: Final = mark_deprecated(_LLMSTXT)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of deep research and llms.txt."""
    deep, texts = endpoints_of(Group.DEEP_RESEARCH, "v1"), endpoints_of(Group.LLMSTXT, "v1")
    options: dict[str, Any] = {"once": True, "mode": Mode.CRAWL, "dress": _DRESS_DEEP}
    yield deep("POST", _DEEP, "Research a question", Begun, start_research, body=v1.DeepResearchRequest, **options)
    yield deep("GET", _DEEP + "/{id}", "Read deep research", DeepResearchAnswer, research, dress=_DRESS_DEEP)
    options = {"once": True, "mode": Mode.SCRAPE, "dress": _DRESS_LLMSTXT}
    yield texts("POST", _LLMSTXT, "Make an llms.txt", Begun, start_llmstxt, body=v1.LlmsTxtRequest, **options)
    yield texts("GET", _LLMSTXT + "/{id}", "Read an llms.txt", LlmsTxtAnswer, llmstxt, dress=_DRESS_LLMSTXT)


def xclaw_endpoints(*paths: str, version: str) -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of the ledger action, at each of its spellings."""
    every = endpoints_of(Group.XCLAW, version)
    for path in paths:
        yield every("POST", path, "Charge credits", Charged, xclaw, body=v1.XclawRequest, mode=Mode.SCRAPE)


async def start_research(call: Call, body: v1.DeepResearchRequest) -> Json:
    """Begin to research a question: pages are searched and read, and a report with citations is written of them."""
    job_id, _ = await call.operations.research.start(call.caller, call.group, body.spec(), arrival(call, "v1"))
    return {"success": True, "id": job_id}


async def research(call: Call, _: None) -> Json:
    """Return the steps and sources of the research so far, and its report once it is completed."""
    job_id = call.path["id"]
    reading, activities, sources = await call.operations.research.progress(call.caller, call.group, job_id)
    return deep_json(
        reading.job, reading.spec, reading.answer, activities, sources, warning=reading.warning, error=reading.error
    )


async def start_llmstxt(call: Call, body: v1.LlmsTxtRequest) -> Json:
    """Begin to make an llms.txt of a site: its pages with titles and descriptions, in the sections of the site."""
    job_id = await call.operations.research.start_llmstxt(call.caller, call.group, body.spec(), arrival(call, "v1"))
    return {"success": True, "id": job_id}


async def llmstxt(call: Call, _: None) -> Json:
    """Return the llms.txt once it is made, and the site's own where it has one."""
    reading = await call.operations.research.read_llmstxt(call.caller, call.group, call.path["id"])
    full = reading.full_text if reading.spec.full else None
    return llmstxt_json(
        reading.job, text=reading.text, full=full, site_text=reading.own, warning=reading.warning, error=reading.error
    )


async def xclaw(call: Call, body: v1.XclawRequest) -> Json:
    """Charge 100 credits for each play. That is all it does: nothing is fetched, and the answer is the bill."""
    charged = await call.operations.xclaw.play(call.caller, call.group, body.count())
    return {
        "success": True,
        "credits_billed": charged.credits,
        "plays": charged.plays,
        "remaining_credits": charged.remaining,
    }
