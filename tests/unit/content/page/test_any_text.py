"""A page is read in the service's own process, so any text has to be read safely, also one that nobody serialised."""

import random
from collections.abc import Callable

import pytest
import turbohtml

from gossamer.content.cleaning import advertising, choices, consent, noscript, tabs
from gossamer.content.page import editing, structure
from gossamer.content.page.decision import judge
from gossamer.content.page.outline import Outline
from gossamer.content.page.scan import Scan
from tests.costs import Work, in_proportion

PAGE = (
    "<!doctype html><html><head><title>The harbour &amp; its pier</title></head><body><nav><a href='/'>Home</a></nav>"
    "<main class='post-body'><h1 id=top><a href='#top'>The harbour &amp; its pier</a></h1>"
    "<p>The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places."
    "<ul><li>Rope $5<li>Sails, 4.5 / 5 ★</ul><table><tr><td>A<td>4\u2003m</table>"
    "<details><summary>S</summary>é</details><x-note role=note itemtype=Product>naïve&nbsp;text</x-note>"
    "<svg><a>x</a></svg><pre>a &lt; b</pre>"
    "<div class='comments'><h2>Comments</h2><form><textarea>z</textarea></form><dl><dt id=t>t<dd>d</dl></div></main>"
    "<noscript><p>Words for those without scripts<img src=/a.png alt=A></noscript><img data-src=/a.png>"
    "<ul role=tablist><li role=tab aria-controls=p1>One<li role=tab aria-controls=p2>Two</ul>"
    "<div id=p1 hidden>First</div><div id=p2 style='display:none'>Second</div>"
    "<form><label for=s>Size</label><select id=s name=size><option>S<option selected>M</select>"
    "<input type=radio name=c id=c1><label for=c1>Red</label><input type=radio name=c id=c2><label for=c2>Blue</label>"
    "<button class=add-to-cart>Add to cart</button></form><ins class=adsbygoogle data-ad-slot=1>Buy</ins>"
    "<div class=cookie-banner>We use cookies to show you what you like. <button>Accept all</button></div>"
    "<aside role=navigation>more</aside><footer>© 2025</footer></body></html>"
)
PIECES = (
    *"<>&=\"' /!-é\ud800\x00", "</", "<!--", "-->", "<!-", "<div>", "<p>", "</p>", "</div>", "<x-y", "<#comment>",
    "<h2>", "&nb", "&quot;", ' class="comment"', ' =x="', "<script>", "<svg>", "<body>", "\u3000", "<div>" * 200,
    "<b>" * 200, "<table><td>",
)  # fmt: skip
UNTERMINATED = ("<", "<x", "<xyz", "</", "<!", "<!-", "<!--", "&", "<p a", "<p a=", '<p a="', "<p>&nb", "<script")


def edit(page: Scan) -> None:
    structure.find_addresses(page)
    structure.find_needs(page)
    controls = [number for number, _ in structure.list_controls(page)]
    if controls:
        structure.has_choice_before(page, controls[-1])
        structure.are_near(page, controls[0], controls[-1])
    for keeps_noscript in (True, False):
        edited = editing.EditedPage(page, keeps_noscript=keeps_noscript)
        noscript.settle(edited)
        tabs.settle(edited)
        choices.settle(edited, structure.list_controls(page))
        edited.hide()
        consent.remove(edited, structure.list_controls(page))
        advertising.remove(edited)
        written = edited.write()
        assert len(Scan(written)) <= len(page) + len(written)
        edited.list_removed()


def read(html: str) -> None:
    edit(Scan(html))
    decision = judge(Scan(html))
    decision.markup()
    decision.outline.landmarks()
    for number in range(len(decision.outline)):
        assert decision.outline.words(number)
        assert decision.reason(number)
        assert 0 <= decision.chance(number) <= 1


def mutated(dice: random.Random, html: str) -> str:
    for _ in range(dice.choice((1, 4, 30))):
        first, last = sorted(dice.choices(range(len(html) + 1), k=2))
        match dice.randrange(4):
            case 0:
                html = html[:first] + html[min(last, first + 40) :]
            case 1:
                html = html[:first] + dice.choice(PIECES) + html[first:]
            case 2:
                html = html[:first] + dice.choice(PIECES) + html[first + 1 :]
            case _:
                html = html[:last] + html[first : min(last, first + 400)] + html[last:]
    return html


@pytest.mark.parametrize("seed", range(20))
def test_pages_with_any_damage_are_read(seed: int) -> None:
    dice = random.Random(seed)
    page = turbohtml.parse(PAGE, scripting=True).html
    for _ in range(20):
        html = mutated(dice, page)
        read(html[: dice.randrange(len(html) + 1)])
        read(turbohtml.parse(html, scripting=True).html)


@pytest.mark.parametrize("html", UNTERMINATED)
def test_a_page_may_end_anywhere(html: str) -> None:
    read(html)
    read(f"<body><p>text</p>{html}")


def test_only_whole_names_of_characters_are_taken_for_characters() -> None:
    outline = Outline(Scan("<body><p>a &nbé &amp;lt; &gt &lt;b&quot;&nbsp;c"))
    assert outline.words(0) == 'a &nbé &lt; &gt <b" c'


def test_what_is_behind_an_attribute_is_no_text() -> None:
    scan = Scan('<p a="b"é c="d">x</p>')
    assert [scan.markup(number) for number in range(len(scan))] == ['<p a="b"é c="d">x</p>', "x"]


def test_the_name_of_an_attribute_may_begin_with_an_equals_sign() -> None:
    html = turbohtml.parse('<p =x="a b=c" role=note>text', scripting=True).html
    outline = Outline(Scan(html))
    assert [outline.words(number) for number in range(len(outline))] == ["text"]
    scan = Scan('<p =x="a b=c" role="note">text</p>')
    assert (scan.attr(0, "=x"), scan.attr(0, "role")) == ("a b=c", "note")


def test_names_of_nodes_are_no_names_of_elements() -> None:
    assert judge(Scan("<body><#comment><p>text</p></#comment>")).outline.words(0) == "text"


def test_blocks_that_are_not_there_cannot_be_asked_for() -> None:
    decision = judge(Scan(turbohtml.parse(PAGE, scripting=True).html))
    outline = decision.outline
    asked = outline.words, outline.tag, outline.has_price, decision.is_kept, decision.reason, decision.chance
    for ask in asked:
        for number in (-1, len(outline)):
            with pytest.raises(IndexError):
                ask(number)


def test_a_page_without_text_has_no_title() -> None:
    assert Outline(Scan("<body></body>")).title == -1


def links_in_a_link(number: int) -> str:
    attributes = "".join(f' a{place}=""' for place in range(number))
    return f"<body><a{attributes}>" + '<h2><object><a href="#y"></a>x</object></h2>' * number


def titles_like_the_page_s(number: int) -> str:
    return f"<title>{'a' * 300}</title><body>" + f"<h2>{'a' * 150}b</h2>" * number


def sections_in_sections(number: int) -> str:
    boxes = "<details class='related comment'><summary>Related</summary><h2>Related</h2><p>x</p>" * 200
    return f"<body>{boxes}" + "<div><p>x</p></div>" * number


@pytest.mark.parametrize("page", [links_in_a_link, titles_like_the_page_s, sections_in_sections])
def test_a_page_built_to_hurt_is_read_in_proportion_to_its_size(page: Callable[[int], str]) -> None:
    def work(number: int) -> Work:
        html = page(number)
        return lambda: judge(Scan(html)).markup()

    assert in_proportion(work, 2_000)
