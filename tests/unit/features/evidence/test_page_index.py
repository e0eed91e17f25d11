"""The index of a page: where words and numbers stand, and what labels them."""

from gossamer.features.evidence import PageIndex, PageSource, assess
from gossamer.features.evidence.page_index import words_of_text

PAPER = """# Anvil 12

Weight: 54 kg. See [the *manual*](https://anvil.example/manual.pdf).

| Name | Price | Stock |
| --- | --- | --- |
| Small | 12,50 € | 4 |
| Large | 1.299,00 € | 7 |
"""
PAGE = PageIndex(
    PageSource("https://anvil.example/", "Anvil 12", "", PAPER, markup=(("JSON-LD Product > sku", "A12"),))
)


def test_a_document_without_a_tree_is_read_from_its_markdown() -> None:
    prices = [{"name": "Small", "price": 12.5}, {"name": "Large", "price": 1299}]
    evidence = assess({"weight": 54, "prices": prices}, PAGE)
    assert [one.status for one in evidence.values()] == ["supported"] * 5
    assert evidence["/prices/1/price"].place == "table 1, row 2, Price"


def test_offsets_lead_to_the_words_in_the_markdown() -> None:
    for value, words in (({"weight": 54}, "54"), ({"manual": "manual"}, "manual"), ({"price": 12.5}, "12,50")):
        [proof] = assess(value, PAGE).values()
        assert proof.offsets is not None
        start, end = proof.offsets
        assert PAPER[start:end] == words


def test_what_is_marked_up_for_machines_has_its_path_as_its_place() -> None:
    proof = assess({"sku": "A12"}, PAGE)["/sku"]
    assert (proof.status, proof.quote, proof.place) == ("supported", "A12", "JSON-LD Product > sku")


def test_quotes_are_the_words_of_the_page_whatever_case_and_signs_they_are_repeated_with() -> None:
    found = PAGE.verbatim("weight 54 KG")
    assert found is not None
    assert PAGE.words_at(found) == "Weight: 54 kg."
    assert PAGE.verbatim("weight 55 kg") is None


def test_scripts_without_spaces_are_compared_character_by_character() -> None:
    assert words_of_text("観覧料 1200円") == ["観", "覧", "料", "1200", "円"]
