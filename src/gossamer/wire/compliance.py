"""The compliance report of a job: for each URL whether it was fetched, by what right, and which requests were sent."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any, Final, Literal

from pydantic import Field

from gossamer.core.jobs import JobUrl
from gossamer.wire.answers import AnswerShape, RobotsRule, TermsSignal
from gossamer.wire.terms import PolicyName, PurposeName

_STORED: Final = "A stored copy of the page was used."
QUERY: Final = {"format": "`csv` for comma-separated values, as with the header `Accept: text/csv`; else JSON."}


class SentRequest(AnswerShape):
    """A request for a page that was sent."""

    url: str
    status: int | None = Field(description="Of the answer; `null` without one.")


class ComplianceLine(AnswerShape):
    """A URL of a job, whether it was fetched, and by what right."""

    url: str
    state: Literal["queued", "running", "done", "failed", "refused"]
    fetched: bool = Field(description="Whether anything was requested from the site for it.")
    code: str | None = Field(description="Why it is not a page of the job.")
    reason: str | None
    at: str | None = Field(description="When that was decided.")
    status: int | None = Field(description="HTTP status of the last answer.")
    identity: str | None = Field(description="The `User-Agent` of an honest service, or `browser`.")
    robots: RobotsRule | None = Field(description="The line of robots.txt that decided.")
    purposes: list[PurposeName]
    policy: PolicyName | None
    decision: Literal["allowed", "denied", "unstated"] | None = Field(
        description="By the terms of the site; `null` where they were not read."
    )
    signals: list[TermsSignal]
    requests: list[SentRequest] = Field(description="In order, with redirects and further attempts.")


class Compliance(AnswerShape):
    """Every URL that a job met, in order of discovery."""

    success: bool
    status: Literal["scraping", "completed", "failed", "cancelled"]
    urls: list[ComplianceLine]


def compliance_json(url: JobUrl) -> dict[str, Any]:
    """Return the line of *url*."""
    visits = [json.loads(line) for line in url.visits.splitlines()]
    last = visits[-1] if visits else {}
    requests = [request for visit in visits for request in visit["requests"]]
    terms = last.get("terms") or {}
    return ComplianceLine.of(
        url,
        fetched=bool(requests),
        reason=url.reason or (_STORED if last.get("isStored") else None),
        status=requests[-1]["status"] if requests else None,
        identity=last["identity"] if requests else None,
        robots=last.get("robots") or terms.get("robots"),
        purposes=terms.get("purposes", []),
        policy=terms.get("policy"),
        decision=terms.get("decision"),
        signals=terms.get("signals", []),
        requests=requests,
    )


def compliance_csv(urls: Iterable[JobUrl], *, has_head: bool) -> str:
    """Return the lines of *urls* as comma-separated values, below the names of the columns if it *has_head*."""
    written = io.StringIO()
    table = csv.writer(written)
    if has_head:
        table.writerow(ComplianceLine.model_fields)
    for url in urls:
        line = compliance_json(url)
        rule = line["robots"]
        texts = {
            "robots": rule and f"line {rule['line']}: {rule['rule']}",
            "purposes": " ".join(line["purposes"]),
            "signals": "; ".join(f"{each['signal']} ({each['place']}): {each['text']}" for each in line["signals"]),
            "requests": "; ".join(f"{each['status'] or 'no answer'} {each['url']}" for each in line["requests"]),
        }
        table.writerow({**line, **texts}.values())
    return written.getvalue()
