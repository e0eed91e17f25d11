"""What a reader came for stays, what surrounds every page of a site goes."""

from __future__ import annotations

import pytest
import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.page.decision import Decision
from gossamer.content.page.outline import Outline
from gossamer.content.page.scan import Scan
from tests.unit.content.pages import main_of, regions_of

PROSE = (
    "The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places, and most of the "
    "fleet was lost. "
    "It took nine years, two governments and a good deal of patience before the first boats could return to "
    "their berths. "
)
NAV = (
    "<nav><ul>"
    + "".join(f"<li><a href='/{word}'>{word} pages</a>" for word in ("Home", "World", "Sport", "Travel"))
    + "</ul></nav>"
)
FOOTER = "<footer><p>© 2025 Harbour Media</p><ul><li><a href=/t>Terms</a><li><a href=/p>Privacy</a></ul></footer>"
RELATED = (
    "<aside class='related sidebar'><h3>Related stories</h3><ul>"
    + "".join(f"<li><a href='/s{n}'>Another story number {n}</a>" for n in range(6))
    + "</ul></aside>"
)


def page(body: str, title: str = "The harbour - Harbour Media") -> turbohtml.Document:
    return turbohtml.parse(
        f"<!doctype html><head><title>{title}</title></head><body>{NAV}<div class=wrap>{body}</div>{FOOTER}</body>"
    )


def markdown(body: str, title: str = "The harbour - Harbour Media") -> str:
    return main_of(page(body, title)).node.to_markdown()


ARTICLE = (
    "<main><article><h1>The harbour</h1><p class=byline>By Ann Smith</p>"
    + "".join(f"<p>{PROSE} Part {n}.</p>" for n in range(5))
    + "<h2>After the war</h2><blockquote><p>We never left, said the harbour master, and we never will.</p></blockquote>"
    + "<figure><img src=/boat.jpg alt='A boat'><figcaption>A boat in the new harbour, 1962.</figcaption></figure>"
    + f"<ul><li>The north pier, which was the first to be rebuilt, in 1955.</li><li>The lock, {PROSE}</li></ul>"
    + f"<p>{PROSE}</p></article></main>"
)


def test_an_article_keeps_title_headings_quotes_lists_and_pictures() -> None:
    text = markdown(ARTICLE + RELATED)
    assert "# The harbour" in text
    assert "## After the war" in text
    assert "> We never left" in text
    assert "north pier" in text
    assert "/boat.jpg" in text
    assert text.count("sea wall") == 7


def test_an_article_loses_menu_footer_and_related_links() -> None:
    text = markdown(ARTICLE + RELATED)
    assert "Another story" not in text
    assert "Travel" not in text
    assert "Privacy" not in text


def test_text_stays_in_document_order() -> None:
    text = markdown(ARTICLE)
    places = [
        text.index(words) for words in ("# The harbour", "Part 0", "Part 4", "After the war", "A boat in", "north pier")
    ]
    assert places == sorted(places)


def test_a_documentation_page_keeps_code_and_tables_and_loses_its_side_menu() -> None:
    side = (
        "<div class='sidebar toc-tree'><ul>"
        + "".join(f"<li><a href='/d{n}'>Chapter {n}</a>" for n in range(20))
        + "</ul></div>"
    )
    table = "<table><tr><th>Option</th><th>Meaning</th></tr>" + "".join(
        f"<tr><td>--opt{n}</td><td>What option {n} does to the output.</td></tr>" for n in range(4)
    )
    body = (
        f"<main><h1>Configuring the server</h1><p>{PROSE}</p><pre><code>server:\n  port: 8080\n</code></pre>"
        f"<p>{PROSE}</p>"
        f"<h2>Options</h2><p>The options below are read when the server starts, and again on a signal.</p>"
        f"{table}</table><p>{PROSE}</p></main>"
    )
    text = markdown(side + body, "Configuring the server - Docs")
    assert "port: 8080" in text
    assert "What option 3 does" in text
    assert "Chapter 7" not in text


def titled(level: int, text: str, name: str) -> str:
    return f'<h{level} id="{name}">{text}<a class=link href="#{name}">#</a></h{level}>'


# Whatever its author wrote: as generators of documentation write it out.
WRITTEN = (
    f"<p>{PROSE}</p>"
    "<div class='alert alert--danger'><div>danger</div><div><p>Run it as root.</p></div></div>"
    "<aside aria-label=Caution><p>Stop the old copy first.</p></aside>"
    "<details><summary>Only for version 1.9</summary><div><p>Set the old flag.</p></div></details>"
    "<div class=tabs><label>npm</label><label>pip</label><div><pre>npm install loom</pre></div>"
    "<div><pre>pip install loom</pre></div></div>"
    "<dl class='py function'><dt id=send class=sig>send(topic) → int<a class=link href=#send>¶</a></dt>"
    "<dd><p>Send it.</p></dd></dl>"
    "<p>The end.</p>"
)


@pytest.mark.parametrize(
    "html",
    [
        f"<main><div><h1>Install</h1>{titled(2, 'Setup', 's')}{WRITTEN}{titled(2, 'Contact', 'c')}<p>Ask.</p>",
        f"<main><div class=markdown-body><h1>Install</h1><h2>Setup</h2>{WRITTEN}<h2>Contact</h2><p>Ask.</p>",
        f"<section id=m>{titled(1, 'Install', 'm')}<h2>Setup</h2>{WRITTEN}<h2>Contact</h2><p>Ask.</p></section>",
        (
            f"<div class=body><section id=i>{titled(1, 'Install', 'i')}<section id=related-options>"
            f"<h2>Setup<a href=#related-options>#</a></h2>{WRITTEN}{titled(2, 'Contact', 'c')}<p>Ask.</p></section>"
        ),
    ],
    ids=[
        "titles link to themselves",
        "the container is named",
        "a title and a term link to themselves",
        "sections have the words of their titles for names",
    ],
)
def test_what_an_author_wrote_into_one_document_is_kept_in_whatever_dress(html: str) -> None:
    text = " ".join(main_of(page(html + "</div></main>" + RELATED)).node.text.split())
    for said in ("danger", "Run it as root.", "Stop the old copy", "Only for version 1.9", "Set the old flag."):
        assert said in text
    for said in (
        "npm install loom",
        "pip install loom",
        "send(topic) → int",
        "Send it.",
        "The end.",
        "Contact",
        "Ask.",
    ):
        assert said in text
    assert "Another story" not in text


def test_what_other_programs_add_to_a_rendered_text_is_dropped() -> None:
    added = (
        "<form class=feedback><p>Was this page helpful?</p><button>Yes</button></form>"
        "<div class=pager><a href=/n>Onward</a></div>"
        "<h2>Related pages</h2><ul>"
        + "".join(f"<li><a href=/x{n}>Weaving, part {n}</a></li>" for n in range(5))
        + "</ul>"
    )
    written = f"{titled(1, 'Install', 'i')}<p>{PROSE}</p>{titled(2, 'More options', 'm')}<p>Few.</p>"
    text = main_of(page(f"<main><div>{written}{added}</div></main>")).node.text
    assert "More options" in text
    assert "Few." in text
    for said in ("helpful", "Onward", "Related pages", "Weaving"):
        assert said not in text


def test_links_to_the_source_of_a_page_are_none_of_its_content() -> None:
    tools = "<a href=/e rel=edit title='Change it'><svg></svg></a><a href=/s title='View source'><svg></svg></a>"
    html = (
        f"<main><article>{tools}<h1>The harbour</h1><p>{PROSE}</p><p><a href=/e>Edit this page</a></p></article></main>"
    )
    text = main_of(page(html)).node.to_markdown()
    assert "sea wall" in text
    assert "(/e" not in text
    assert "(/s" not in text


def test_posts_that_link_to_themselves_are_no_rendered_text() -> None:
    posts = "".join(
        f"<div class=post><h2 id=p{n}><a href='/t?post={n}#p{n}'>#{n}</a></h2>"
        f"<div class=user><p>Member since 2019</p></div><div class=postbody><p>{PROSE} {n}</p></div></div>"
        for n in range(6)
    )
    regions = regions_of(page(f"<main><h1>Boats</h1>{posts}</main>"))
    chances = [region.chance for region in regions if "Member since" in region.text]
    # What an author wrote into one document is raised to .9.
    assert all(chance is not None and chance < 0.8 for chance in chances)


def test_a_product_keeps_description_and_specification_and_loses_other_products() -> None:
    others = "<section class='related-products'><h2>You may also like</h2><ul>" + "".join(
        f"<li class=card><a href='/o{n}'>Other lamp {n}</a><span>$ {n}9.00</span>" for n in range(8)
    )
    body = (
        "<main><div class=product><h1>Brass desk lamp</h1><span class=price>$49.00</span><div class=description>"
        f"<p>A heavy lamp of solid brass, with a switch in the base and a shade that turns. {PROSE}</p><p>{PROSE}</p>"
        "<ul><li>Height 42 cm, with the shade up.</li>"
        "<li>Takes one E14 bulb of 40 W, not included.</li></ul></div></div></main>"
    )
    text = markdown(body + others + "</ul></section>", "Brass desk lamp")
    assert "Brass desk lamp" in text
    assert "solid brass" in text
    assert "Takes one E14 bulb" in text
    assert "Other lamp 5" not in text


SOLD = (
    "<div class=price>$12.99</div><div class=desc><p>The Aurora desk lamp is made of brushed aluminium and gives warm "
    "light for reading in the evening. It has a dimmer and a timer.</p></div><ul><li>Height 42 cm<li>Weight 1.2 kg</ul>"
)


def of_a_lamp(line: str) -> str:
    body = f"<main><h1>Desk lamp Aurora</h1><div class=rating>{line}</div>{SOLD}</main>"
    return markdown(body, "Lamp").replace("\\", "")


@pytest.mark.parametrize(
    "rating", ["4.6 out of 5 (212 reviews)", "★★★★☆ 212 reviews", "4,6 von 5", "4.6/5 · 212 ratings", "4.7 (1,024)"]
)
def test_the_rating_between_a_title_and_a_price_is_kept(rating: str) -> None:
    assert f"Aurora\n\n{rating}\n\n$12.99" in of_a_lamp(rating)


@pytest.mark.parametrize("line", ["Write a review", "Sort by rating", "<a href=#r>4.6 out of 5 (212)</a>"])
def test_another_line_there_is_not_kept_for_it(line: str) -> None:
    assert "Aurora\n\n$12.99" in of_a_lamp(line)


def test_a_thread_keeps_every_post() -> None:
    posts = "".join(
        f"<div class='post' id=p{n}><div class=author><a href=/u{n}>user{n}</a></div>"
        f"<div class=postbody><p>Answer {n}: {PROSE}</p></div></div>"
        for n in range(6)
    )
    text = markdown(f"<div class=thread><h1>How do I moor a boat?</h1>{posts}</div>", "How do I moor a boat? - Forum")
    assert all(f"Answer {n}" in text for n in range(6))


def test_what_is_kept_in_one_of_two_posts_is_kept_in_the_other() -> None:
    posts = "".join(
        f"<div class=post><div class=who>{name}</div><p>{name}: {PROSE}</p></div>" for name in ("ash", "kit")
    )
    outline = Outline(Scan(page(f"<main><h1>How do I splice a rope?</h1>{posts}</main>").html))
    numbers = range(len(outline))
    decision = Decision(outline, [0.05 if outline.words(number) == "kit" else 0.9 for number in numbers])
    assert all(map(decision.is_kept, numbers))


def test_each_definition_keeps_its_term() -> None:
    terms = {"Davit": "A small crane on the rail that swings a boat outboard.", "Cleat": "A fitting for lines."}
    items = "".join(f"<div><dt>{term}</dt><dd><p>{told}</p><p>{PROSE}</p></dd></div>" for term, told in terms.items())
    text = markdown(f"<main><h1>Glossary</h1><dl>{items}</dl></main>", "Glossary")
    assert all(term in text for term in terms)


def test_a_front_page_keeps_its_list_of_stories() -> None:
    stories = "".join(
        f"<article class=teaser><h2><a href='/s{n}'>Story {n}: the fleet returns to the harbour</a></h2>"
        f"<p>Summary {n}: after nine years the boats came back, and the town was out to see them.</p></article>"
        for n in range(12)
    )
    text = markdown(f"<main><h1>Latest news</h1><div class=stories>{stories}</div></main>", "Harbour Media")
    assert all(f"Story {n}" in text and f"Summary {n}" in text for n in range(12))


def test_a_collection_keeps_its_products() -> None:
    cards = "".join(
        f"<li class=product-card><a href='/p{n}'><h3>Lamp model {n}</h3></a><span class=price>${n}5.00</span></li>"
        for n in range(1, 16)
    )
    text = markdown(f"<main><h1>Desk lamps</h1><ul class=product-grid>{cards}</ul></main>", "Desk lamps")
    assert all(f"Lamp model {n}" in text for n in range(1, 16))


def test_a_long_collection_keeps_every_price() -> None:
    cards = "".join(
        f"<article class=card><h2>Linen lamp {n}</h2><p class=price>€ {n}.50</p><button>Add</button></article>"
        for n in range(72)
    )
    text = markdown(f"<main><h1>All products</h1><div>{cards}</div></main>", "All")
    assert text.count("## ") == 72
    assert text.count("€") == 72


def test_a_service_page_keeps_its_sections() -> None:
    sections = "".join(
        f"<section class=feature><h2>Reason {n} to call us</h2>"
        f"<p>We come within the hour, on every day of the year. {PROSE}</p></section>"
        for n in range(5)
    )
    text = markdown(f"<section class=hero><h1>Boat repairs in one day</h1></section>{sections}", "Boat repairs")
    assert all(f"Reason {n}" in text for n in range(5))


def test_text_of_a_script_without_spaces_is_main_content_too() -> None:
    prose = "港は一九五三年の嵐のあとに再建された。堤防が三か所で決壊し、船団のほとんどが失われたからである。" * 3
    text = markdown("<article><h1>港の歴史</h1>" + f"<p>{prose}</p>" * 4 + "</article>" + RELATED, "港の歴史")
    assert text.count("堤防が三か所で") == 12
    assert "Another story" not in text


def test_arabic_prose_stays() -> None:
    prose = "أعيد بناء الميناء بعد عاصفة عام 1953، عندما انهار الجدار البحري في ثلاثة أماكن، وفقد معظم الأسطول. " * 3
    assert (
        markdown(f"<article><h1>تاريخ الميناء</h1><p>{prose}</p><p>{prose}</p></article>").count("الجدار البحري") == 6
    )


def test_a_table_between_paragraphs_is_kept_with_all_its_rows() -> None:
    rows = "".join(f"<tr><td>{year}</td><td>{year % 7}</td></tr>" for year in range(1953, 1963))
    table = f"<table><thead><tr><th>Year</th><th>Boats</th></tr></thead><tbody>{rows}</tbody></table>"
    text = markdown(f"<article><h1>The harbour</h1><p>{PROSE}</p><p>{PROSE}</p>{table}<p>{PROSE}</p></article>")
    assert "Boats" in text
    assert all(str(year) in text for year in range(1953, 1963))


def test_what_no_reader_sees_is_gone() -> None:
    document = page("<script>var secret = 1</script><style>.secret{}</style><template>secret</template>" + ARTICLE)
    assert "secret" not in main_of(clean(document, Base("http://example.org/"), Sweep()).document).node.to_markdown()


def test_a_formula_written_for_a_script_stays_in_its_paragraph() -> None:
    document = page(ARTICLE.replace("</h1>", f"</h1><p>{PROSE} <script type='math/tex'>e=mc^2</script></p>"))
    assert "e=mc^2" in main_of(clean(document, Base("http://example.org/"), Sweep()).document).node.html


@pytest.mark.parametrize("names", ["div class='alert alert-danger'", "aside class=note", "div class='callout warning'"])
def test_a_warning_between_paragraphs_is_kept(names: str) -> None:
    warning = f"<{names}><p>Never moor at the lock.</p></{names.split(maxsplit=1)[0]}>"
    assert "moor at the lock" in markdown(
        ARTICLE.replace("<h2>After the war", f"{warning}<p>{PROSE}</p><h2>After the war")
    )
    dialog = warning.replace("class=note", "class='note modal'").replace("class='", "class='cookie-banner ")
    assert "moor" not in markdown(ARTICLE.replace("<h2>After the war", f"{dialog}<p>{PROSE}</p><h2>After the war"))


def test_a_list_and_a_table_stay_whole() -> None:
    items = "".join(f"<li>{n}</li>" for n in range(30)) + f"<li>{PROSE}</li>"
    rows = "".join(f"<tr><td>{n}</td><td>{PROSE}</td></tr>" for n in range(5))
    node = main_of(
        page(f"<article><h1>The harbour</h1><p>{PROSE}</p><ol>{items}</ol><table>{rows}</table></article>")
    ).node
    assert len(node.select("li")) == 31
    assert len(node.select("td")) == 10


def test_terms_stay_with_their_definitions() -> None:
    terms = "".join(f"<dt>Pier {n}</dt><dd>{PROSE}</dd>" for n in range(4))
    node = main_of(page(f"<article><h1>The harbour</h1><p>{PROSE}</p><dl>{terms}</dl></article>")).node
    assert len(node.select("dt")) == len(node.select("dd")) == 4


def test_a_page_that_is_only_a_menu_has_no_main_content() -> None:
    found = main_of(turbohtml.parse(f"<body>{NAV}</body>"))
    assert found.is_empty
    assert not found.node.text.strip()


def test_a_page_whose_text_is_for_browsers_without_scripts_keeps_it() -> None:
    text = main_of(turbohtml.parse(f"<body><div id=app></div><noscript>{ARTICLE}</noscript></body>")).node.to_markdown()
    assert "sea wall" in text


@pytest.mark.parametrize(
    "html", ["", " ", "<html></html>", "<body></body>", "<body><div><img src=a.png></div></body>", "<!-- -->"]
)
def test_a_page_without_text_is_an_empty_page(html: str) -> None:
    assert not main_of(turbohtml.parse(html)).node.text.strip()


def test_a_short_note_is_not_lost() -> None:
    assert "Under construction" in main_of(turbohtml.parse("<body><p>Under construction</p></body>")).node.to_markdown()


@pytest.mark.timeout(10)
@pytest.mark.parametrize("tag", ["div", "span", "b", "section", "ul><li", "table><tr><td", "a href=x><div"])
def test_a_hundred_thousand_nested_elements_are_read_in_linear_time(tag: str) -> None:
    document = turbohtml.parse("<body>" + f"<{tag}>" * 100_000 + PROSE)
    assert "sea wall" in main_of(document).node.text


@pytest.mark.timeout(10)
def test_a_hundred_thousand_siblings_are_read_in_linear_time() -> None:
    document = turbohtml.parse("<body>" + "<div class='a b'>word <b>bold</b></div>" * 100_000)
    main_of(document)


@pytest.mark.timeout(10)
def test_a_quarter_of_a_million_blocks_are_read_in_seconds() -> None:
    main_of(turbohtml.parse("<body>" + "<p>a</p>" * 250_000))


def test_a_vast_page_of_entries_loses_its_landmarks_and_no_entry() -> None:
    entries = "".join(f"<p>{number}" for number in range(101_000))
    node = main_of(page(entries)).node
    assert "Travel" not in node.text
    assert "Privacy" not in node.text
    assert len(node.select("p")) == 101_000


@pytest.mark.timeout(10)
@pytest.mark.parametrize("tag", ["nav", "footer", "header", "dialog"])
def test_a_hundred_thousand_nested_landmarks_are_read_in_linear_time(tag: str) -> None:
    assert main_of(turbohtml.parse("<body>" + f"<{tag}>" * 100_000 + PROSE)).is_empty


def test_the_given_document_stays_as_it_was() -> None:
    document = page(ARTICLE)
    before = document.html
    main_of(document)
    assert document.html == before
