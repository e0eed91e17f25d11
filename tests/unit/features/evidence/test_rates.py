"""The rates that the documentation states hold on a sample of pages whose authors had no part in training."""

from itertools import islice

import pytest
from bench.evidence.__main__ import measured
from bench.evidence.corpus import cases


@pytest.mark.long
def test_most_truths_and_few_lies_are_supported_on_unseen_pages() -> None:
    rates = measured(islice(cases("unseen"), 0, None, 5), most_lies=12)
    assert rates.truths >= 0.9
    assert rates.invented <= 0.01
    assert rates.elsewhere <= 0.15
