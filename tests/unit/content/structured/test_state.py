"""What a page's scripts hold."""

from collections.abc import Mapping
from typing import Any

import pytest
import turbohtml

from gossamer.content.structured import Item
from gossamer.content.structured.state import state


def _is_kettle(node: Mapping[str, Any]) -> bool:
    return node.get("name") == "Kettle"


def _read(html: str) -> list[Item]:
    return state(turbohtml.parse(html), _is_kettle)


@pytest.mark.parametrize(
    "html",
    [
        '<script id="__NEXT_DATA__" type="application/json">{"props": {"p": {"name": "Kettle", "sku": "7"}}}</script>',
        '<script>window.__INITIAL_STATE__ = {"a": [{"name": "Kettle", "sku": "7"}]};</script>',
        "<script>window.dataLayer = window.dataLayer || []; dataLayer.push({p: {name: 'Kettle', sku: '7',}});</script>",
        r'<script>window.__STATE__ = JSON.parse("{\"p\":{\"name\":\"Kettle\",\"sku\":\"7\"}}")</script>',
        "<script>var productData = {name: 'Kettle', sku: '7'}; function f() { return 1 }</script>",
    ],
    ids=["next", "assigned", "layer", "parsed", "literal"],
)
def test_an_object_is_found_however_it_is_written(html: str) -> None:
    [item] = _read(html)
    assert item.get("sku") == ("7",)
    assert item.source.startswith("state ")


def test_code_is_not_run_and_not_taken_for_data() -> None:
    assert _read("<script>var data = {name: make('Kettle'), sku: 7}</script>") == []


def test_nothing_but_beginnings_comes_to_an_end() -> None:
    assert _read("<script>" + "var data={a:" * 100_000 + "</script>") == []
    assert _read("<script>" + 'window.state = {"a":[1,2,' * 50_000 + "</script>") == []


def test_minified_constants_and_surrogate_pairs_are_read() -> None:
    [item] = _read(r"<script>var productData = {name: 'Kettle', new: !0, old: void 0, face: '\ud83d\ude00'}</script>")
    assert (item.get("new"), item.get("face")) == ((True,), ("😀",))


def test_a_text_that_does_not_end_is_left_out() -> None:
    [item] = _read("""<script>var data = {name: 'Kettle', link: "/'+base+'/kettle'};</script>""")
    assert (item.get("name"), item.get("link")) == (("Kettle",), ())
