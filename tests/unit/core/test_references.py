"""Reading many references must give what reading one does."""

from hypothesis import example, given
from hypothesis import strategies as st

from gossamer.core.errors import InvalidTarget
from gossamer.core.references import References
from gossamer.core.urls import WebUrl, resolve, web_url

BASE = web_url("https://example.org/a/b")
ORIGINS = ["https://example.org", "http://E.org:80", "https://user:pw@e.org", "http://1.2.3", "https://x.e:8080", ""]


def resolved(reference: str) -> WebUrl | None:
    try:
        return resolve(BASE, reference)
    except InvalidTarget:
        return None


@given(st.lists(st.tuples(st.sampled_from(ORIGINS), st.text("abZ09./%2eE?#:@!'&;=[]|^{}`~\\ \"<é\t", max_size=9))))
@example([("https://example.org", "a"), ("https://example.org", "x/%2e%2E/y")])
@example([("https://example.org", "a"), ("https://example.org", "a/../b?")])
def test_references_are_read_as_one_by_one(parts: list[tuple[str, str]]) -> None:
    references = References(BASE)
    written = [f"{origin}/{tail}" for origin, tail in parts]
    assert [references.read(each) for each in written] == [resolved(each) for each in written]


def test_what_is_no_web_address_is_none() -> None:
    references = References(BASE)
    assert [references.read(text) for text in ("mailto:a@e.org", "javascript:1", "file:///etc/passwd", "http://")] == [
        None
    ] * 4
