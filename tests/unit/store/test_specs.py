import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core import actions
from gossamer.core.actions import Action
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.crawls import BatchSpec, CrawlScope, CrawlSpec, Webhook
from gossamer.core.errors import OwnError
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import ChangeTracking, Format, Json
from gossamer.core.interaction import steps
from gossamer.core.monitoring import MonitorSpec, ScrapeTarget
from gossamer.core.research import ResearchSpec
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Confidence
from gossamer.core.urls import web_url
from gossamer.store.jobs.specs import pack_spec, unpack_spec
from gossamer.store.monitors import rows as monitor_rows
from gossamer.store.schema.sealed_headers import SealedHeaders
from gossamer.store.sealing import Seal
from gossamer.store.tagged_json import Tagged


class Sealing:
    """A dialect, as far as its columns look at it."""

    seal = Seal(lambda: "a key")


PAGE = ScrapeSpec(web_url("https://e.org/"))
CRAWL = CrawlSpec(web_url("https://e.org/"), PAGE)

# What is not a number equals nothing, itself included; the wire lets none in.
st.register_type_strategy(float, st.floats(allow_nan=False))
# What callers may hand in as JSON: any text, numbers without bounds, deep values, keys that look like ours.
texts = st.text(st.characters(), max_size=20) | st.sampled_from(["@", "v", "\x00", "\ud800", "map"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
mappings = st.dictionaries(texts, values, max_size=3)
plain_formats = [st.from_type(kind) for kind in Format.__args__ if kind not in {Json, ChangeTracking}]
data = st.builds(Json, schema=st.none() | mappings, prompt=texts, system_prompt=texts)
tracking = st.builds(ChangeTracking, schema=st.none() | mappings, prompt=texts, tag=texts)
some_formats = st.one_of(*plain_formats, data, tracking)


def a(kind: type[Any], **known: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return instances of *kind* with every field drawn."""
    return st.builds(kind, **{field.name: known.get(field.name, ...) for field in fields(kind)})


pages = a(
    ScrapeSpec,
    formats=st.lists(some_formats, max_size=3).map(tuple),
    headers=st.dictionaries(texts, texts, max_size=2),
    actions=st.none() | st.lists(st.one_of(*map(st.from_type, Action.__args__)), max_size=3).map(tuple),
)
hooks = st.none() | a(
    Webhook,
    headers=st.dictionaries(texts, texts, max_size=2),
    metadata=mappings,
    events=st.frozensets(texts, max_size=3),
)
crawls = a(CrawlSpec, scrape=pages, webhook=hooks, scope=a(CrawlScope))
batches = a(BatchSpec, scrape=pages, webhook=hooks)
extracts = a(ExtractSpec, scrape=pages, webhook=hooks)


@given(crawls | batches | extracts)
def test_every_spec_comes_back_as_it_was(spec: CrawlSpec | BatchSpec | ExtractSpec) -> None:
    packed = pack_spec(spec)
    assert unpack_spec(packed) == spec
    assert packed.isascii()
    assert "\x00" not in packed
    sealed = SealedHeaders().process_bind_param(packed, Sealing)  # type: ignore[arg-type]
    assert json.loads(sealed or "")
    assert SealedHeaders().process_result_value(sealed, Sealing) == packed  # type: ignore[arg-type]


def test_how_sure_data_have_to_be_comes_back() -> None:
    wanted = Json(evidence=True, min_confidence=Confidence.MEDIUM)
    spec = replace(CRAWL, scrape=replace(PAGE, formats=(wanted,)))
    assert unpack_spec(pack_spec(spec)) == spec


def test_lists_and_tuples_are_told_apart() -> None:
    hook = Webhook(web_url("https://e.org/"), metadata={"list": [1, [2]], "tuple": (1, (2,))})
    spec = unpack_spec(pack_spec(replace(CRAWL, webhook=hook)))
    assert spec.webhook is not None
    assert [type(value) for value in spec.webhook.metadata.values()] == [list, tuple]


def test_a_field_that_was_added_later_takes_its_default() -> None:
    held = json.loads(pack_spec(replace(CRAWL, limit=7)))
    del held["v"]["only_urls"]
    del held["v"]["scope"]["v"]["sitemap"]
    assert unpack_spec(json.dumps(held)) == replace(CRAWL, limit=7)


def test_a_field_that_means_nothing_any_more_is_left_out() -> None:
    spec = ResearchSpec(CRAWL.scrape, "Who founded it?")
    held = json.loads(pack_spec(spec))
    held["v"]["web_search"] = True
    assert unpack_spec(json.dumps(held)) == spec


def test_a_job_of_an_older_release_changes_nothing_of_threat_protection() -> None:
    held = json.loads(pack_spec(CRAWL))
    held["v"]["scrape"]["v"]["threat_protection"] = False
    assert not unpack_spec(json.dumps(held)).scrape.threat_protection


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda held: held.update({"@": "Harvest"}), "Harvest"),
        (lambda held: held["v"].update(colour="red"), "CrawlSpec.colour"),
        (lambda held: held["v"].pop("url"), "CrawlSpec without url"),
        (lambda held: held["v"]["scope"]["v"].update(sitemap={"@": "SitemapUse", "v": "maybe"}), "SitemapUse maybe"),
        (lambda held: held.update({"@": "list", "v": []}), "list"),
        (lambda held: held.pop("@"), "None"),
    ],
)
def test_what_this_release_does_not_know_is_an_error_with_its_name(
    change: Callable[[dict[str, Any]], object], named: str
) -> None:
    held = json.loads(pack_spec(CRAWL))
    change(held)
    with pytest.raises(OwnError) as raised:
        unpack_spec(json.dumps(held))
    assert named in raised.value.message


def test_what_is_no_part_of_a_spec_cannot_be_stored() -> None:
    with pytest.raises(OwnError, match="object"):
        pack_spec(replace(CRAWL, webhook=Webhook(web_url("https://e.org/"), metadata={"x": object()})))


@given(pages)
def test_a_monitor_keeps_whatever_may_be_asked_of_a_page(page: ScrapeSpec) -> None:
    target = ScrapeTarget("pages", (page.url,), page, {}, ComparisonRules())
    spec = MonitorSpec("Prices", Schedule("*/30 * * * *", "UTC"), (target,))
    assert monitor_rows.unpack_spec(monitor_rows.pack_spec(spec)) == spec


def test_two_classes_of_one_name_cannot_be_told_apart() -> None:
    with pytest.raises(TypeError, match="Click"):
        Tagged(actions.Click, steps.Click).unpack('{"@": "Click", "v": {}}')
