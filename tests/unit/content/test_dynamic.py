"""A page whose content a script brings in is told from one that has its content in its HTML."""

from itertools import pairwise

import pytest

from gossamer.content.dynamic import Doubt, Gain, LookedUp, Need, gain, need_of
from gossamer.content.page import vocabulary
from gossamer.content.page_view import Selection
from tests.costs import Work, in_proportion
from tests.unit.content.pages import view

BUNDLE = "<script src=/bundle.js></script>"
ANALYTICS = (
    "<script async src='https://www.googletagmanager.com/gtag/js?id=G-1'></script>"
    "<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date())</script>"
    "<script>(function(d,s){var j=d.createElement('script');j.src='https://www.googletagmanager.com/gtm.js';"
    "d.body.appendChild(j)})(document)</script>"
)
LIBRARIES = "<script src=/js/jquery-3.7.1.min.js></script><script src=/wp-includes/js/hoverIntent.min.js></script>"
SENTENCE = "The harbour was rebuilt after the storm, and the boats came back in spring, one after the other. "
PROSE = f"<p>{SENTENCE * 4}</p>"
ARTICLE = f"<main><h1>The harbour</h1>{PROSE * 16}</main>"
MENU = "<nav><ul>" + "<li><a href=/x>Section of the site</a></li>" * 20 + "</ul></nav>"
FRAME = f"<header><h1>The Daily Harbour</h1></header>{MENU}<div id=page>%s</div><footer>All rights reserved.</footer>"


def need(html: str, names: LookedUp | None = None) -> Need:
    page = view(html, names=names)
    evidence = page.evidence
    assert evidence is not None
    return need_of(evidence, page.amount(Selection()))


@pytest.mark.parametrize(
    "html",
    [
        "<p>Loading...</p>",
        "",
        "<div id=root></div>",
        f"<main></main>{ANALYTICS}",
        f"<div id=root></div><div class=skeleton></div>{LIBRARIES}",
        FRAME % "<div class=spinner>Loading…</div>",
        '<script type=application/ld+json>{"@type": "Article"}</script><template id=t>x</template><h1>Short</h1>',
        "<h1>Go</h1><link rel=stylesheet href=/a media=print onload=\"this.media = 'all'\">",
        "<h1>Go</h1><img src=/a onerror=\"this.src = '/b'\">",
        "<h1>Go</h1><form id=f><button onclick='f.submit()'>Send</button></form>",
        "<h1>Search</h1><script>$('#f').submit(function () { alert(1) })</script>",
        "<h1>Go</h1><script>const x = new XMLHttpRequest(); x.open('GET', '/count')</script>",
        "<h1>Go</h1><p>Press it.</p><script>b.addEventListener('click', () => { location.href = '/x' })</script>",
    ],
)
def test_a_page_without_a_script_that_could_make_content_needs_no_browser(html: str) -> None:
    assert need(html).doubt is Doubt.NONE


@pytest.mark.parametrize(
    "extra",
    [
        "",
        "<aside><div class=spinner>Loading…</div></aside>",
        "<div id=cookie-banner></div><div id=modal-root></div>",
        "<script>document.getElementById('cookie-banner').innerHTML = '<p>We use cookies</p>'</script>",
        "<noscript>Works best with JavaScript enabled.</noscript>",
        "<div class='comments'><p>Loading comments</p></div>",
    ],
)
def test_a_page_with_its_content_in_its_html_needs_no_browser_whatever_stands_beside_it(extra: str) -> None:
    assert need(f"{ARTICLE}{extra}{BUNDLE}").doubt is Doubt.NONE


@pytest.mark.parametrize(
    "html",
    [
        f"<div id=root></div>{BUNDLE}",
        f"<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>{BUNDLE}",
        f"<div id=app>Loading...</div>{BUNDLE}",
        f"<header><a href=/>Home</a></header><div id=app></div><footer>© 2025</footer>{BUNDLE}",
        "<app-root></app-root><script type=module src=/main.js></script>",
        f"<template>{PROSE * 9}</template><div id=root></div>{BUNDLE}",
        f"<div id=root><p>{' ' * 9_000}<p>{chr(10) * 9_000}</div>{BUNDLE}",
        "<meta http-equiv=refresh content='0;url=/next'><p>Redirecting",
        "<body onload=\"document.body.innerHTML = '<p>Text</p>'\">",
        "<img src=/none.png onerror=\"document.body.innerHTML = '<p>Text</p>'\">",
        "<svg onload=\"import('/app.js')\"></svg>",
        "<body onload='document.forms[0].submit()'><form action=/next method=post><input name=a type=hidden></form>",
        "<body onpageshow='go()'><script>function go() { location.href = '/next' }</script>",
        "<form action=/next></form><script>document.forms[0].submit()</script>",
        "<form action=/next></form><script>HTMLFormElement.prototype.submit.call(document.forms[0])</script>",
        "<a id=l href=/next></a><script>document.getElementById('l').click()</script>",
        "<script>window.open('/next', '_self')</script>",
        "<script>addEventListener('load', () => document.forms[0].requestSubmit())</script>",
        "<script>window.location.href='/x'</script>",
        "<frameset><frame src=a></frameset>",
        f"{MENU}<main></main>{BUNDLE}",
        FRAME % "<div id=story></div><script>const s = document.querySelector('#story'); s.innerHTML = t</script>",
        FRAME % f"<main><p>Bitte warten …</p></main>{BUNDLE}",
        FRAME % f"<article><div class='skeleton skeleton-text'></div></article>{BUNDLE}",
    ],
)
def test_a_page_whose_content_is_surely_missing_needs_a_browser(html: str) -> None:
    assert need(html).doubt is Doubt.CERTAIN


@pytest.mark.parametrize(
    "html",
    [
        f"{ARTICLE}<div id=rest></div><script>new Vue({{el: '#rest', render(h) {{ return h(x) }}}})</script>",
        (
            f"{MENU}{PROSE}<div id=story>{PROSE}</div>"
            "<script>document.getElementById('story').insertAdjacentHTML('beforeend', more)</script>"
        ),
        f"<main>{PROSE}<div hx-get=/rest hx-trigger=load></div></main><script src=/htmx.js></script>",
        f"<main x-data='page' x-init=\"rows = await (await fetch('/rows')).json()\">{PROSE}</main>{BUNDLE}",
        f"<h1>Prices</h1><p>{{{{ item.name }}}}</p><p>{{{{ item.price }}}}</p>{PROSE}{BUNDLE}",
        f"<h1>Products</h1><p>We sell things.</p>{BUNDLE}",
        f"<h1>Report</h1><iframe src=/report.html width=800></iframe>{BUNDLE}",
    ],
)
def test_a_page_that_may_be_missing_content_is_worth_a_look(html: str) -> None:
    assert need(html).doubt >= Doubt.SERIOUS


LOADING = {
    "hx-trigger=revealed": "div",
    "data-hx-trigger=load": "div",
    "ic-trigger-on=scrolled": "div",
    "x-init='fetch(1)'": "div",
    "x-data='fetch(1)'": "div",
    "wire:init=load": "div",
    "data-wire-init=load": "div",
    "client=only": "astro-island",
    "up-defer": "div",
    "data-load-url=/rest": "div",
    "data-remote-content=/rest": "div",
    "data-include=/rest": "div",
    "w3-include-html=rest.html": "div",
    "data-src=rest.html": "div",
    "src=/rest": "turbo-frame",
}


@pytest.mark.parametrize(("attribute", "tag"), LOADING.items())
def test_an_element_that_loads_itself_is_a_sign(attribute: str, tag: str) -> None:
    html = f"<main>{PROSE * 9}<section class=story><{tag} {attribute}></{tag}></section></main>{BUNDLE}"
    assert f"<{tag}> loads its content when it is shown" in need(html).reason


def test_every_attribute_that_loads_is_known_to_be_one() -> None:
    assert {attribute.partition("=")[0] for attribute in LOADING} - {"src"} == set(vocabulary.LOADING)


@pytest.mark.parametrize(
    "hidden",
    [
        "<nav>%s</nav>",
        "<header>%s</header>",
        "<div class=page><header>%s</header></div>",
        "<div><div><header role=banner>%s</header></div></div>",
        "<div hidden>%s</div>",
        "<div style='color: red; DISPLAY: none'>%s</div>",
        "<section role=dialog>%s</section>",
    ],
)
def test_a_placeholder_in_the_site_around_or_hidden_is_no_sign(hidden: str) -> None:
    loading = "<article><div class=skeleton></div></article><article>Loading…</article>"
    assert need(f"<main>{PROSE * 9}</main>{hidden % loading}{BUNDLE}").doubt < Doubt.SERIOUS
    assert need(f"<main>{PROSE * 9}</main>{loading}{BUNDLE}").doubt is Doubt.SERIOUS


def test_a_placeholder_beside_the_title_alone_is_a_sign_however_much_other_text_there_is() -> None:
    page = f"<div><section>%s<p>Loading…</p></section><div>{PROSE * 60}</div></div>{BUNDLE}"
    assert need(page % "<h1>The harbour</h1>").doubt is Doubt.SERIOUS
    assert need(page % "<h2>The harbour</h2>").doubt is Doubt.NONE
    assert need(page % f"<h1>The harbour</h1>{PROSE}").doubt is Doubt.NONE


@pytest.mark.parametrize("names", ["card_skeleton", "MuiBox v-progress-circular", "lds-dual-ring", "is-loading"])
def test_a_class_of_a_placeholder_is_one_as_a_whole_or_by_a_part(names: str) -> None:
    assert "stands for what is loading" in need(f"<article><i class='{names}'></i></article>{BUNDLE}").reason
    assert "stands for" not in need(f"<article><i class='{names}x'></i></article>{BUNDLE}").reason


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Film</h1><iframe src=https://www.youtube.com/embed/x></iframe>",
        "<h1>Hello</h1><iframe src=/ns.html width=0 height=0></iframe>",
        "<h1>Hello</h1><iframe src=/ns.html style='display:none'></iframe>",
    ],
)
def test_a_player_or_a_counter_is_no_content_from_elsewhere(html: str) -> None:
    assert need(html).doubt is Doubt.NONE


def test_a_frame_is_content_from_elsewhere_where_hardly_any_other_text_is() -> None:
    assert need("<h1>Report</h1><iframe src=/report.html width=800></iframe>").doubt >= Doubt.SERIOUS
    assert need(f"{ARTICLE}<iframe src=/report.html width=800></iframe>").doubt is Doubt.NONE


@pytest.mark.parametrize(
    ("header", "doubt"),
    [
        ("0;url=/next", Doubt.CERTAIN),
        ("2, URL='/next'", Doubt.CERTAIN),
        ("0; /next", Doubt.CERTAIN),
        ("900;url=/next", Doubt.NONE),
        ("soon", Doubt.NONE),
    ],
)
def test_a_refresh_header_counts_as_its_meta_element(header: str, doubt: Doubt) -> None:
    page = view("<h1>Moving</h1>", headers={"refresh": header})
    assert page.evidence is not None
    assert need_of(page.evidence, 0).doubt is doubt


def test_the_reason_says_what_was_seen() -> None:
    assert need(f"<div id=app></div>{BUNDLE}").reason == "the root of an application, #app, is empty"
    assert need(FRAME % f"<main>Loading…</main>{BUNDLE}").reason == "a placeholder says 'Loading…'"
    fills = "<div id=story></div><script>document.getElementById('story').innerHTML = text</script>"
    assert need(FRAME % fills).reason == "a script fills #story, which holds nothing yet"


def test_what_is_awaited_is_the_element_that_a_script_fills() -> None:
    fills = "<div id=story>Loading…</div><script>document.getElementById('story').innerHTML = text</script>"
    assert need(FRAME % fills).awaited == {"story": len("Loading…")}


def test_without_such_an_element_the_whole_page_is_awaited() -> None:
    assert need(f"<p>We sell <b>things</b>.</p><style>p {{}}</style>{BUNDLE}").awaited == {"": len("Wesellthings.")}


def test_a_linked_script_that_was_read_counts_like_one_in_the_page() -> None:
    html = FRAME % f"{PROSE * 6}<div id=x7f3></div>{BUNDLE}"
    assert need(html).doubt is Doubt.SLIGHT
    assert need(html).linked == ("/bundle.js",)
    code = b"const t = document.getElementById('x7f3'); t.innerHTML = html"
    assert need(html, LookedUp.of([code])).doubt >= Doubt.SERIOUS


def test_pages_made_alike_have_one_template_and_others_another() -> None:
    def page(number: int, more: str = "") -> str:
        return (
            FRAME
            % f"<p>Item {number}</p><div id=list-{number}></div>{more}<script src=/app.{number}abc123.js></script>"
        )

    one, two, other = need(page(1)), need(page(2)), need(page(3, "<div id=results>Loading…</div>"))
    assert one.template == two.template != other.template


def test_text_in_a_script_of_few_characters_counts_for_more() -> None:
    assert (
        need(
            f"<main><h1>港の再建</h1><p>{'嵐の後に港は再建され、春には船が戻ってきた。' * 40}</p></main>{BUNDLE}"
        ).doubt
        < Doubt.SERIOUS
    )


def test_words_made_to_confuse_the_verdict_take_time_in_proportion() -> None:
    words = ("please wait" + "\u52a0\u8f7d\u4e2d" * 4 + " ") * 12 + "x"

    def looking(size: int) -> Work:
        page = f"<div id=app>{words * size}</div>{'<div id=a class=loading>' * 15 * size}{BUNDLE}"
        return lambda: need(page)

    assert in_proportion(looking, 50)


TEXT = "\n\n".join(SENTENCE + f"It was day {number}." for number in range(30))


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (TEXT, TEXT, Gain.NOTHING),
        (TEXT, TEXT + "\n\nSeen 4,310 times.", Gain.NOTHING),
        ("Menu\n\nLoading…", TEXT, Gain.CAME),
        ("", "# Items\n\n- shuttle", Gain.CAME),
        ("", "", Gain.NOTHING),
        (TEXT, TEXT + "\n\n" + " ".join(f"word{n}" for n in range(90)), Gain.CAME),
        (TEXT, "", Gain.LOST),
        (TEXT, " ".join(f"word{n}" for n in range(60)), Gain.CHANGED),
        ("[a](https://e.org/one-two-three-four)" * 20, "[a](https://e.org/five-six-seven)" * 20, Gain.NOTHING),
        ("メニュー", "嵐の後に港は再建され、春には船が戻ってきた", Gain.CAME),
    ],
)
def test_two_copies_of_a_page_are_compared_by_their_words(before: str, after: str, found: Gain) -> None:
    assert gain(before, after) is found


def test_doubts_have_an_order() -> None:
    assert all(less < more for less, more in pairwise(Doubt))
