"""What the published clients name is known here; `python -m bench.clients` looks at the newest ones."""

from pathlib import Path

import firecrawl
import pytest
from bench.clients import Names, known_here, paths_in, python_names
from pydantic.alias_generators import to_camel


@pytest.fixture(scope="module")
def new() -> dict[str, list[str]]:
    """What the Python client has and this service does not know."""
    return python_names(Path(firecrawl.__file__).parents[1]).minus(known_here())


def test_every_path_of_the_client_is_served(new: dict[str, list[str]]) -> None:
    # The beginning of longer paths.
    assert new["paths"] == ["/v2/search/research"]


def test_what_nobody_knows_is_told_by_kind(tmp_path: Path) -> None:
    # Made here: this file is one of those whose words are known.
    method, word, field = (f"{part}_{'wish' * 2}" for part in ("do", "say", "the"))
    folder = tmp_path / "firecrawl" / "v2"
    folder.mkdir(parents=True)
    (folder / "client.py").write_text(f"class Client:\n    def scrape(self): ...\n    def {method}(self): ...\n")
    (folder / "types.py").write_text(f"class T:\n    url: str\n    {field}: Literal['{word}', 'markdown']\n")
    (folder / "calls.py").write_text("get('/v2/scrape'); get(f'/v2/wishes/{wish}?a={b}')")
    assert python_names(tmp_path).minus(known_here()) == {
        "paths": ["/v2/wishes/{}"],
        "fields": [to_camel(field)],
        "words": [word],
        "methods": [method],
    }


def test_variable_parts_of_paths_have_no_names() -> None:
    texts = ["f'/v2/agent/{job}/trace' `/v2/team/usage${query}` `/v2/search/${code(id)}/feedback`", '"/v2/map"']
    assert paths_in(texts) == {"/v2/agent/{}/trace", "/v2/team/usage", "/v2/search/{}/feedback", "/v2/map"}
    assert Names(paths={"/v2/map"}).minus(Names(paths={"/v2/map"}))["paths"] == []
