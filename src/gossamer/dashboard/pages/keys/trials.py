"""Requests as the tester knows them: which body they have, and what they ask of the gate. Nothing is executed."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from gossamer.core.access import AccessRequest, Group
from gossamer.core.errors import CallerError
from gossamer.core.restrictions import GROUPS
from gossamer.operations.gate import access_request, ask_of_crawl, ask_of_map, ask_of_pages, ask_of_session
from gossamer.wire import v1, v2
from gossamer.wire.issues import InvalidBody
from gossamer.wire.v2.sessions import InteractRequest

_AskOf = Callable[[Any], AccessRequest]


@dataclass(frozen=True, slots=True)
class Trial:
    """A request of the API; *shape* is None when restrictions look at its group alone."""

    version: str
    label: str
    group: Group
    shape: type[BaseModel] | None = None
    access_request: _AskOf | None = None

    def ask(self, body: str) -> AccessRequest:
        """Return the access for which the request with *body* asks; CallerError when the API would not read it."""
        if self.shape is None or self.access_request is None:
            return AccessRequest(self.group)
        try:
            return self.access_request(self.shape.model_validate(_object(body)))
        except ValidationError as error:
            raise CallerError(_explanation(InvalidBody.of(error, version=self.version))) from error


def _object(body: str) -> Mapping[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CallerError("The body is not JSON.") from error
    if not isinstance(value, dict):
        raise CallerError("The body must be a JSON object, in braces.")
    return value


def _explanation(failure: InvalidBody) -> str:
    first = failure.details[0]
    place, message = ".".join(map(str, first.get("path", ()))), str(first["message"])
    what = f"{place}: {message}" if place else message
    # The sentence of a body is often that of its first slip.
    return what if message in failure.error else f"{failure.error}: {what}"


def _scrape(request: Any) -> AccessRequest:
    return access_request(Group.SCRAPE, request.spec())


def _batch(request: Any) -> AccessRequest:
    spec = request.spec()
    return ask_of_pages(Group.BATCH_SCRAPE, spec.scrape, spec.urls)


def _crawl(request: Any) -> AccessRequest:
    return ask_of_crawl(Group.CRAWL, request.spec())


def _map(request: Any) -> AccessRequest:
    return ask_of_map(Group.MAP, request.spec())


def _interact(request: Any) -> AccessRequest:
    return ask_of_session(Group.BROWSER, code=request.words is None)


def _bodies(version: str, wire: Any) -> Mapping[str, Trial]:
    """Return the requests of a version whose bodies are looked at."""
    trials = (
        Trial(version, "scrape", Group.SCRAPE, wire.ScrapeRequest, _scrape),
        Trial(version, "batch/scrape", Group.BATCH_SCRAPE, wire.BatchScrapeRequest, _batch),
        Trial(version, "crawl", Group.CRAWL, wire.CrawlRequest, _crawl),
        Trial(version, "map", Group.MAP, wire.MapRequest, _map),
    )
    return {trial.label: trial for trial in trials}


def _others(version: str) -> Mapping[str, Trial]:
    """Return the requests of a version of which the endpoint group alone counts."""
    groups = {Group.SCRAPE, Group.BATCH_SCRAPE, Group.CRAWL, Group.MAP}
    return {group.value: Trial(version, group.value, group) for group in GROUPS if group not in groups}


_INTERACT: Final = Trial("v2", "scrape/{id}/interact", Group.BROWSER, InteractRequest, _interact)
TRIALS: Final[Mapping[str, Mapping[str, Trial]]] = {
    "v2": {**_bodies("v2", v2), _INTERACT.label: _INTERACT, **_others("v2")},
    "v1": {**_bodies("v1", v1), **_others("v1")},
    "v0": {label: Trial("v0", label, Group.LEGACY) for label in ("scrape", "crawl", "search")},
}
