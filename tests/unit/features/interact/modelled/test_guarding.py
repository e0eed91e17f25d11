import pytest

from gossamer.core.interaction import GoTo, Node, Press, Snapshot, Step, Type, Upload
from gossamer.features.interact.modelled.guard import StepGuard
from tests.paper_page import field_, link, text

HOME = "https://www.shop.example/start"
AWAY = "https://evil.test/form"
PASSWORD = field_("e1", "Password", type="password")
NOTE = field_("e2", "Note")


def page(*nodes: Node, url: str = HOME) -> Snapshot:
    words = " ".join(node.text for node in nodes)
    return Snapshot(url, "", Node("e0", "document", text=words, children=(*nodes, PASSWORD, NOTE)))


def refused(step: Step, prompt: str = "Buy a hat", on: Snapshot | None = None) -> bool:
    return StepGuard(prompt, HOME).refusal(step, on or page()) is not None


@pytest.mark.parametrize(
    "url",
    ["https://evil.test/", "https://shop.example.evil.test/", "javascript:alert(1)", "file:///etc/passwd", "hat", ""],
)
def test_no_address_of_another_site_is_gone_to(url: str) -> None:
    assert refused(GoTo(url))


@pytest.mark.parametrize(
    ("url", "prompt"),
    [
        ("https://help.shop.example/a?b=c", "Find help"),
        ("https://other.test/x", "Go to https://other.test/x and read it"),
        ("https://en.wikipedia.org/wiki/Hat", "look hats up in Wikipedia"),
        ("http://127.0.0.1:8000/a", "open 127.0.0.1:8000"),
    ],
)
def test_the_same_site_and_those_the_prompt_names_are(url: str, prompt: str) -> None:
    assert not refused(GoTo(url), prompt)


def test_a_site_of_the_prompt_on_another_port_is_another_site() -> None:
    assert refused(GoTo("http://127.0.0.1:9000/a"), "open 127.0.0.1:8000")


def test_a_site_whose_name_is_guessed_takes_nothing_along() -> None:
    assert refused(GoTo("https://wikipedia.org/?q=secret+of+the+page"), "look hats up in wikipedia")


def test_what_a_link_of_the_page_leads_to_may_be_gone_to() -> None:
    here = page(link("e3", "Partner", "https://partner.test/a"))
    assert not refused(GoTo("https://partner.test/a"), on=here)
    assert refused(GoTo("https://partner.test/a?leak=1"), on=here)


def test_a_password_is_only_typed_when_the_prompt_or_the_page_says_it() -> None:
    assert refused(Type("e1", "letmein"))
    assert not refused(Type("e1", "letmein"), "Log in as ann with password letmein")
    assert not refused(Type("e1", "letmein"), on=page(text("Demo: use letmein")))


def test_a_password_of_the_prompt_is_not_typed_on_another_site() -> None:
    prompt = "Log in as ann with password letmein"
    assert refused(Type("e1", "letmein"), prompt, page(url=AWAY))
    assert refused(Type("e2", "ann letmein"), prompt, page(url=AWAY))
    assert refused(GoTo("https://shop.example/?p=letmein"), prompt)


def test_words_of_one_site_are_not_typed_on_another() -> None:
    assert not refused(Type("e2", "a soft green hat"))
    assert refused(Type("e2", "order 4711 of Ann Miller"), on=page(url=AWAY))
    assert not refused(Type("e2", "hat"), on=page(url=AWAY))
    assert not refused(Type("e2", "subscribe"), on=page(text("Type subscribe to go on"), url=AWAY))


def test_text_that_looks_like_a_key_is_not_made_up() -> None:
    assert refused(Type("e2", "fc-0123456789abcdef0123"))
    assert refused(Upload("e2", "a.txt", b"fc-0123456789abcdef0123"))
    assert not refused(Type("e2", "fc-0123456789abcdef0123"), "enter fc-0123456789abcdef0123")


def test_what_takes_nothing_along_is_nobody_s_business() -> None:
    assert not refused(Press("Enter"), on=page(url=AWAY))
