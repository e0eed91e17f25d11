"""Searches of government sites."""

import pytest
from pydantic import ValidationError

from gossamer.wire.v2 import GovSearchRequest


def test_a_search_is_held_to_government_domains() -> None:
    spec = GovSearchRequest.model_validate({"query": "water", "k": 3, "court": "High Court"}).spec()
    assert (spec.text, spec.limit) == ("water High Court", 3)
    assert {"gov", "gov.uk", "europa.eu"} <= set(spec.include_domains)


def test_one_domain_can_be_named() -> None:
    assert GovSearchRequest.model_validate({"query": "water", "domain": "EPA.gov"}).spec().include_domains == (
        "epa.gov",
    )


@pytest.mark.parametrize(
    "body", [{}, {"query": ""}, {"query": "x", "k": 0}, {"query": "x", "k": 101}, {"query": "x", "z": 1}]
)
def test_what_does_not_fit_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        GovSearchRequest.model_validate(body)
