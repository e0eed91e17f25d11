"""What a visitor never sees is never printed; what is visible stays."""

import re

import pytest

from gossamer.content.cleaning import consent
from gossamer.content.page_view import Selection
from tests.unit.content.pages import WHOLE, markdown, view


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<template>SECRET</template>",
        "<noscript>SECRET: please enable JavaScript</noscript>",
        "<div hidden>SECRET</div>",
        "<p style='display:none'>SECRET</p>",
        "<p style='color: red; DISPLAY : NONE !important'>SECRET</p>",
        "<p style='visibility: hidden'>SECRET</p>",
        "<p style='position:absolute; left:-9999px'>SECRET</p>",
        "<dialog>SECRET</dialog>",
        "<div popover>SECRET</div>",
        "<!-- SECRET -->",
        "<datalist><option>SECRET</datalist>",
        "<video src=v.mp4>SECRET</video>",
        "<canvas>SECRET</canvas>",
        "<iframe src=x>SECRET</iframe>",
        "<div role=dialog aria-hidden=true>SECRET</div>",
        "<select><option>shown<option>SECRET</select>",
        "<svg><title>SECRET</title></svg>",
        "<i class='material-icons'>SECRET</i>",
    ],
)
def test_hidden_text_is_not_printed(hidden: str) -> None:
    page = view(f"<h1>Title</h1><p>before</p>{hidden}<p>after</p>")
    text = page.markdown(WHOLE)
    assert "SECRET" not in text
    assert "before" in text
    assert "after" in text
    assert "SECRET" not in page.html(WHOLE) or "svg" in hidden


@pytest.mark.parametrize(
    "shown",
    [
        "<div role=tabpanel hidden>SHOWN</div>",
        "<div class='accordion-body' style='display:none'>SHOWN</div>",
        "<div role=region aria-labelledby=b hidden>SHOWN</div>",
        "<details><summary>More</summary>SHOWN</details>",
        "<span aria-hidden=true>SHOWN</span>",
        "<div class='wow fadeIn' style='visibility: hidden'>SHOWN</div>",
        "<p hidden=until-found>SHOWN</p>",
        "<p style='content-visibility: auto'>SHOWN</p>",
        "<dialog open>SHOWN</dialog>",
        "<button>SHOWN</button>",
    ],
)
def test_what_a_click_or_a_moment_shows_is_printed(shown: str) -> None:
    assert "SHOWN" in markdown(f"<p>before</p>{shown}")


def test_a_body_hidden_until_a_script_has_run_is_printed() -> None:
    assert markdown("<body style='display:none'><p>text</p>") == "text"
    assert "words" in markdown("<div style='visibility:hidden'>" + "<p>words words words</p>" * 100 + "</div><p>x</p>")


@pytest.mark.parametrize(
    "banner",
    [
        "<div id='onetrust-consent-sdk'><p>We value your privacy</p><button>Accept</button></div>",
        "<div id='CybotCookiebotDialog'>This website uses cookies</div>",
        "<div class='cc-window'>Cookies! <a href=#>Got it</a></div>",
        "<div class='site-cookie-banner'><p>We use cookies.</p><button>OK</button></div>",
        "<div role=dialog aria-label='Cookie consent'><p>Our cookies</p><button>Manage</button></div>",
        (
            "<div class='x1y2'><p>This website uses cookies to ensure the best experience.</p>"
            "<div><button>Reject all</button><button>Accept all</button></div></div>"
        ),
        "<section class=z><p>Wir verwenden Cookies, um zu zeigen.</p><button>Alle akzeptieren</button></section>",
    ],
)
def test_cookie_banners_go(banner: str) -> None:
    text = markdown(f"<div id=app><main><h1>The sea</h1><p>It is wide.</p></main>{banner}</div>")
    assert text == "# The sea\n\nIt is wide."


def test_an_article_about_cookies_stays() -> None:
    page = (
        "<body class='gdpr-consent-bar cookies-not-set'><article class=cookie-recipes><h1>Cookies</h1>"
        "<p>Accept all cookies you are offered.</p></article>"
        "<div class=cookie-policy><h2>Cookie policy</h2><p>This policy explains cookies.</p></div>"
    )
    text = markdown(page)
    assert "Accept all cookies" in text
    assert "This policy explains" in text


def test_shadow_trees_are_read_where_they_are_seen() -> None:
    page = (
        "<my-card><template shadowrootmode=open><style>h2{}</style><h2>Shadow</h2><slot></slot>"
        "<slot name=foot>none</slot></template><p>light</p></my-card>"
    )
    assert markdown(page) == "## Shadow\n\nlight\n\nnone"


def test_frames_are_read_and_their_links_start_from_the_frame() -> None:
    page = '<div data-gossamer-frame="https://frame.test/a/b"><p><a href="c">in</a></p></div><p>out</p>'
    assert markdown(page) == "[in](https://frame.test/a/c)\n\nout"
    assert "in srcdoc" in markdown('<iframe srcdoc="&lt;p&gt;in srcdoc&lt;/p&gt;"></iframe>')


def test_parts_streamed_after_the_page_are_put_in_place() -> None:
    page = (
        '<div><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--><p>end</p></div>'
        '<div hidden id="S:0"><p>streamed</p></div>'
    )
    assert markdown(page) == "streamed\n\nend"


def test_pictures_that_only_a_script_shows_are_kept() -> None:
    lazy = '<img src="data:image/gif;base64,R0" alt="A"><noscript><img src="/real.png"></noscript>'
    assert markdown(lazy) == "![A](https://example.org/real.png)"


_LAZY = "<img src='data:image/gif;base64,R0'"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            f"{_LAZY} data-src=/a.jpg alt=Ketch><noscript><img src=/b.jpg alt=Brig></noscript>",
            "Ketch a.jpg, Brig b.jpg",
        ),
        (
            f"{_LAZY} alt=Ketch data-src=/a.jpg><img data-srcset=/l.jpg alt=Sloop><noscript><img src=/b.jpg alt=Brig>",
            "Ketch a.jpg, Sloop l.jpg, Brig b.jpg",
        ),
        (f"{_LAZY} data-src=/a.jpg alt=Ketch><noscript><img src=/a.jpg></noscript>", "Ketch a.jpg"),
        (f"{_LAZY} data-src=/a-90x60.jpg><noscript><img src=/a.jpg alt=Ketch></noscript>", "Ketch a-90x60.jpg"),
        (f"{_LAZY}><span></span><noscript><img src=/a.jpg alt=Ketch></noscript>", "Ketch a.jpg"),
        (f"<noscript><img src=/a.jpg alt=Ketch></noscript><div>{_LAZY}></div>", "Ketch a.jpg"),
        ("<noscript><img src=/a.jpg alt=Ketch><img src=/b.jpg alt=Brig></noscript>", "Ketch a.jpg, Brig b.jpg"),
        ("<img src=/a.jpg alt=Ketch><noscript><img src='/hit.php?id=4'></noscript>", "Ketch a.jpg"),
    ],
)
def test_a_picture_for_those_without_scripts_is_the_lazy_one_or_another(html: str, expected: str) -> None:
    written = re.findall(r"!\[(.*?)\]\(https://example.org/(.*?)\)", markdown(f"<div>{html}</div>"))
    assert ", ".join(" ".join(picture) for picture in written) == expected


def test_only_the_included_elements_are_printed_in_their_order() -> None:
    page = "<p>no</p><div class=x>one<p class=x>inner</p></div><p class=x>two</p>"
    assert markdown(page, Selection(include_tags=(".x",))) == "one\n\ninner\n\ntwo"
    assert markdown(page, Selection(include_tags=("article",))) == ""


def test_excluded_elements_go_by_selector_tag_or_word() -> None:
    page = "<nav>n</nav><p id=a>a</p><p class='my-promo-box'>b</p><p>c</p>"
    assert markdown(page, Selection(main_only=False, exclude_tags=("nav", "#a", "*promo*"))) == "c"


def test_a_selector_that_cannot_be_read_is_ignored_and_named() -> None:
    selection = Selection(main_only=False, include_tags=("p", "[["), exclude_tags=("a:unheard-of",))
    page = view("<p>kept</p>")
    assert page.markdown(selection) == "kept"
    first, second = page.notices(selection)
    assert "'[['" in first
    assert "'a:unheard-of'" in second


def test_advertising_goes_when_asked() -> None:
    page = "<p>text</p><ins class=adsbygoogle>AD</ins><div id=div-gpt-ad-1>AD</div>"
    assert markdown(page, Selection(main_only=False, block_ads=True)) == "text"


def test_cleaned_html_has_absolute_addresses_and_no_comments() -> None:
    html = view('<!-- c --><a href="x">l</a><img src="/i.png" srcset="a.png 1x, b.png 2x">').html(WHOLE)
    assert '<a href="https://example.org/dir/x">' in html
    assert 'srcset="https://example.org/dir/a.png 1x, https://example.org/dir/b.png 2x"' in html
    assert "<!--" not in html


def test_a_notice_in_the_head_does_not_spill_into_the_page() -> None:
    page = (
        "<head><noscript><p>Please enable JavaScript</p><img src=/pixel.gif></noscript><title>T</title></head><p>text"
    )
    assert markdown(page) == "text"


def test_a_page_that_is_written_in_its_noscript_is_read() -> None:
    assert "words of the page" in markdown(f"<div id=app></div><noscript>{'<p>words of the page</p>' * 60}</noscript>")


@pytest.mark.parametrize("name", sorted({*consent._IDS, *consent._ID_STARTS, *consent._CLASSES}))
def test_every_known_platform_is_found_by_its_name(name: str) -> None:
    banner = f"<div {'class' if name in consent._CLASSES else 'id'}={name}>We value your privacy</div>"
    assert markdown(f"<p>text</p>{banner}") == "text"


@pytest.mark.parametrize(
    "container",
    [
        "div class=ad-slot", "div class='x trc_rbox_container'", "div class=OUTBRAIN", "div id=google_ads_7",
        "div id=taboola-below", "div aria-label=Advertisement", "div data-ad-client=ca-1", "div class=PageAdSlot_x",
        "amp-ad", "gpt-ad", "section class=advertorial-box",
    ],
)  # fmt: skip
def test_advertising_is_known_by_its_names_marks_and_tags(container: str) -> None:
    page = f"<p>text</p><{container}>AD</{container.split(maxsplit=1)[0]}>"
    assert markdown(page, Selection(main_only=False, block_ads=True)) == "text"
    assert "AD" in markdown(page)


@pytest.mark.parametrize("name", ["ad-container", "google_ads_1"])
def test_an_advertisement_that_was_never_closed_takes_no_prose_with_it(name: str) -> None:
    prose = f"<p>{'The harbour was rebuilt after the storm, and it took years. ' * 4}</p>"
    page = f"<h1>Title</h1>{prose}<div class={name} id={name}><a href=/ad>Buy</a>{prose * 3}"
    assert markdown(page, Selection(main_only=False, block_ads=True)).count("it took years") == 16


def test_a_page_keeps_its_footer_when_a_consent_button_stands_in_it() -> None:
    page = "<footer><p>© 2026 Harbour. See our cookies page.</p><button>Manage preferences</button></footer>"
    assert "© 2026 Harbour" in markdown(f"<main><h1>T</h1></main>{page}")


def test_what_cleaning_removed_is_named_where_it_stood() -> None:
    banner = "<div id=onetrust-banner>We value your privacy</div>"
    page = view(
        f"<h1>Title</h1><p>first</p><div hidden>secret <b>words</b><script>x</script></div>{banner}<p>last</p>"
        "<ins class=adsbygoogle>Buy boats</ins>"
    )
    regions = page.regions(Selection(main_only=False, block_ads=True))
    assert [(region.text, region.kept) for region in regions] == [
        ("Title", True), ("first", True), ("secret words", False), ("We value your privacy", False), ("last", True),
        ("Buy boats", False),
    ]  # fmt: skip
    assert [region.reason for region in regions if not region.kept] == [
        "removed: hidden", "removed: a cookie banner", "removed: advertising",
    ]  # fmt: skip


def test_what_the_regions_keep_is_what_a_scrape_with_the_same_options_has() -> None:
    page = view(
        "<title>The harbour</title><nav>Home</nav><main><h1>The harbour</h1><p>It was rebuilt after the storm.</p>"
        "<p hidden>Nobody sees this.</p><ins class=adsbygoogle>Buy boats</ins></main><footer>Harbour Media</footer>"
    )
    for selection in (Selection(), Selection(block_ads=True), WHOLE, Selection(exclude_tags=("h1",))):
        text = page.markdown(selection)
        regions = page.regions(selection)
        assert all((region.text in text) == region.kept for region in regions), selection
        assert {region.text for region in regions} >= {"It was rebuilt after the storm.", "Nobody sees this."}
