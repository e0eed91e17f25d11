"""Options of a Gossamer that is opened: those that do not exist are named, with the nearest one that does."""

import pytest

from gossamer import Gossamer, GossamerError


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"proxy": "http://127.0.0.1:1"}, "`proxy` is no option of Gossamer. Did you mean `proxy_basic`?"),
        ({"llm_modl": "x"}, "`llm_modl` is no option of Gossamer. Did you mean `llm_model`?"),
        ({"GOSSAMER_LLM_MODEL": "x"}, "`GOSSAMER_LLM_MODEL` is no option of Gossamer. Did you mean `llm_model`?"),
        ({"zzzz": 1}, "`zzzz` is no option of Gossamer. The settings are listed in docs/settings.md."),
    ],
)
def test_options_that_do_not_exist_are_errors(settings: dict[str, object], message: str) -> None:
    with pytest.raises(GossamerError) as caught:
        Gossamer(**settings).open()  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.message) == ("BAD_REQUEST", message)
