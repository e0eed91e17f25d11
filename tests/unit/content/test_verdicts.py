"""A page is taken for a page, a wall for a wall, and an error for an error."""

import pytest

from tests.unit.content.pages import view

BUNDLE = "<script src=/bundle.js></script>"
ANALYTICS = (
    "<script async src='https://www.googletagmanager.com/gtag/js?id=G-1'></script>"
    "<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date())</script>"
)
PROSE = "<p>The text says: verify you are human, access denied, enable JavaScript.</p>"


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Hi</title>{ANALYTICS}<h1>Hello</h1><p>One sentence here.</p>",
        f"<div id=app><h1>Products</h1><p>We sell things</p></div>{BUNDLE}",
        f"<h1>Status</h1><p>All good</p>{BUNDLE}",
        "<p>OK</p>",
        "<p>Loading...</p>",
        "just words",
        "<title>example.org</title><h1>example.org</h1><p>We bake bread.</p>",
        "",
        f"<img src=a.png>{ANALYTICS}",
        f"<title>Just a moment... how walls work</title><article><h1>Walls</h1>{PROSE * 40}</article>",
        f"<h1>How to enable JavaScript</h1><p>To enable JavaScript in a browser, open its settings.</p>{ANALYTICS}",
        "<h1>Contact</h1><form><textarea></textarea><div class=g-recaptcha></div></form>",
        "<meta http-equiv=refresh content=300><h1>News</h1><p>Something happened.</p>",
        "<h1>Go</h1><p>Some words here</p><script>b.addEventListener('click',()=>{location.href='/x'})</script>",
        f"<h1>Real</h1>{PROSE * 10}<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>",
        "<h1>Shop</h1>" + "<p>words words words words words</p>" * 60 + "<form><input type=password></form>",
        f"<h1>Docs</h1><noscript>Works best with JavaScript enabled.</noscript>{'<p>More text.</p>' * 20}{BUNDLE}",
    ],
)
def test_an_ordinary_page_is_accepted(html: str) -> None:
    assert view(html).verdict is None


@pytest.mark.parametrize(
    ("kind", "status", "html"),
    [
        ("not_found", 200, "<title>Page not found</title><h1>Page not found</h1><p>It may have been moved or deleted."),
        (
            "maintenance",
            503,
            "<title>Wartung</title><h1>Wartungsarbeiten</h1><p>Das Portal steht bis Samstag nicht zur Verfügung.",
        ),
        ("rate_limit", 429, "<title>Quota atteint</title><h1>Trop de consultations</h1><p>Merci de patienter."),
    ],
)
def test_a_wall_that_says_more_than_its_sentence_is_recognised(kind: str, status: int, html: str) -> None:
    page = view(html, status=status)
    assert page.verdict is not None
    assert page.verdict.kind == kind


@pytest.mark.parametrize("status", [404, 410, 500, 502])
def test_an_error_page_with_text_is_what_the_address_holds(status: int) -> None:
    assert view("<h1>Not here</h1><p>The page does not exist.</p>", status=status).finding is None


@pytest.mark.parametrize(
    ("status", "html"),
    [
        (403, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"),
        (
            200,
            "<title>Just a moment...</title><h1>example.org</h1><p>Verify you are human by doing this.</p>",
        ),
        (403, "<script>var dd={'rt':'c'}</script><script src='https://ct.captcha-delivery.com/c.js'></script>"),
        (403, "<div id=px-captcha></div><h1>Press & Hold to confirm you are a human</h1>"),
        (200, "<iframe src='/_Incapsula_Resource?x=1'></iframe>"),
        (405, "<script>AwsWafIntegration; window.awsWafCookieDomainList=[]</script>"),
        (200, "<p>Please solve this.</p><div class=h-captcha></div>"),
    ],
)
def test_a_challenge_is_recognised(status: int, html: str) -> None:
    finding = view(html, status=status).finding
    assert finding is not None
    assert finding.kind == "challenge"
    assert finding.evidence


@pytest.mark.parametrize(
    ("kind", "status", "html"),
    [
        ("refusal", 403, "<h1>403 Forbidden</h1>"),
        ("refusal", 401, "<h1>Unauthorized</h1>"),
        ("refusal", 403, "<h1>Access Denied</h1>You don't have permission to access /x on this server.<p>Ref. #18.1"),
        ("rate_limit", 429, "<p>Slow down"),
        ("refusal", 401, ""),
        ("refusal", 403, ""),
    ],
)
def test_a_bare_refusal_is_recognised_and_is_an_answer(kind: str, status: int, html: str) -> None:
    finding = view(html, status=status).finding
    assert finding is not None
    assert finding.kind == kind
    assert finding.readable


@pytest.mark.parametrize("status", [404, 500])
def test_an_empty_answer_has_no_verdict_that_nothing_speaks_for(status: int) -> None:
    assert view("", status=status).finding is None


@pytest.mark.parametrize(
    "text",
    [
        "Press and hold the power button.",
        "It takes just a moment to join.",
        "Please enable cookies, since the cart is kept in one.",
        "Are you a robot, asked the child.",
        "A page may say: unusual traffic from your network.",
        "The bot detection of our shop is explained here.",
        "Read why automated access is not free of charge.",
        "Your support ID is on the back of the card.",
        "You don't have permission to access the roof.",
        "The lift is under maintenance until Monday.",
        "Too many requests for one evening.",
        "The farm is for sale. Make an offer.",
        "This size is no longer available.",
        "We use cookies to remember your language.",
    ],
)
@pytest.mark.parametrize(
    "snippet",
    [
        "",
        "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>",
        "<script src='/_Incapsula_Resource?SWJIYLWA=1'></script>",
        "<script src='https://js.datadome.co/tags.js'></script>",
        "<script>window.KPSDK={}</script>",
    ],
)
def test_one_phrase_is_no_evidence(text: str, snippet: str) -> None:
    assert view(f"<title>Help</title>{snippet}<h1>Help</h1><p>{text}</p>").verdict is None


@pytest.mark.parametrize(
    ("kind", "html"),
    [
        ("parked", "<title>example.com is for sale</title><h1>example.com is for sale</h1><p>Buy this domain"),
        ("parked", "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>Thank you for using nginx."),
        ("cdn_error", "<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><hr>nginx"),
        ("not_found", "<title>Page not found</title><h1>Page not found</h1><p>The page you are looking for is gone."),
        ("not_found", "<title>Seite nicht gefunden</title><h1>404</h1><p>Die gesuchte Seite existiert nicht."),
        ("server_error", "<title>Error</title><h1>Something went wrong</h1><p>Please try again later."),
        (
            "maintenance",
            "<title>Maintenance</title>Briefly unavailable for scheduled maintenance. Check back in a minute.",
        ),
        ("database_error", "<title>Database Error</title><h1>Error establishing a database connection</h1>"),
        ("rate_limit", "<title>Slow down</title><h1>Too many requests</h1><p>Try again in a minute."),
        ("consent", "<title>Before you continue</title><h1>Before you continue</h1><p>We use cookies. <b>Accept all"),
        ("paywall", "<title>A walk</title><h1>A walk</h1><p>At six. Subscribe to continue reading. Cancel anytime."),
    ],
)
def test_a_page_that_says_it_is_none_has_a_verdict_and_is_returned(kind: str, html: str) -> None:
    page = view(html)
    assert page.finding is None
    assert page.verdict is not None
    assert page.verdict.kind == kind
    assert page.verdict.warning


def test_a_page_about_an_error_is_a_page() -> None:
    text = "<p>A server sends this status when it has nothing under the address. Such links are called dead.</p>"
    assert view(f"<title>404 Not Found - Glossary</title><h1>404 Not Found</h1>{text}").verdict is None


def test_a_page_about_walls_with_their_very_words_is_a_page() -> None:
    title = "<title>429 Too Many Requests - Docs</title><h1>429 Too Many Requests</h1>"
    text = "<p>It says that the client has sent too many requests in a given amount of time, which is its rate limit."
    more = (
        " A server may add a header with the seconds until a client may ask again, and describes its limits in prose."
    )
    assert view(title + text + more).verdict is None
    fix = "<title>Error establishing a database connection: 5 fixes</title><h1>How to fix it</h1><p>Check the database."
    assert view(fix).verdict is None


@pytest.mark.parametrize(
    ("kind", "status", "html"),
    [
        (
            "not_found",
            200,
            "<title>Page not found</title><h1>Page not found</h1><p>The page you requested does not exist.",
        ),
        ("server_error", 500, "<title>KeyError at /page</title><h1>KeyError at /page</h1><p>Exception Location: a.py"),
    ],
)
def test_a_page_with_plenty_of_text_is_recognised_by_how_it_begins(kind: str, status: int, html: str) -> None:
    more = "<p>An oak chair with a woven seat, 49 euros. Delivery takes two weeks.</p>" * 60
    page = view(html + more, status=status)
    assert page.verdict is not None
    assert page.verdict.kind == kind
    assert view("<title>Page not found, a novel</title><h1>Oak chairs</h1>" + more).verdict is None


@pytest.mark.parametrize(
    "html",
    [
        "<title>Site em construção</title><h1>Site em construção</h1><p>Em breve um novo site neste endereço.",
        "<h1>Dominio in vendita</h1><p>Questo dominio è in vendita. Acquista questo dominio.",
        "<h1>Diese Domain steht zum Verkauf</h1><p>Interesse an dieser Domain? Geben Sie ein Gebot ab.",
        "<h1>Домен припаркован</h1><p>Купить домен. Сайт на нём пока не размещён.",
        "<h1>该域名正在出售</h1><p>如果您有意购买 请点击此处报价。",
        "<h1>Domeinnaam te koop</h1><p>Deze domeinnaam is te koop. Doe een bod.",
    ],
)
def test_a_parked_domain_is_recognised_in_many_languages(html: str) -> None:
    page = view(html)
    assert page.verdict is not None
    assert page.verdict.kind == "parked"


def test_menus_and_feet_are_not_what_a_page_says() -> None:
    frame = "<nav>Log in Forgot password? Accept all</nav>{}<footer>Cookie settings Reject all</footer>"
    text = "<title>Page not found</title><h1>Page not found</h1><p>The page you are looking for was moved.</p>"
    assert view(frame.format("<h1>Tea</h1><p>On Friday.</p>")).verdict is None
    page = view(frame.format(text))
    assert page.verdict is not None
    assert page.verdict.kind == "not_found"


def test_a_server_that_says_when_to_come_again_is_taken_at_its_word() -> None:
    assert view("<p>Slow down" + "</p>", status=429, headers={"retry-after": "30"}).finding is None


def test_a_word_to_be_read_off_is_no_captcha_that_stands_before_the_page() -> None:
    assert view("<div id=captcha><b>aIGD</b></div><input>").finding is None
    wall = view("<div id=captcha><img src=/c.png></div><input>").finding
    assert wall is not None
    assert wall.kind == "challenge"


def test_a_header_can_say_it_is_a_challenge() -> None:
    finding = view("<h1>x</h1>" + PROSE * 50, headers={"cf-mitigated": "challenge"}).finding
    assert finding is not None
    assert finding.kind == "challenge"


def test_a_login_wall_is_recognised_unless_the_login_was_asked_for() -> None:
    form = "<title>Log in</title><form><input name=u><input type=password></form>"
    wall = view(form, url="https://example.org/users/sign_in", requested_url="https://example.org/inbox").finding
    assert wall is not None
    assert wall.kind == "login"
    assert not wall.readable
    assert view(form, url="https://example.org/login").finding is None


def test_a_login_at_the_very_address_is_an_answer_when_nobody_gets_more() -> None:
    form = "<title>Log in</title><form><input name=u><input type=password></form>"
    finding = view(form, url="https://example.org/members").finding
    assert finding is not None
    assert finding.kind == "login"
    assert finding.readable


@pytest.mark.parametrize(
    ("kind", "html"),
    [
        (
            "not_found",
            "<title>Sidan saknas</title><h1>Sidan finns inte</h1><p>Sidan du söker har tagits bort.",
        ),
        ("not_found", "<title>Sivua ei löydy</title><h1>Sivua ei löydy</h1><p>Etsimääsi sivua ei enää ole."),
        ("not_found", "<title>الصفحة غير موجودة</title><h1>الصفحة غير موجودة</h1><p>الصفحة التي تبحث عنها غير موجودة."),
        ("parked", "<h1>Domænet er til salg</h1><p>Dette domæne er til salg. Giv et bud på domænet."),
        ("parked", "<h1>Tato doména je na prodej</h1><p>Doména vypršela. Kupte tuto doménu."),
        ("server_error", "<title>Hiba</title><h1>Váratlan hiba történt</h1><p>Kérjük, próbálja újra később."),
        ("server_error", "<title>Terjadi kesalahan</title><h1>Terjadi kesalahan</h1><p>Silakan coba lagi nanti."),
        ("maintenance", "<title>Bảo trì</title><h1>Trang web đang bảo trì</h1><p>Chúng tôi sẽ sớm quay lại."),
        ("maintenance", "<title>Συντήρηση</title><h1>Ιστότοπος υπό συντήρηση</h1><p>Θα επιστρέψουμε σύντομα."),
        (
            "database_error",
            "<title>Database error</title><h1>We could not reach the database</h1><p>Connecting failed.",
        ),
        ("rate_limit", "<title>Liian monta pyyntöä</title><h1>Liian monta pyyntöä</h1><p>Odota hetki."),
        ("consent", "<h1>Cookies</h1><p>Vi og vores partnere bruger cookies.</p><button>Accepter alle</button>"),
    ],
)
def test_a_page_is_recognised_by_what_it_says_and_not_by_its_wording(kind: str, html: str) -> None:
    page = view(html)
    assert page.verdict is not None
    assert page.verdict.kind == kind


@pytest.mark.parametrize(
    "html",
    [
        "<title>Error pages</title><h1>Error pages</h1><p>If a page is not found, visitors see this text.",
        "<title>Domain for sale?</title><h1>Is this domain for sale?</h1><p>Ask its owner, who is in the register.",
        "<title>Why our database was down</title><h1>Why our database was down</h1><p>We could not connect to it.",
        "<h1>Restore deleted files</h1><p>Files that were deleted are kept for 30 days. Open the trash to restore one.",
        "<h1>Wir sind umgezogen</h1><p>Die alte Adresse gibt es nicht mehr. Sie finden uns in der Gartenstraße 4.",
        "<h1>Farm for sale</h1><p>This farm is for sale. It has a well. Make an offer by the end of May.",
    ],
)
def test_what_could_be_and_what_is_asked_is_no_sign(html: str) -> None:
    assert view(html).verdict is None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Image | UI kit", "<img src=a.png><img src=b.png>"),
        ("Revision 12", "<pre>+ a = 1</pre>"),
        ("Challenge 7", "<p>12 km, 400 m</p>"),
        ("Check-in", "<p>14:00-22:00</p>"),
        ("Verify", "<form><input name=code><button>Verify</button></form>"),
        ("Moments | Photographer", "<img src=a.jpg>"),
        ("Revisión | Taller", "<p>Revisamos su coche.</p>"),
        ("Security check | Example GmbH", "<p>We check the security of your website. Book a check today.</p>"),
        ("Databases", "<ul><li>PostgreSQL<li>MySQL</ul>"),
        ("Gateway", "<p>A hotel in Leeds.</p>"),
        ("Related searches", "<ul><li>lamps<li>chairs</ul>"),
        ("Maintenance", "<p>Boilers and lifts since 1980.</p>"),
        ("Members only", "<p>A band from Leeds.</p>"),
        ("Timeout", "<p>Board games, 3 to 6 players.</p>"),
        (
            "Captcha",
            f"<p>A captcha is a test for humans.</p>{'<p>It was invented by people of a university.</p>' * 80}",
        ),
        ("Browser check", f"<p>A browser check is a test.</p>{'<p>This page tells how it is done, and why.</p>' * 80}"),
        ("Access denied", f"<p>A film of 1948.</p>{'<p>Its story begins in a harbour by night.</p>' * 80}"),
    ],
)
def test_a_word_in_title_and_heading_is_no_evidence(title: str, body: str) -> None:
    html = f"<title>{title}</title><h1>{title.partition(' | ')[0]}</h1>{body}"
    assert view(html).verdict is None
    assert view(f"<header><a href=/>Home</a></header><main>{html}</main><footer>Imprint</footer>").verdict is None
