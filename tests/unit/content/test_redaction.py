"""Personal data are taken out of an answer by type; numbers that are none of it stay."""

import pytest

from gossamer.content.redaction import redact_document
from gossamer.core.documents import Document
from gossamer.core.redactions import PiiKind, Redaction, RedactionMode, ReplaceStyle

KEY = "AKIAIOSFODNN7EXAMPLE"


def text_of(text: str, redaction: Redaction | None = None, language: str = "en-US") -> str | None:
    return redact_document(Document({"language": language}, markdown=text), redaction or Redaction()).markdown


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Write to ada@example.org.", "Write to [EMAIL]."),
        ("ada [at] example.org, a&#64;b.org", "[EMAIL], [EMAIL]"),
        ("[Mail](mailto:ada@example.org?subject=x)", "[Mail](mailto:[EMAIL]?subject=x)"),
        ("Call +49 30 901820 today", "Call [PHONE] today"),
        ("Tel. (212) 555-0134", "Tel. [PHONE]"),
        ("[Ring](tel:+4930901820)", "[Ring](tel:[PHONE])"),
        ("IBAN DE89 3704 0044 0532 0130 00, BIC", "IBAN [FINANCIAL], BIC"),
        ("Card 4111 1111 1111 1111 exp.", "Card [FINANCIAL] exp."),
        ("Routing number: 021000021", "Routing number: [FINANCIAL]"),
        ("SSN 078-05-1120", "SSN [SECRET]"),
        ("DNI 12345678Z", "DNI [SECRET]"),
        ("Codice RSSMRA85T10A562S", "Codice [SECRET]"),
        ("AHV 756.9217.0769.85", "AHV [SECRET]"),
        ("CPF 529.982.247-25", "CPF [SECRET]"),
        ("Steuer-ID 86095742719", "Steuer-ID [SECRET]"),
        ("NIR 2 55 08 14 168 025 38", "NIR [SECRET]"),
        (f"key {KEY} end", "key [SECRET] end"),
        ("password: hunter2!", "password: [SECRET]"),
        ("from 8.8.8.8 and 2001:4860:4860::8888", "from [LOCATION] and [LOCATION]"),
        ("at 52.520008, 13.404954", "at [LOCATION]"),
        ("Visit 350 Fifth Avenue, New York, NY 10118", "Visit [LOCATION]"),
        ("Unter Hauptstraße 12, 10827 Berlin", "Unter [LOCATION]"),
        ("au 12 rue de la Paix, 75002 Paris", "au [LOCATION]"),
        ("Asked Dr. Grete Hermann", "Asked Dr. [PERSON]"),
        ("Contact: Zoltan Kiss", "Contact: [PERSON]"),
        ("said Ada Lovelace yesterday", "said [PERSON] yesterday"),
    ],
)
def test_personal_data_of_every_kind_go(text: str, left: str) -> None:
    assert text_of(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "On 2025-11-26, from 10:00 to 12:30, version 1.2.3.4",
        "ISBN 978-3-16-148410-0, order 4111 1111 1111 1112, 1,234,567.89",
        "DE89 3704 0044 0532 0130 01 is no account",
        "10.0.0.1 and 127.0.0.1",
        "![logo](https://e.org/logo@2x.png) https://e.org/p/4111111111111111?t=2125550134",
        "Password: required. The token is short-lived.",
        "Written by the team. By Design, New York, United States",
        "666-12-3456 and 2014-2015",
        "https://e.org/pk-live-in-the-mountains-of-northern-nepal-2025",
        "In 1999 2000 people came.",
    ],
)
def test_what_only_looks_like_personal_data_stays(text: str) -> None:
    assert text_of(text) == text


def test_the_language_says_which_numbers_are_telephones() -> None:
    assert text_of("030 901820", language="de") == "[PHONE]"
    assert text_of("Aktenzeichen 030 901820", language="fr") == "Aktenzeichen 030 901820"


@pytest.mark.parametrize(
    ("style", "left"),
    [(ReplaceStyle.TAG, "a [EMAIL] b"), (ReplaceStyle.MASK, "a ******* b"), (ReplaceStyle.REMOVE, "a  b")],
)
def test_a_finding_is_replaced_in_the_wanted_style(style: ReplaceStyle, left: str) -> None:
    assert text_of("a x@yy.de b", Redaction(style=style)) == left


def test_only_the_wanted_kinds_go() -> None:
    only = Redaction(kinds=(PiiKind.EMAIL,))
    assert text_of("ada@example.org, +49 30 901820", only) == "[EMAIL], +49 30 901820"


def test_a_mode_says_how_sure_a_finding_has_to_be() -> None:
    text = "Ada Lovelace, ada@example.org, 2125550134"
    fast, accurate, aggressive = (text_of(text, Redaction(mode)) for mode in RedactionMode)
    assert fast == "Ada Lovelace, [EMAIL], 2125550134"
    assert accurate == "[PERSON], [EMAIL], 2125550134"
    assert aggressive == "[PERSON], [EMAIL], [PHONE]"


def test_every_text_of_the_answer_is_redacted_and_the_answer_says_how_often() -> None:
    document = Document(
        {"title": "Mail ada@example.org", "author": "Ada King", "scrapeId": "s", "statusCode": 200},
        markdown="By Ada King",
        html='<a href="mailto:ada@example.org">Mail</a>',
        links=("mailto:ada@example.org", "https://e.org/?u=ada%40example.org"),
        json={"people": [{"mail": "ada@example.org", "age": 36}]},
        actions={"scrapes": [{"html": "ada@example.org"}], "screenshots": ["blob"]},
        screenshot="blob",
    )
    found = redact_document(document, Redaction())
    assert (found.markdown, found.html) == ("By [PERSON]", '<a href="mailto:[EMAIL]">Mail</a>')
    assert found.links == ("mailto:[EMAIL]", "https://e.org/?u=[EMAIL]")
    assert found.json == {"people": [{"mail": "[EMAIL]", "age": 36}]}
    assert found.actions == {"scrapes": [{"html": "[EMAIL]"}], "screenshots": ["blob"]}
    assert (found.metadata["title"], found.metadata["author"]) == ("Mail [EMAIL]", "[PERSON]")
    assert found.metadata["redaction"]["counts"] == {"EMAIL": 5, "PERSON": 2}
    assert "given names" in found.metadata["redaction"]["methods"]["PERSON"]
    assert (
        found.warning
        == "`redactPII` does not reach what is in pictures and files: `screenshot`, `actions.screenshots`."
    )
