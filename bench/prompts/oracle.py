"""Drives the sites by hand-written steps, to show that the expectations of the tasks can be reached.

A step is a selector to click, `selector := text` to fill, `selector ~ option` to choose, `all selector` to click while
it can be clicked, `down selector` to scroll to the end, `each selector` to click every one. What the pages show after
each step counts as the answer; what an answer must not say, its count and its form are left out.
"""

import asyncio
import dataclasses

from bench.prompts.judging import Answer, Verdict, judge
from bench.prompts.site import Site
from bench.prompts.tasks import Task

_IN = ["[name=username] := admin", "[name=password] := secret", "text=Log in"]
_DANA = ["[type=email] := dana@stockroom.example", "[type=password] := heron-42", "text=Enter"]

STEPS = {
    "shop-01": ["#ck-yes"],
    "shop-02": ["all #more"],
    "shop-03": ["#sort ~ price-asc"],
    "shop-04": ["#brand ~ Halvard", "#stock"],
    "shop-05": ["text=Fjell Rain", "text=Moss green", ".size >> text=/^M$/", "#qty := 2", "#add"],
    "shop-06": ["#ck-no", "text=Lundy Fleece"],
    "shop-07": ["[value=Tents]"],
    "shop-08": ["[value=Backpacks]", "#max := 100"],
    "shop-09": ["#more", "text=Kestrel 28"],
    "jobs-01": ["[name=q] := python", "[name=city] := Berlin", "text=Search"],
    "jobs-02": [".job:nth-child(3) a"],
    "jobs-03": ["down #results"] * 3,
    "jobs-04": ["[name=type] ~ Part-time", "#level", "[role=option] >> text=Senior", "text=Search"],
    "jobs-05": ["[name=from] := 2025-03-01", "[name=until] := 2025-03-12", "text=Search"],
    "jobs-06": [
        "text=Data Engineer",
        "text=Apply for this job",
        "[name=name] := Mira Holt",
        "[name=email] := mira@holt.example",
        "[name=company] := Gale Optics",
        "[name=city] := Utrecht",
        "[name=start] := 2025-09-01",
        "[name=privacy]",
        "text=Send application",
    ],
    "jobs-07": [
        "text=Job alerts",
        "[name=keyword] := rust",
        "[name=email] := pat@example.org",
        "[name=often] ~ Weekly",
        "text=Create alert",
    ],
    "jobs-08": ["text=Site Reliability Engineer"],
    "jobs-09": ["[name=remote]", "text=Search"],
    "docs-01": ["text=npm"],
    "docs-02": ["#version ~ 2.4"],
    "docs-03": ["#q := retry"],
    "docs-04": [".side >> text=FAQ", "text=Can I use Plume offline?"],
    "docs-05": ["text=Command line"],
    "docs-06": [".side >> text=Configuration"],
    "docs-07": [".side >> text=Configuration", "each .acc button"],
    "docs-08": ["text=Changelog"],
    "docs-09": ["[role=tab] >> text=Docker", "#p-docker >> text=Copy"],
    "admin-01": [*_IN, "#status ~ Disabled"],
    "admin-02": [
        *_IN,
        "#new",
        "#edit [name=name] := Jonna Reve",
        "#edit [name=email] := jonna@reve.example",
        "#edit [name=role] ~ Editor",
        "text=Save",
    ],
    "admin-03": [*_IN, "tr:has-text('Tomas Brandt') .r", "text=Confirm"],
    "admin-04": [*_IN, "[data-c=login]", "[data-c=login]"],
    "admin-05": [*_IN, "#next", "#next", "#next"],
    "admin-06": [*_IN, "tr:has-text('Ines Okafor') .d", "text=Confirm"],
    "admin-07": ["[name=username] := guest", "[name=password] := letmein", "text=Log in"],
    "admin-08": [
        *_IN,
        "[aria-label='Select Bram Visser']",
        "[aria-label='Select Lea Moreau']",
        "#bulk ~ Disabled",
        "#apply",
        "text=Confirm",
    ],
    "admin-09": [*_IN, "tr:has-text('Nadia Karim') .e", "#edit [name=role] ~ Admin", "text=Save"],
    "bikes-01": ["text=Allow all", "[role=radio] >> text=Electric"],
    "bikes-02": ["text=Only what", "all .further"],
    "bikes-03": ["text=Only what", "[aria-label=Order]", "text=Cheapest first"],
    "bikes-04": ["text=Only what", "[role=radio] >> text=Cargo", "[aria-label^=Pick]", "[role=option] >> text=Central"],
    "bikes-05": [
        "text=Only what",
        "text=Gravelo 2",
        ".sizes >> text=/^L$/",
        "text=Panniers",
        "text=Helmet",
        "[placeholder^=First] := 2025-06-12",
        "[placeholder^=Last] := 2025-06-15",
        "[placeholder='Your name'] := Ilse Toom",
        "[placeholder^=Mobile] := 0611223344",
        "text=Book now",
    ],
    "bikes-06": ["text=Only what", "text=Zephyr"],
    "bikes-07": ["text=Only what", ".masthead >> text=Stations"],
    "bikes-08": ["text=Only what", "[role=radio] >> text=Touring"],
    "bikes-09": ["text=Only what", "[aria-label=Order]", "text=Lightest first", "text=Sprout"],
    "flats-01": ["[aria-label=District]", "[role=option] >> text=Noord"],
    "flats-02": [*["[aria-label='More rooms']"] * 3, "[placeholder='Max. rent'] := 1500"],
    "flats-03": ["[role=switch]", "[aria-label=Sort]", "text=Rent ascending"],
    "flats-04": ["[aria-label='Next page']", "[aria-label='Next page']"],
    "flats-05": ["text=Loft in the old mill", "text=Costs"],
    "flats-06": ["text=Loft in the old mill", "[role=tab] >> text=Landlord"],
    "flats-07": [
        "[aria-label='Next page']",
        "[aria-label='Save Quiet garden flat']",
        "[aria-label='Save Student room']",
    ],
    "flats-08": [
        "[aria-label='Next page']",
        "[aria-label='Next page']",
        "text=Maisonette",
        "[name=who] := Pavel Hruska",
        "[name=mail] := pavel@hruska.example",
        "[name=when] := 20-06-2025",
        "[name=people] := 2",
        "[aria-label^=Send]",
    ],
    "flats-09": ["text=Tenant guide"],
    "help-01": ["[role=search] input := refund", "[aria-label='Look it up']", "text=How long does a refund"],
    "help-02": ["a >> text=App", "text=Install the desktop app", "[role=tab] >> text=Linux"],
    "help-03": ["text=System status"],
    "help-04": ["summary >> text=How long is the warranty?"],
    "help-05": [
        "text=Write to us",
        "[placeholder=Name] := Femke Aal",
        "[placeholder^=E-mail] := femke@aal.example",
        "select ~ The bridge",
        "textarea := It reboots every night",
        ".copy",
        "text=Send it",
    ],
    "help-06": ["text=Account and billing"],
    "help-07": ["text=Lamps >> nth=0", "text=Reset a lamp", "[aria-label^=Yes]"],
    "help-08": ["a >> text=Bridge", "text=Update the bridge firmware"],
    "help-09": ["text=System status"],
    "stock-01": [*_DANA, "[placeholder^=Filter] := Pia"],
    "stock-02": [*_DANA, "[data-k=qty]", "[data-k=qty]"],
    "stock-03": [
        *_DANA,
        "[aria-label='More for Bath mat cork']",
        "text=Change quantity",
        "[placeholder=Quantity] := 40",
        "text=Store >> nth=-1",
    ],
    "stock-04": [
        *_DANA,
        "[aria-label='Page 2']",
        "[aria-label='More for Umbrella stand']",
        "text=Remove",
        "text=Yes, remove",
    ],
    "stock-05": [
        *_DANA,
        "[aria-label='Mark Folding chair']",
        "[aria-label='Page 2']",
        "[aria-label='Mark Plant pot XL']",
        ".arch",
    ],
    "stock-06": [*_DANA, ".chip >> text=Delft", "[aria-label='Page 2']"],
    "stock-07": [
        *_DANA,
        "[aria-label='New item']",
        "[placeholder=SKU] := LX-200",
        "[placeholder='Item name'] := Cork board",
        "[placeholder=Warehouse] := Breda",
        "[placeholder=Quantity] := 15",
        ".drawer button >> text=Store",
    ],
    "stock-08": [*_DANA, "text=Deliveries"],
    "stock-09": ["[type=email] := dana@stockroom.example", "[type=password] := sparrow-1", "text=Enter"],
}


async def _step(page, step: str) -> None:
    if " := " in step:
        selector, text = step.split(" := ")
        await page.fill(selector, text)
    elif " ~ " in step:
        selector, option = step.split(" ~ ")
        await page.select_option(selector, option)
    elif step.startswith("all "):
        while await page.is_visible(step[4:]):
            await page.click(step[4:])
            await page.wait_for_timeout(550)
    elif step.startswith("each "):
        for element in await page.locator(step[5:]).all():
            await element.click()
    elif step.startswith("down "):
        await page.eval_on_selector(step[5:], "e => { e.scrollTop = e.scrollHeight }")
        await page.wait_for_timeout(450)
    else:
        await page.click(step)
    await page.wait_for_timeout(220)


async def _drive(site: Site, tasks: list[Task]) -> None:
    from playwright.async_api import async_playwright

    from gossamer.browser import find_chromium

    failed = 0
    async with async_playwright() as playwright:
        executable = str(find_chromium(None).path)
        browser = await playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for task in tasks:
            visit = site.visit(task.split, task.site)
            page = await browser.new_page()
            page.set_default_timeout(4000)
            faults: list[str] = []
            page.on("pageerror", lambda error, faults=faults: faults.append(str(error)))
            await page.goto(visit.url)
            shown = [await page.inner_text("body")]
            try:
                for step in STEPS.get(task.name, ()):
                    await _step(page, step)
                    shown.append(await page.inner_text("body"))
            except Exception as error:
                faults.append(f"{type(error).__name__}: {str(error)[:200]}")
            await page.wait_for_timeout(150)
            await page.close()
            visit.settle(quiet=0.2)
            kept = {key: value for key, value in task.expect.items() if key in ("state", "output", "success")}
            answer = Answer(True, "\n".join(shown))
            if task.expect.get("refused"):
                kept, answer = {"state": {}}, Answer(True, "")
            verdict, lacks = judge(dataclasses.replace(task, expect=kept), answer, visit.states())
            good = verdict is Verdict.RIGHT and not faults and bool(visit.states())
            failed += not good
            if not good:
                print(f"{task.name}: {verdict} {lacks} {faults} {visit.states()[-1:]}"[:600])
        await browser.close()
    print(f"{len(tasks) - failed} of {len(tasks)} can be reached")


def run(site: Site, tasks: list[Task]) -> None:
    """Drive every one of *tasks* and say which expectations were not met."""
    asyncio.run(_drive(site, tasks))
