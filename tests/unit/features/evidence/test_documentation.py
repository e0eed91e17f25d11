"""The example of evidence in docs/understanding.md is what the check says of such a page."""

import json
import re
from pathlib import Path

from gossamer.core.formats import Json
from gossamer.features.evidence import assess
from tests.unit.features.understanding.paper import shape, understood

DOCS = Path(__file__).parents[4] / "docs" / "understanding.md"
PAGE = "<main><h1>Anvil 12</h1><p>Weight: 54 kg</p><p>Max. load: 120 kg</p></main>"


def test_the_example_is_what_the_check_says() -> None:
    blocks = re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
    [example] = [json.loads(block) for block in blocks if "maxLoad" in block]
    page = understood(Json(shape(example["json"]), evidence=True), html=PAGE).page
    found = {at: dict(proof.to_json()) for at, proof in assess(example["json"], page.index()).items()}
    for at, told in example["evidence"].items():
        assert abs(found[at].pop("confidence") - told.pop("confidence")) < 0.05
        assert found[at] | {"url": told["url"]} == told
