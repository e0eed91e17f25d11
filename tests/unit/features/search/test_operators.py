from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.searches import Terms
from gossamer.features.search.operators import terms_of


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("plain words", Terms(words=("plain", "words"))),
        ('"exact phrase" rest', Terms(phrases=("exact phrase",), words=("rest",))),
        ('-bad -"very bad" good', Terms(excluded=("bad", "very bad"), words=("good",))),
        ("a (b OR c) d", Terms(words=("a", "d"), any_of=(("b", "c"),))),
        ('x OR "y z" | w', Terms(any_of=(("x", "y z", "w"),))),
        ("q (site:a.com OR site:b.com)", Terms(words=("q",), sites=("a.com", "b.com"))),
        ("site:https://Docs.Example.org/Guide/", Terms(sites=("docs.example.org/Guide",))),
        ("q -site:pinterest.com", Terms(words=("q",), excluded_sites=("pinterest.com",))),
        ("-(x OR y) z", Terms(words=("z",), excluded=("x", "y"))),
        ('intitle:"big news" inurl:blog', Terms(in_title=("big news",), in_url=("blog",))),
        ("filetype:.PDF ext:doc", Terms(file_types=("pdf", "doc"))),
        ('"solo"', Terms(phrases=("solo",))),
        ('"unclosed phrase', Terms(phrases=("unclosed phrase",))),
        ("note:this C++ well-known", Terms(words=("note:this", "C++", "well-known"))),
        ("wait - what", Terms(words=("wait", "what"))),
        ("OR", Terms()),
        ("site: intitle:", Terms(words=("site:", "intitle:"))),
        ("“curly quotes”", Terms(phrases=("curly quotes",))),
    ],
)
def test_what_operators_mean(query: str, terms: Terms) -> None:
    assert terms_of(query) == terms


@given(st.text(alphabet='ab":()|-. OR\nsiteinurl/', max_size=60))
def test_nothing_is_refused_and_nothing_is_empty(query: str) -> None:
    terms = terms_of(query)
    told = [text for field in fields(Terms) if field.name != "any_of" for text in getattr(terms, field.name)]
    assert all(isinstance(text, str) for text in told)
    assert all(len(group) > 1 for group in terms.any_of)
