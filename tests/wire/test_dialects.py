from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from gossamer.core.crawls import BatchSpec, CrawlSpec, MapSpec
from gossamer.core.errors import ServiceError
from gossamer.core.formats import Html, Links, Markdown, Screenshot
from gossamer.core.specs import CachePolicy, ProxyTier, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.wire import v0, v1, v2
from gossamer.wire.issues import InvalidBody
from tests.wire.bodies import PY_OBJECTS

URL = "https://example.org/?b=2&a=1"
SHAPES: list[type[BaseModel]] = [v0.ScrapeRequest, v1.ScrapeRequest, v2.ScrapeRequest]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
FIELDS = sorted({field.alias or name for shape in SHAPES for name, field in shape.model_fields.items()})
JOB_BODIES: list[tuple[type[BaseModel], dict[str, Any]]] = [
    (v0.CrawlRequest, {"url": URL}),
    (v1.CrawlRequest, {"url": URL}),
    (v2.CrawlRequest, {"url": URL}),
    (v1.BatchScrapeRequest, {"urls": [URL]}),
    (v2.BatchScrapeRequest, {"urls": [URL], "ignoreInvalidURLs": True}),
    (v1.MapRequest, {"url": URL}),
    (v2.MapRequest, {"url": URL}),
]
JOB_FIELDS = [
    (shape, body, field.alias or name) for shape, body in JOB_BODIES for name, field in shape.model_fields.items()
]


def test_the_three_dialects_reach_one_spec() -> None:
    page = {"includeHtml": True, "onlyMainContent": True, "includeLinks": False}
    old = v0.ScrapeRequest.model_validate({"url": URL, "pageOptions": page, "timeout": 30000}).spec()
    mid = v1.ScrapeRequest.model_validate({"url": URL, "formats": ["markdown", "html"]}).spec()
    formats = ["markdown", {"type": "html"}]
    new = v2.ScrapeRequest.model_validate(
        {"url": URL, "formats": formats, "maxAge": 0, "proxy": "basic", "timeout": 30000}
    ).spec()
    assert old == mid == new
    assert new.url == web_url(URL)
    assert new.formats == (Markdown(), Html())
    assert new.cache == CachePolicy()
    assert new.proxy is ProxyTier.BASIC


def test_the_three_dialects_mean_the_same_full_page_screenshot() -> None:
    old = v0.ScrapeRequest.model_validate({"url": URL, "pageOptions": {"fullPageScreenshot": True}}).spec()
    mid = v1.ScrapeRequest.model_validate({"url": URL, "formats": ["screenshot@fullPage"]}).spec()
    new = v2.ScrapeRequest.model_validate({"url": URL, "formats": [{"type": "screenshot", "fullPage": True}]}).spec()
    assert old.screenshot == mid.screenshot == new.screenshot == Screenshot(full_page=True)


def test_a_v0_page_has_its_links_unless_they_are_declined() -> None:
    assert Links() in v0.ScrapeRequest.model_validate({"url": URL}).spec().formats


@pytest.mark.parametrize("shape", [v1.ScrapeRequest, v2.ScrapeRequest])
def test_null_means_left_out(shape: Callable[..., Any]) -> None:
    bare = shape(url=URL).spec()
    fields = [field.alias or name for name, field in shape.model_fields.items() if name != "url"]  # type: ignore[attr-defined]
    assert shape(url=URL, **dict.fromkeys(fields)).spec() == bare


def test_null_inside_nested_objects_means_left_out_too() -> None:
    body = {
        "url": URL,
        "formats": ["markdown", {"type": "json", "prompt": "p", "schema": None, "checkPromptInjection": None}],
        "actions": [{"type": "screenshot", "fullPage": None, "quality": None, "viewport": None}],
        "location": {"country": None, "languages": None},
    }
    assert v2.ScrapeRequest.model_validate(body).spec().location.country is None


@pytest.mark.parametrize("shape", [v1.ScrapeRequest, v2.ScrapeRequest])
def test_a_viewport_with_one_side_has_the_usual_other_one(shape: Any) -> None:
    [action] = (
        shape.model_validate({"url": URL, "actions": [{"type": "screenshot", "viewport": {"width": 390}}]})
        .spec()
        .actions
    )
    assert (action.viewport.width, action.viewport.height) == (390, 800)


@pytest.mark.parametrize("shape", SHAPES)
def test_keys_of_the_clients_own_affair_pass_unread(shape: type[BaseModel]) -> None:
    shape.model_validate({"url": URL, "__experimental_x": {"a": 1}, "__agentInterop": True})


@pytest.mark.parametrize("shape", SHAPES)
@given(field=st.sampled_from(FIELDS), value=json_values)
def test_no_json_value_breaks_a_shape(shape: Any, field: str, value: Any) -> None:
    assert _outcome(shape, {"url": URL, field: value}) in {"spec", "refused"}


@given(value=json_values, place=st.sampled_from(["formats", "actions", "parsers"]), data=st.data())
def test_no_json_value_breaks_a_nested_shape(value: Any, place: str, data: st.DataObject) -> None:
    body = msgspec.json.decode(msgspec.json.encode(PY_OBJECTS))
    entry = data.draw(st.sampled_from([e for e in body[place] if isinstance(e, dict)]))
    entry[data.draw(st.sampled_from([*entry, "schema", "prompt"]))] = value
    assert _outcome(v2.ScrapeRequest, body) in {"spec", "refused"}


@given(place=st.sampled_from(JOB_FIELDS), value=json_values)
def test_no_json_value_breaks_the_shape_of_a_job(
    place: tuple[type[BaseModel], dict[str, Any], str], value: Any
) -> None:
    shape, body, field = place
    assert _outcome(shape, {**body, field: value}) in {"spec", "refused"}


def _outcome(shape: Any, body: dict[str, Any]) -> str:
    try:
        spec = shape.model_validate(body).spec()
    except ValidationError as error:
        told = InvalidBody.of(error, version="v2")
        msgspec.json.encode(told.details)
        return "refused" if told.error else "silent"
    except ServiceError:
        return "refused"
    return "spec" if isinstance(spec, ScrapeSpec | CrawlSpec | BatchSpec | MapSpec) else "other"
