"""Pages about work in a real Chromium: what its visitors see, reach by keyboard, and are safe from."""

import asyncio
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.async_api import Browser, FilePayload, Page, Route, expect

from gossamer.core.uploads import MAX_UPLOAD
from tests import documents
from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import index_article

pytestmark = [pytest.mark.browser, pytest.mark.one_loop]
PLAYGROUND = "/dashboard/playground"
# What could run or lead away, had anything been taken for markup.
DANGERS = """() => {
  const planted = "main script, main iframe, main img[src='x'], main svg[onload], main [style]";
  const schemes = [...document.querySelectorAll("a[href]")].map((a) => a.protocol);
  return {
    harmed: window.harmed === true || document.title.includes("harmed"),
    elements: document.querySelectorAll(planted).length,
    links: schemes.filter((scheme) => !["http:", "https:"].includes(scheme)),
  };
}"""
SAFE = {"harmed": False, "elements": 0, "links": []}
# Controls without a name, ids that are there twice, pictures without a text, and other slips that tools cannot read.
SLIPS = """() => {
  const shown = (e) => e.checkVisibility();
  const said = (e) => e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.textContent.trim();
  const named = (e) => e.labels?.length || said(e);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const references = ["aria-labelledby", "aria-describedby", "aria-controls", "for"];
  const of = (name) => [...document.querySelectorAll(`[${name}]`)].flatMap((e) => e.getAttribute(name).split(" "));
  // The dialog is named by what comes into it.
  const refers = references.flatMap(of).filter((id) => id && id !== "dialog-title");
  return {
    nameless: [...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")]
      .filter((e) => shown(e) && !named(e)).map((e) => e.outerHTML),
    twice: ids.filter((id, i) => ids.indexOf(id) !== i),
    dangling: refers.filter((id) => !ids.includes(id)),
    pictures: [...document.querySelectorAll("img:not([alt])")].length,
    headings: document.querySelectorAll("h1").length,
    overflow: document.documentElement.scrollWidth > innerWidth,
    // What has to be moved to be read can be reached by keyboard, and is nothing that everybody wants to see.
    cut: [...document.querySelectorAll(".table-frame:not([tabindex])")]
      .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent.trim()),
  };
}"""
NO_SLIPS = {"nameless": [], "twice": [], "dangling": [], "pictures": 0, "headings": 1, "overflow": False, "cut": []}


async def play(page: Page, mode: str, url: str, *formats: str) -> None:
    await page.goto(f"{PLAYGROUND}?mode={mode}")
    await page.get_by_label("Address").fill(url)
    for name in formats:
        await page.get_by_label(name, exact=True).check()
    await page.locator("#run").click()
    await expect(page.locator("#outcome-title")).to_be_visible()


async def content_of(waiting: Any) -> bytes:
    """Return the content of the file that the browser saves."""
    path = await (await waiting.value).path()
    return await asyncio.to_thread(path.read_bytes)


async def test_nothing_that_a_hostile_page_says_runs_or_can_be_followed(
    deployment: Deployment, page: Page, chromium: Browser
) -> None:
    await play(page, "scrape", deployment.hostile, "HTML", "Raw HTML", "Links")
    tabs = page.get_by_role("tablist", name="Formats").get_by_role("tab")
    assert [await tab.get_attribute("data-tab") for tab in await tabs.all()] == [
        "markdown",
        "html",
        "rawHtml",
        "links",
        "metadata",
    ]
    for tab in await tabs.all():
        await tab.click()
        assert await page.evaluate(DANGERS) == SAFE
    await page.locator("[data-tab=rawHtml]").click()
    await expect(page.locator("#play-rawHtml")).to_contain_text("<script>window.harmed = true")
    await page.locator("[data-tab=links]").click()
    await expect(page.locator("#play-links li", has_text="mailto:someone@example.org")).to_have_count(1)
    await expect(page.locator("#play-links .links a")).to_have_count(1)
    await expect(page.locator("#play-links .links a")).to_contain_text(f"{deployment.hostile}/fine?q=<script>")
    await page.get_by_role("link", name="In the activity").click()
    await expect(page.locator("#result-title")).to_be_visible()
    assert await page.evaluate(DANGERS) == SAFE
    await page.get_by_role("link", name="Open as text").first.click()
    assert await page.evaluate("document.contentType") == "text/plain"
    for mode in ("map", "crawl"):
        await play(page, mode, deployment.hostile)
        await expect(page.locator("#result")).to_contain_text("fine")
        assert await page.evaluate(DANGERS) == SAFE
    await page.get_by_role("link", name="In the activity").click()
    await expect(page.locator("#urls")).to_contain_text("fine")
    assert await page.evaluate(DANGERS) == SAFE
    for path in ("/dashboard/activity", "/dashboard"):
        await page.goto(path)
        assert await page.evaluate(DANGERS) == SAFE


async def test_an_explained_page_is_text_and_is_filtered_without_script(deployment: Deployment, page: Page) -> None:
    await play(page, "explain", deployment.hostile)
    assert await page.evaluate(DANGERS) == SAFE
    await play(page, "explain", deployment.site.url("/article"))
    assert await page.evaluate(SLIPS) == NO_SLIPS
    kept = page.locator(".regions .kept").first
    await page.get_by_label("Dropped").check()
    await expect(kept).to_be_hidden()
    await expect(page.locator(".regions .dropped").first).to_be_visible()
    await page.get_by_label("All").check()
    await expect(kept).to_be_visible()


async def test_results_are_copied_and_saved(deployment: Deployment, page: Page) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await play(page, "scrape", deployment.site.url("/article"), "HTML", "Links")
    clipboard = "navigator.clipboard.readText()"
    for name, beginning in (("markdown", "# How spiders"), ("html", "<h1>How"), ("links", deployment.site.url("/"))):
        await page.locator(f"[data-tab={name}]").click()
        panel = page.locator(f"#play-{name}")
        await panel.get_by_role("button", name="Copy").click()
        await expect(panel.get_by_role("button", name="Copied")).to_be_visible()
        assert beginning in await page.evaluate(clipboard)
        async with page.expect_download() as waiting:
            await panel.get_by_role("link", name="Download").click()
        assert (await content_of(waiting)).decode() == await page.evaluate(clipboard)
    await page.get_by_role("button", name="Copy JSON").click()
    await expect(page.get_by_role("button", name="Copied : the whole")).to_be_visible()
    assert json.loads(await page.evaluate(clipboard))["markdown"].startswith("# How spiders")


async def test_what_was_found_is_copied_and_saved_within_the_page(deployment: Deployment, page: Page) -> None:
    await play(page, "map", deployment.site.url("/"))
    async with page.expect_download() as waiting:
        await page.get_by_role("button", name="Download : URLs").click()
    assert (await waiting.value).suggested_filename == "urls.txt"
    assert deployment.site.url("/article") in (await content_of(waiting)).decode().splitlines()


async def test_a_preview_shows_markdown_as_it_looks_and_loads_nothing(deployment: Deployment, page: Page) -> None:
    await play(page, "scrape", deployment.hostile)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("link", name="Preview").click()
    await expect(page.get_by_role("dialog").get_by_role("heading", level=3)).to_contain_text("<script>")
    assert await page.evaluate(DANGERS) == SAFE
    assert [url for url in asked if not url.startswith(deployment.service.url)] == []
    await play(page, "scrape", deployment.site.url("/article"))
    await page.get_by_role("link", name="Preview").click()
    await expect(page.get_by_role("dialog").get_by_role("link", name="Picture: An orb web")).to_be_visible()
    assert await page.evaluate(SLIPS) == NO_SLIPS


async def test_the_pages_of_a_crawl_are_saved_as_files(deployment: Deployment, team: Team, page: Page) -> None:
    job = deployment.finish(team.key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 2, "sitemap": "skip"})
    await page.goto(f"/dashboard/activity/{job}")
    for form in ("JSONL", "ZIP"):
        async with page.expect_download() as waiting:
            await page.get_by_role("link", name=form).click()
        assert (await waiting.value).suggested_filename == f"crawl-{job}.{form.lower()}"
        content = await content_of(waiting)
        assert len(content.splitlines() if form == "JSONL" else ZipFile(BytesIO(content)).namelist()) == 2


async def test_a_page_is_used_in_words_and_used_again(deployment: Deployment, page: Page) -> None:
    await page.goto(f"{PLAYGROUND}?mode=interact&url={deployment.site.url('/product')}")
    await page.get_by_label("What to do").fill("What is the price?")
    await expect(page.locator("#snippet-curl")).to_contain_text("What is the price?")
    await page.locator("#run").click()
    await expect(page.locator("#play-output")).to_contain_text("24.50")
    await page.get_by_role("link", name="Go on").click()
    await expect(page.get_by_label("Go on with")).to_have_value(re.compile("[0-9a-f-]{36}"))
    await page.get_by_label("What to do").fill("What is the price?")
    await page.locator("#run").click()
    await expect(page.locator("#result")).to_contain_text("The page was used. The session is charged when it ends.")
    await expect(page.locator("#play-output")).to_contain_text("24.50")


async def test_data_of_pages_are_shown_when_they_are_there(deployment: Deployment, page: Page) -> None:
    await page.goto(f"{PLAYGROUND}?mode=extract&url={deployment.site.url('/product')}")
    await page.get_by_label("Which data").fill("name and price")
    await page.locator("#run").click()
    await expect(page.locator("#extracted")).to_contain_text("Blue kettle")
    async with page.expect_download() as waiting:
        await page.get_by_role("button", name="Download : Data").click()
    assert b"Blue kettle" in await content_of(waiting)


async def test_a_search_is_shown_and_saved(deployment: Deployment, team: Team, page: Page) -> None:
    await asyncio.to_thread(index_article, deployment, team)
    await page.goto(f"{PLAYGROUND}?mode=search")
    await page.get_by_label("Query").fill("how spiders weave")
    await page.locator("#run").click()
    await expect(page.locator("#result .links")).to_contain_text("/article")
    async with page.expect_download() as waiting:
        await page.get_by_role("button", name="Download : Results").click()
    assert (await waiting.value).suggested_filename == "results.json"


async def test_results_are_moved_through_with_the_keyboard(deployment: Deployment, page: Page) -> None:
    await play(page, "scrape", deployment.site.url("/article"), "Links")
    markdown, links, metadata = (page.locator(f"#play-{name}-tab") for name in ("markdown", "links", "metadata"))
    await expect(markdown).to_have_attribute("aria-selected", "true")
    await markdown.focus()
    await page.keyboard.press("ArrowRight")
    await expect(links).to_be_focused()
    await expect(page.locator("#play-links")).to_be_visible()
    await expect(page.locator("#play-markdown")).to_be_hidden()
    await page.keyboard.press("End")
    await expect(metadata).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(markdown).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.locator("#play-markdown")).to_be_focused()
    await expect(page.locator("#said")).to_have_text("The page was scraped for 1 credit.")


async def test_a_screenshot_is_shown_as_a_picture(deployment: Deployment, page: Page) -> None:
    await play(page, "scrape", deployment.site.url("/article"), "Screenshot")
    await page.locator("[data-tab=screenshot]").click()
    picture = page.get_by_role("img", name="Screenshot 1")
    await expect(picture).to_be_visible()
    await expect(picture).to_have_js_property("complete", value=True)
    assert await picture.evaluate("(image) => image.naturalWidth") > 100


async def test_the_progress_of_a_crawl_is_asked_for_until_it_has_ended(deployment: Deployment, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/playground/crawl/" in request.url else None)
    await page.clock.install()
    await play(page, "crawl", deployment.site.url("/"))
    await expect(page.locator("#crawl")).to_contain_text("Completed", timeout=60_000)
    await expect(page.locator("#crawl[hx-get]")).to_have_count(0)
    seen = len(asked)
    assert seen >= 1
    await page.clock.run_for(60_000)
    assert len(asked) == seen


async def test_a_file_is_parsed_within_the_page(page: Page) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    await page.goto(f"{PLAYGROUND}?mode=parse")
    report = FilePayload(name="report.docx", mimeType=documents.DOCX, buffer=documents.REPORT)
    await page.get_by_label("File", exact=True).set_input_files(report)
    await page.get_by_label("Timeout").fill("20000")
    await expect(page.locator("#snippet-curl")).to_contain_text("20000")
    await page.locator("#run").click()
    await expect(page.locator("#result")).to_contain_text("The file was parsed for 1 credit.")
    await expect(page.locator("#result")).to_contain_text("# Silk report")
    assert problems == []


async def test_a_file_that_is_too_large_is_refused_before_it_is_sent(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.pdf"
    with large.open("wb") as file:
        file.truncate(MAX_UPLOAD + 1)
    await page.goto(f"{PLAYGROUND}?mode=parse")
    field = page.get_by_label("File", exact=True)
    await field.set_input_files(large)
    assert await field.evaluate("(field) => field.validationMessage") == "The file is larger than 50 MB."


async def test_the_code_follows_what_is_typed(deployment: Deployment, team: Team, page: Page) -> None:
    await page.goto(PLAYGROUND)
    await page.get_by_label("Address").fill("https://example.org/typed")
    await expect(page.locator("#snippet-curl")).to_contain_text("https://example.org/typed")
    await page.get_by_role("tab", name="Python").click()
    await page.get_by_label("Main content only").uncheck()
    await expect(page.locator("#snippet-python")).to_contain_text("only_main_content=False")
    await expect(page.get_by_role("tab", name="Python")).to_have_attribute("aria-selected", "true")
    assert team.key not in await page.content()


async def test_what_was_typed_goes_along_to_another_mode(page: Page) -> None:
    await page.goto(PLAYGROUND)
    for mode in ("Crawl", "Map"):
        await page.get_by_label("Address").fill(f"https://example.org/?for={mode}&x=1")
        await page.get_by_role("link", name=mode).click()
        await expect(page.locator(".modes [aria-current=page]")).to_have_text(mode)
        await expect(page.get_by_label("Address")).to_have_value(f"https://example.org/?for={mode}&x=1")


async def test_what_did_not_work_is_in_front_of_the_person(deployment: Deployment, team: Team, page: Page) -> None:
    narrow, _ = deployment.key(team.team_id, "narrow", allowedEndpoints=["map"])
    await page.set_viewport_size({"width": 375, "height": 667})
    await page.goto(PLAYGROUND)
    # The code beside the form asks by itself, a moment after the form changed: its requests are not looked at here.
    await page.locator("#code").evaluate("(code) => code.remove()")
    await page.get_by_label("Address").fill("https://example.org/")
    await page.get_by_label("Run as key").select_option(narrow)
    await page.locator("#run").click()
    refusal = page.locator(".refused")
    await expect(refusal).to_be_focused()
    await expect(refusal.get_by_text("Endpoint not allowed: scrape")).to_be_in_viewport()
    # What no result can tell, as of a form that is too old, is told at the top of the page.
    await page.route(f"**{PLAYGROUND}/scrape", _without_status)
    await page.locator("body").evaluate("(body) => body.setAttribute('hx-headers', '{}')")
    await page.locator("#play [name=csrf]").evaluate("(field) => { field.value = 'old'; }")
    await page.locator("#run").click()
    problem = page.locator("#problems .notice")
    await expect(problem).to_be_focused()
    await expect(problem).to_be_in_viewport()


async def _without_status(route: Route) -> None:
    """Pass the answer on as a success: the console complains of others, and the page does not look at it."""
    await route.fulfill(response=await route.fetch(), status=200)


async def test_a_frame_that_is_drawn_on_a_picture_is_the_part_that_is_compared(
    deployment: Deployment, page: Page
) -> None:
    await page.goto(f"/dashboard/monitors/new?url={deployment.site.url('/article')}")
    await page.get_by_label("How it looks").check()
    await page.get_by_role("button", name="Show what will be watched").click()
    picture = page.get_by_alt_text("The page as it will be compared")
    whole, shown = await picture.evaluate(
        "async (picture) => [(await picture.decode(), picture.naturalWidth), picture.clientWidth]"
    )
    await picture.hover(position={"x": 10, "y": 10})
    await page.mouse.down()
    await picture.hover(position={"x": shown / 2, "y": 60})
    await page.mouse.up()
    drawn = (await page.get_by_label("Part of the picture").input_value()).split(", ")
    scale = whole / shown
    expected = [10 * scale, 10 * scale, (shown / 2 - 10) * scale, 50 * scale]
    assert [int(one) for one in drawn] == pytest.approx(expected, abs=3 * scale)
    assert await page.evaluate(SLIPS) == NO_SLIPS


async def test_the_first_page_begins_in_the_way_that_somebody_likes(deployment: Deployment, page: Page) -> None:
    await page.goto("/dashboard")
    for name, text in (
        ("curl", "curl -X POST"),
        ("Python", "from firecrawl"),
        ("JavaScript", "await"),
        ("MCP", "/mcp"),
    ):
        await page.get_by_role("tab", name=name).click()
        await expect(page.get_by_role("tabpanel", name=name)).to_contain_text(text)
    await page.get_by_role("tab", name="Paste a URL").click()
    await page.get_by_label("Address of a page").fill(deployment.site.url("/article"))
    await page.get_by_role("button", name="Try it").click()
    await expect(page.get_by_label("Address")).to_have_value(deployment.site.url("/article"))
    await expect(page.get_by_role("link", name="Guide")).to_have_attribute("href", "/docs/guide/")


async def test_lines_of_addresses_end_between_their_parts(deployment: Deployment, team: Team, page: Page) -> None:
    words = ["observatory", "instruments", "photographs", "parallaxes", "telescopes"] * 4
    url = deployment.site.url("/article?of=" + "&of=".join(words))
    job = deployment.finish(team.key, "/v2/batch/scrape", {"urls": [url]})
    await page.set_viewport_size({"width": 1100, "height": 800})
    await page.goto(f"/dashboard/activity/{job}")
    address = page.locator("#urls .address")
    await expect(address).to_have_attribute("title", url)
    assert await address.text_content() == url
    # Every part of it stands on one line.
    lines_of_parts = """(address) => [...address.childNodes].filter((node) => node.nodeName === "#text").map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length;
    })"""
    assert set(await address.evaluate(lines_of_parts)) == {1}


async def test_the_last_day_of_a_key_is_asked_for_when_it_has_one(page: Page) -> None:
    await page.goto("/dashboard/keys/new")
    await expect(page.get_by_label("Last day")).to_be_hidden()
    await page.get_by_label("Expires").select_option("date")
    await expect(page.get_by_label("Last day")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 375])
async def test_the_api_reference_fits_its_window(page: Page, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await page.goto("/docs#post_v2_crawl")
    await page.locator("#post_v2_crawl").get_by_text(re.compile("^Fields of .*ScrapeOptions")).click()
    await expect(page.locator("#post_v2_crawl").get_by_role("cell", name="waitFor", exact=True)).to_be_visible()
    edge = "(e) => e.getBoundingClientRect().right"
    beyond = f"[...document.querySelectorAll('body *:not(pre)')].filter((e) => ({edge})(e) > innerWidth).length"
    assert await page.evaluate(f"[document.documentElement.scrollWidth, {beyond}]") == [width, 0]


async def test_the_api_reference_draws_what_is_opened(page: Page) -> None:
    asked, may_come = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        asked.set()
        await may_come.wait()
        await route.continue_()

    await page.route("**/openapi.json", hold)
    await page.goto("/docs", wait_until="domcontentloaded")
    await asked.wait()
    # The page is there before the document is.
    await expect(page.get_by_role("heading", name="API reference")).to_be_visible()
    await expect(page.get_by_label("Search endpoints and fields")).to_be_visible()
    may_come.set()
    crawl = page.locator("#post_v2_crawl")
    await expect(crawl).to_be_visible()
    assert await page.locator("table, form").count() == 0
    assert await page.evaluate("document.documentElement.scrollHeight") < 6000
    await crawl.get_by_text("Crawl a site").click()
    await expect(crawl.get_by_role("cell", name="maxDiscoveryDepth")).to_be_visible()
    assert await page.evaluate("location.hash") == "#post_v2_crawl"
    assert await page.locator("form").count() == 1


async def test_the_api_reference_is_searched_by_endpoint_and_by_field(page: Page) -> None:
    await page.goto("/docs")
    field, found = page.get_by_label("Search endpoints and fields"), page.locator("#found")
    await expect(page.locator("#post_v2_scrape")).to_be_visible()
    await field.fill("includeSubdomains")
    await expect(page.locator("#post_v2_map")).to_contain_text("fields: includeSubdomains")
    await expect(page.locator("#post_v2_search")).to_be_hidden()
    await field.fill("cancel a job")
    await expect(page.locator("#delete_v2_crawl_by_id")).to_be_visible()
    await expect(page.locator("#post_v2_map")).to_be_hidden()
    await field.fill("nothing is called so")
    await expect(found).to_contain_text("0 of ")
    await field.fill("")
    await expect(page.locator("#post_v2_map")).to_be_visible()


async def test_an_endpoint_is_tried_with_a_key_that_the_reader_types(
    deployment: Deployment, team: Team, page: Page
) -> None:
    job = deployment.finish(team.key, "/v2/batch/scrape", {"urls": [deployment.site.url("/article")]})
    await page.goto("/docs#post_v2_scrape")
    scrape = page.locator("#post_v2_scrape")
    await scrape.get_by_label("API key").fill(team.key)
    await scrape.get_by_label("Body").fill(json.dumps({"url": deployment.site.url("/article")}))
    await scrape.get_by_role("button", name="Send").click()
    await expect(scrape.get_by_role("status")).to_have_text("200 OK")
    await expect(scrape.get_by_label("Answer")).to_contain_text("# How spiders weave")
    # The key is there for the next one, and nowhere else.
    status = page.locator("#get_v2_batch_scrape_by_id")
    await status.get_by_text("Read a job").click()
    await expect(status.get_by_label("API key")).to_have_value(team.key)
    await status.get_by_label("id", exact=True).fill(job)
    await status.get_by_label("limit (query)").fill("1")
    await status.get_by_role("button", name="Send").click()
    await expect(status.get_by_label("Answer")).to_contain_text('"completed": 1')
    assert await page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]


async def test_a_job_is_cancelled_after_a_question(deployment: Deployment, team: Team, page: Page) -> None:
    body = {"url": deployment.site.url("/"), "limit": 50, "delay": 60, "sitemap": "skip"}
    job = deployment.api(team.key, "/v2/crawl", body)["id"]
    await page.goto(f"/dashboard/activity/{job}")
    await page.get_by_role("link", name="Cancel").click()
    await expect(page.get_by_role("dialog")).to_contain_text("A job that was cancelled cannot go on.")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    assert deployment.api(team.key, f"/v2/crawl/{job}")["status"] == "scraping"
    await page.get_by_role("link", name="Cancel").click()
    await page.get_by_role("button", name="Cancel it").click()
    await expect(page.locator("#notices")).to_contain_text("The job was cancelled.")
    assert deployment.api(team.key, f"/v2/crawl/{job}")["status"] == "cancelled"


@pytest.mark.parametrize("width", [1280, 375])
async def test_every_page_is_usable_by_people_and_tools(
    deployment: Deployment, team: Team, page: Page, width: int
) -> None:
    long = deployment.site.url("/article?" + "unbroken" * 30)
    scrape_id = deployment.api(team.key, "/v2/scrape", {"url": long, "origin": "website"})["scrape_id"]
    _, key = deployment.key(team.team_id, "Documentation of the observatory")
    job = deployment.finish(key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 2, "sitemap": "skip"})
    await page.set_viewport_size({"width": width, "height": 800})
    for path in (
        "",
        "/usage",
        "/activity",
        f"/activity/{scrape_id}",
        f"/activity/{job}",
        "/playground",
        "/playground?mode=crawl",
        "/playground?mode=map",
        "/playground?mode=search",
        "/playground?mode=extract",
        "/playground?mode=interact",
        "/playground?mode=parse",
    ):
        await page.goto("/dashboard" + path)
        assert {"page": path, **await page.evaluate(SLIPS)} == {"page": path, **NO_SLIPS}
