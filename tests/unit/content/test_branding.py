"""The look of a page: roles of colours, controls, type and logo, each with where it was found."""

from typing import Any

from firecrawl.v2.types import BrandingProfile

from gossamer.content.branding import branding_of
from tests.unit.content.pages import view

HEAD = '<title>Pricing | Loom</title><link rel=icon href="/i.png"><meta property="og:image" content="/o.png">'
GREEN, INK, GREY = "#1a7f37", "#1f2328", "#59636e"


def button(
    text: str, *, background: str = "", border: str = "", where: str = "a.btn", top: int = 300
) -> dict[str, Any]:
    box = [100, top, 140, 40]
    return {
        "role": "button", "where": where, "text": text, "box": box, "colour": "#ffffff", "background": background,
        "border": border, "radius": "6px", "padding": "8px 16px", "family": "Inter, sans-serif", "size": "14px",
    }  # fmt: skip


SAMPLES = [
    {"role": "page", "where": "html", "family": "Inter, sans-serif", "size": "16px", "weight": "400"},
    {"role": "page", "where": "body", "background": "#fefefe", "colour": INK, "family": "Inter, sans-serif"},
    {
        "role": "h1",
        "where": "h1",
        "family": '"Playfair Display", serif',
        "size": "48px",
        "weight": "700",
        "line": "60px",
    },
    {"role": "text", "where": "p", "colour": INK, "family": "Inter, sans-serif", "size": "16px", "line": "24px"},
    {"role": "link", "where": "p a", "colour": "#0969da"},
    {"role": "input", "where": "input#q", "border": "#d1d9e0", "radius": "6px", "box": [0, 0, 200, 32]},
    button("Accept all cookies", background="#ff0000", where="button#onetrust-accept"),
    button("Get started", background=GREEN, where="a.btn-primary"),
    button("Sign in", border="#d1d9e0"),
]
AMOUNTS = [
    {"kind": "background", "colour": "#f6f8fa", "amount": 90_000, "where": "footer"},
    {"kind": "text", "colour": INK, "amount": 4000, "where": "p"},
    {"kind": "text", "colour": GREY, "amount": 800, "where": "small"},
]
LOGOS = [
    {"address": "/acme.png", "text": "Acme", "names": "img logo", "context": "customers", "box": [100, 800, 120, 40]},
    {
        "markup": '<svg viewBox="0 0 9 9"></svg>', "where": "svg.logo", "names": "svg logo a logo-link",
        "context": "header site-header", "link": "https://example.org/", "box": [20, 10, 120, 32],
    },
]  # fmt: skip


def branding(styles: Any, html: str = HEAD) -> dict[str, Any]:
    page = view(html)
    return branding_of(styles, page.whole, page.base, page.metadata)[0]


STYLES = {"samples": SAMPLES, "amounts": AMOUNTS, "variables": {"--color-brand": GREEN}, "logos": LOGOS, "width": 1280}


def test_colours_have_roles_and_a_consent_dialog_has_none() -> None:
    found = branding(STYLES)
    assert found["colors"] == {
        "background": "#fefefe",
        "textPrimary": INK,
        "textSecondary": GREY,
        "primary": GREEN,
        "link": "#0969da",
    }
    assert found["colorScheme"] == "light"


def test_the_main_button_the_other_one_and_the_input_are_told_apart() -> None:
    found = branding(STYLES)["components"]
    assert found["buttonPrimary"]["background"] == GREEN
    assert found["buttonSecondary"] == {
        "background": "transparent",
        "textColor": "#ffffff",
        "borderColor": "#d1d9e0",
        "borderRadius": "6px",
        "padding": "8px 16px",
        "fontSize": "14px",
    }
    assert found["input"]["borderColor"] == "#d1d9e0"


def test_type_is_that_of_headings_and_of_text() -> None:
    found = branding(STYLES)["typography"]
    assert found["fontFamilies"] == {"primary": "Inter", "heading": "Playfair Display"}
    assert found["fontSizes"] == {"h1": "48px", "body": "16px"}
    assert found["lineHeights"] == {"body": 1.5, "heading": 1.25}


def test_a_logo_is_the_sites_own_and_a_drawing_is_a_data_address() -> None:
    found = branding(STYLES)
    assert found["logo"].startswith("data:image/svg+xml;base64,")
    assert found["images"] == {
        "logo": found["logo"],
        "favicon": "https://example.org/i.png",
        "ogImage": "https://example.org/o.png",
    }
    assert found["brandName"] == "Loom"


def test_each_value_says_where_it_was_found() -> None:
    found = branding(STYLES)
    sources = found.pop("sources")
    assert sources["/colors/primary"] == "custom property --color-brand"
    assert sources["/components/buttonPrimary"] == '"Get started" (a.btn-primary)'
    assert {pointer.split("/")[1] for pointer in sources} == set(found)


def test_the_client_reads_it() -> None:
    profile = BrandingProfile.model_validate(branding(STYLES))
    assert (profile.brand_name, profile.colors and profile.colors["primary"]) == ("Loom", GREEN)


def test_without_a_browser_the_pages_own_sheets_speak_and_a_notice_says_so() -> None:
    page = view(
        f"<head>{HEAD}<style>/* a */ :root{{--main:#123456}} body{{background:#111;color:rgb(240,240,240)}}"
        "h1{font-family:Georgia,serif;font-size:3rem} .btn-primary{background-color:var(--main);color:white}"
        "</style></head><header><a href=/><img class=logo src=/l.svg alt=Loom></a></header>"
    )
    found, [notice] = branding_of(None, page.whole, page.base, page.metadata)
    assert found["colorScheme"] == "dark"
    assert found["colors"]["primary"] == "#123456"
    assert found["typography"]["fontSizes"]["h1"] == "3rem"
    assert found["logo"] == "https://example.org/l.svg"
    assert "without a browser" in notice


def test_what_a_page_makes_of_the_styles_is_not_trusted() -> None:
    assert branding({"samples": [{"role": 7}]})["colors"]["background"] == "#ffffff"
