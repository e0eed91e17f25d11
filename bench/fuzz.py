"""Fuzzing: requests that no client means to send, to every endpoint, tool, page and form of a running service.

    python -m bench.fuzz [--minutes 10] [--seed N]

A service is started on a new data folder; it can reach a site on loopback and nothing else. Endpoints and bodies come
from the service's OpenAPI document, tools from its MCP endpoint, pages and forms from the dashboard. A finding is a 5xx
without a code of ours, an answer that the document does not describe, or an exception in the log; each is printed once,
with the smallest request that brings it about. Each place is printed with its requests and how many succeeded.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
from mcp import MCPError
from turbohtml import parse

from gossamer.dashboard import pages
from gossamer.testing.site import running_site
from tests.clients.service import Service, running_service
from tests.clients.test_own_mcp import over_http, said
from tests.fuzzing import VALUES, Answers, FuzzedRequest, Fuzzer
from tests.integration.api.admin import TOKEN, Admin

PATIENCE = 120
WORKERS = 4
MEDIA_TYPES = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "", "x")
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=[/\"])[0-9a-f]{32}(?=[/\"])")
# Requests that end the run itself: the account that fuzzes, its session and its team.
ENDING = ("delete-account", "delete-team", "sign-out", "password")
CREDENTIALS = {"email": "fuzz@example.org", "password": "correct horse battery staple", "name": "Fuzz"}
PARSE = "/v2/parse"
FILE = ("page.html", b"<h1>A page</h1><p>With a paragraph.</p>", "text/html")
INTERNAL_ERROR = -32603


@dataclass
class Run:
    """One run: what was sent, what was found, and ids that exist."""

    service: Service
    random: Random
    site: str
    ends: float
    sent: Counter[str] = field(default_factory=Counter)
    succeeded: Counter[str] = field(default_factory=Counter)
    findings: dict[tuple[str, str], str] = field(default_factory=dict)
    ids: dict[str, list[str]] = field(default_factory=dict)
    protected: set[str] = field(default_factory=set)

    @property
    def is_over(self) -> bool:
        """Return whether the time is up."""
        return time.monotonic() > self.ends

    def learn(self, route: str, text: str) -> None:
        """Keep the newest ids of *text* for later requests to routes that begin as *route* does."""
        known = self.ids.setdefault(_family(route), [])
        known += sorted(set(ID.findall(text)) - self.protected - set(known))
        del known[:-20]

    def ids_for(self, route: str) -> list[str]:
        """Return ids that exist, most of them of what *route* serves."""
        return self.ids.get(_family(route), []) + [ids[-1] for ids in self.ids.values() if ids]

    def find(self, place: str, problem: str, request: str) -> None:
        """Keep the shortest request of each kind of problem."""
        key = (place, re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "_", problem)[:80])
        if key not in self.findings:
            print(f"FOUND {place}: {problem[:300]}\n      {request[:600]}", flush=True)
        if key not in self.findings or len(request) < len(self.findings[key]):
            self.findings[key] = f"{problem[:300]}\n      {request[:600]}"


def _family(route: str) -> str:
    return "/".join(route.split("/")[:3])


class Endpoints:
    """Requests to the operations of the OpenAPI *document*."""

    def __init__(self, run: Run, document: dict[str, Any], key: str) -> None:
        self._run = run
        self._key = key
        self._fuzzer = Fuzzer(document, run.random, url=run.site)
        self._answers = Answers(document)
        self._operations = [(path, method) for path, methods in document["paths"].items() for method in methods]

    async def fuzz(self, client: httpx.AsyncClient) -> None:
        """Send requests until the run is over, to each endpoint as often as to the next."""
        while not self._run.is_over:
            for path, method in self._run.random.sample(self._operations, len(self._operations)):
                if self._run.is_over:
                    return
                request = self._fuzzer.random_request(path, method, self._run.ids_for(path))
                media_type = self._run.random.choice(MEDIA_TYPES) if self._run.random.random() < 0.05 else None
                if problem := await self._problem(client, request, media_type):
                    smallest = await self._shrunk(client, request, media_type, problem)
                    self._run.find(f"{method.upper()} {path}", problem, f"{smallest} {media_type or ''}")

    async def _problem(self, client: httpx.AsyncClient, request: FuzzedRequest, media_type: str | None) -> str:
        key = TOKEN if request.route.startswith("/admin") else self._key
        headers = {"authorization": f"Bearer {key}", "content-type": media_type or "application/json"}
        content: dict[str, Any] = {"content": request.content}
        if request.route == PARSE and media_type is None:
            headers.pop("content-type")
            content = {"files": {"file": FILE}, "data": {"options": request.content}}
        self._run.sent[f"{request.method} {request.route}"] += 1
        try:
            answer = await client.request(request.method, request.path, headers=headers, **content)
        except httpx.TimeoutException:
            return f"it does not answer within {PATIENCE} s"
        if answer.status_code == 200:
            self._run.succeeded[f"{request.method} {request.route}"] += 1
            self._run.learn(request.route, answer.text)
        return self._answers.problem(request, answer)

    async def _shrunk(
        self, client: httpx.AsyncClient, request: FuzzedRequest, media_type: str | None, problem: str
    ) -> FuzzedRequest:
        """Return *request* without the fields that its *problem* does not need."""
        with suppress(ValueError, TypeError):
            body = json.loads(request.content or b"")
            for name in list(body) if isinstance(body, dict) else ():
                fewer = {key: value for key, value in body.items() if key != name}
                smaller = replace(request, content=json.dumps(fewer).encode())
                if (await self._problem(client, smaller, media_type))[:30] == problem[:30]:
                    request, body = smaller, fewer
        return request


class Dashboard:
    """Pages and forms of the dashboard, as a person who has signed in sends them."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._csrf = ""
        self._routes = [(route.method, route.path) for route in pages.routes() if not route.path.endswith(ENDING)]
        # Names and values of the fields that pages have, by the address of the form, and those of all forms.
        self._forms: dict[str, dict[str, str]] = {}
        self._names: set[str] = set()

    async def fuzz(self, client: httpx.AsyncClient) -> None:
        """Visit pages and send forms until the run is over."""
        form = {**CREDENTIALS, "proof": self._run.service.key}
        await self._ask(client, "GET", "/dashboard/setup", "/dashboard/setup")
        await self._ask(client, "POST", "/dashboard/setup", "/dashboard/setup", form)
        while not self._run.is_over:
            for method, route in self._run.random.sample(self._routes, len(self._routes)):
                if self._run.is_over:
                    return
                await self._ask(
                    client, method, route, self._path(route), self._form(route) if method != "GET" else None
                )

    async def _ask(
        self, client: httpx.AsyncClient, method: str, route: str, path: str, form: dict[str, Any] | None = None
    ) -> None:
        headers = {"hx-request": "true"} if self._run.random.random() < 0.3 else {}
        data = None if form is None else {"csrf": self._csrf, **form}
        self._run.sent[f"{method} {route}"] += 1
        try:
            answer = await client.request(method, path, data=data, headers=headers)
        except httpx.TimeoutException:
            return self._run.find(f"{method} {route}", f"it does not answer within {PATIENCE} s", f"{path} {form}")
        if answer.status_code >= 500 and "error id" in answer.text:
            self._run.find(f"{method} {route}", f"it answers {answer.status_code}", f"{path} {form}")
        if answer.headers.get("location", "").startswith("/dashboard/sign-in") and route != "/dashboard/sign-in":
            await self._ask(client, "GET", "/dashboard/sign-in", "/dashboard/sign-in")
            await self._ask(client, "POST", "/dashboard/sign-in", "/dashboard/sign-in", CREDENTIALS)
        self._run.succeeded[f"{method} {route}"] += answer.status_code < 400
        self._read(route, answer.text)

    def _read(self, route: str, html: str) -> None:
        """Learn ids, forms and their token from a page."""
        self._run.learn(route, html)
        for form in parse(html).select("form[action]"):
            fields = {
                element.attrs["name"]: element.attrs.get("value") or "" for element in form.select("[name]")
            }  # fmt: skip
            self._csrf = fields.pop("csrf", self._csrf)
            self._forms[(form.attrs["action"] or "").partition("#")[0]] = fields
            self._names |= fields.keys()

    def _path(self, route: str) -> str:
        random = self._run.random
        known = [*self._run.ids_for(route), "scrape", "crawl", "x", "%00", "ä"]
        path = re.sub(r"\{[^}]*\}", lambda _: random.choice(known), route)
        queries = {name: random.choice(_texts(self._run)) for name in ("page", "before", "url", "q", "days", "next")}
        return path + ("?" + str(httpx.QueryParams(queries)) if random.random() < 0.3 else "")

    def _form(self, route: str) -> dict[str, Any]:
        random = self._run.random
        shape = re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(route)))
        forms = [fields for path, fields in self._forms.items() if shape.fullmatch(path)]
        names = random.sample(sorted(self._names), min(8, len(self._names)))
        fields: dict[str, Any] = dict(random.choice(forms)) if forms else dict.fromkeys(names, "")
        if "url" in fields and random.random() < 0.7:
            fields["url"] = self._run.site
        for name in random.sample(sorted(fields), min(len(fields), random.choice((0, 1, 2, 4)))):
            text = random.choice(_texts(self._run))
            fields[name] = random.choice((text, text, [text, ""]))
        if random.random() < 0.2 and fields:
            fields.pop(random.choice(sorted(fields)))
        return fields


def _texts(run: Run) -> list[str]:
    texts = [value if isinstance(value, str) else json.dumps(value) for value in VALUES]
    return [run.site, "2026-13-45", "on", "9" * 30, *(text.replace("\ud83d", "\ufffd") for text in texts)]


async def fuzz_tools(run: Run, key: str) -> None:
    """Call every tool with valid and invalid arguments until the run is over."""
    async with over_http(run.service, key) as client:
        tools = (await client.list_tools()).tools
        while not run.is_over:
            for tool in run.random.sample(tools, len(tools)):
                name, schema, ids = tool.name, tool.input_schema, [id for known in run.ids.values() for id in known]
                fuzzer = Fuzzer(schema, run.random, url=run.site, texts=[*ids[-9:], *_texts(run)])
                arguments = fuzzer.random_value(schema)
                if run.random.random() < 0.5:
                    arguments = run.random.choice([arguments, *fuzzer.changed(arguments, schema, 1)])
                arguments = json.loads(json.dumps(arguments).replace("\\ud83d", "?"))
                run.sent[f"tool {name}"] += 1
                try:
                    async with asyncio.timeout(PATIENCE):
                        result = await client.call_tool(name, arguments)
                    text = said(result)
                    run.succeeded[f"tool {name}"] += not result.is_error
                except MCPError as failure:
                    text = f"UNKNOWN_ERROR {failure}" if failure.error.code == INTERNAL_ERROR else ""
                except TimeoutError:
                    text = f"UNKNOWN_ERROR no answer within {PATIENCE} s"
                run.learn("/v2/" + name.rpartition("_")[2], text)
                if "UNKNOWN_ERROR" in text or "unexpected error" in text:
                    run.find(f"tool {name}", text[:200], json.dumps(arguments))
                if run.is_over:
                    return


async def fuzz(run: Run) -> None:
    """Fuzz all ways in at once; the API with a key of a team that the dashboard does not know."""
    admin = Admin(run.service.url)
    run.protected = set(ID.findall(json.dumps(admin.told("GET", "/admin/teams"))))
    team = admin.make_team("Fuzz")
    run.protected |= {team.team_id, team.organization_id, admin.first_key(team)}
    for each in admin.told("GET", "/admin/teams")["teams"]:
        run.protected |= set(ID.findall(json.dumps(admin.told("GET", f"/admin/teams/{each['teamId']}/keys"))))
    async with (
        httpx.AsyncClient(base_url=run.service.url, timeout=PATIENCE) as api,
        httpx.AsyncClient(base_url=run.service.url, timeout=PATIENCE) as browser,
        asyncio.TaskGroup() as tasks,
    ):
        endpoints = Endpoints(run, (await api.get("/openapi.json")).json(), team.api_key)
        for _ in range(WORKERS):
            tasks.create_task(endpoints.fuzz(api))
        tasks.create_task(Dashboard(run).fuzz(browser))
        tasks.create_task(fuzz_tools(run, team.api_key))


def main() -> None:
    """Fuzz for some minutes and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=Random().randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    env = {"GOSSAMER_ADMIN_TOKEN": TOKEN, "GOSSAMER_LOG_FORMAT": "json"}
    with tempfile.TemporaryDirectory(prefix="gossamer-fuzz-") as folder, running_site() as site:
        with running_service(Path(folder), egress_allow=site.host, env=env) as service:
            ends = time.monotonic() + 60 * options.minutes
            run = Run(service, Random(options.seed), site.url("/"), ends)
            asyncio.run(fuzz(run))
        for line in (Path(folder) / "service.log").read_text("utf-8", "replace").splitlines():
            if '"exception"' in line or line.startswith("Traceback"):
                run.find("log", line[:80], line[-500:])
    for place, count in sorted(run.sent.items()):
        print(f"{count:6} {run.succeeded[place]:6} {place}")
    print(f"seed {options.seed}: {run.sent.total()} requests to {len(run.sent)} places, {len(run.findings)} findings")
    for (place, _), text in sorted(run.findings.items()):
        print(f"FINDING {place}: {text}")
    sys.exit(bool(run.findings))


if __name__ == "__main__":
    main()
