import re
import sys
import tomllib
from pathlib import Path

import pytest

from gossamer.core import extras
from gossamer.core.errors import NotAvailable

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[;]", requirement)[0].replace("-", "_") for requirement in requirements}


def test_the_table_has_the_extras_of_the_package_each_with_a_package_that_it_brings() -> None:
    optional = PROJECT["optional-dependencies"]
    assert set(extras._EXTRAS) == set(optional) - {"all"}
    assert set(re.findall(r"[a-z]+", optional["all"][0])) == {"gossamer", *extras._EXTRAS}
    for extra, (_, package) in extras._EXTRAS.items():
        assert any(name.startswith(package.replace(".", "_")) for name in names(optional[extra])), extra
        assert package not in names(PROJECT["dependencies"])


@pytest.mark.parametrize("extra", extras._EXTRAS)
def test_a_missing_extra_is_named_with_the_line_that_installs_it(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = extras._EXTRAS[extra][1].partition(".")[0]
    monkeypatch.setitem(sys.modules, package, None)
    sentence = extras.missing_extra(extra)
    assert sentence.endswith(f'packages that are not installed: pip install "gossamer[{extra}]"')
    with pytest.raises(NotAvailable, match=re.escape(sentence)):
        extras.require_extra(extra)


def test_nothing_is_said_of_an_extra_that_is_installed() -> None:
    assert extras.missing_extra("server") == ""
