"""What holds for every page: who may open it, where forms may come from, and what browsers are told."""

import re
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from importlib import resources
from pathlib import Path

import pytest

from gossamer.core.accounts import OPEN_TEAM, Role
from gossamer.dashboard.cookies import SESSION
from gossamer.dashboard.pages import routes
from gossamer.dashboard.routing import PublicRoute, SignedInRoute
from tests.integration.dashboard.world import ADMIN, MEMBER, PASSWORD, SITE, Visitor, World, world

_HTMX = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"
_FILES = Path(str(resources.files("gossamer.dashboard")))


def _paths(*, method: str | None = None, admins_only: bool = False) -> Iterator[tuple[str, str]]:
    """Yield method and path of what only people may open who have signed in; unknown ids in the path."""
    for route in routes():
        if (
            isinstance(route, SignedInRoute)
            and method in {None, route.method}
            and (route.admins_only or not admins_only)
        ):
            yield route.method, re.sub(r"\{[^}]+\}", "7", route.path)


async def _ask(visitor: Visitor, method: str, path: str, **headers: str) -> int:
    answer = await visitor.client.request(method, path, headers={"origin": SITE, **headers})
    return answer.status_code


async def test_no_page_is_shown_to_who_has_not_signed_in(house: World) -> None:
    await house.admin()
    stranger = house.visitor()
    seen = {(method, path): await _ask(stranger, method, path) for method, path in _paths()}
    assert len(seen) > 20
    assert set(seen.values()) == {303}


async def test_a_stranger_is_led_to_the_page_they_asked_for_after_signing_in(house: World) -> None:
    await house.admin()
    stranger = house.visitor()
    answer = await stranger.get("/dashboard/keys")
    assert answer.headers["location"] == "/dashboard/sign-in?next=/dashboard/keys"
    await stranger.get(answer.headers["location"])
    form = {"email": ADMIN, "password": PASSWORD, "next": "/dashboard/keys"}
    assert (await stranger.post("/dashboard/sign-in", form)).headers["location"] == "/dashboard/keys"


async def test_a_piece_of_a_page_leads_the_whole_page_to_the_sign_in(house: World) -> None:
    await house.admin()
    answer = await house.visitor().get("/dashboard/keys/new", **{"hx-request": "true"})
    assert answer.headers["hx-redirect"] == "/dashboard/sign-in"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/dashboard/../docs",
        "/dashboard//x",
        "javascript:x",
    ],
)
async def test_nobody_is_led_to_another_site(house: World, elsewhere: str) -> None:
    await house.admin()
    stranger = house.visitor()
    await stranger.get("/dashboard/sign-in")
    answer = await stranger.post("/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD, "next": elsewhere})
    assert answer.headers["location"] == "/dashboard"


async def test_no_form_is_taken_without_the_token_of_a_page_of_ours(house: World) -> None:
    admin = await house.admin()
    seen = {path: await _ask(admin, "POST", path) for _, path in _paths(method="POST")}
    assert set(seen.values()) == {403}
    for route in routes():
        if isinstance(route, PublicRoute) and route.method == "POST":
            assert await _ask(house.visitor(), "POST", route.path) == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_no_form_is_taken_from_another_site_even_with_the_token(house: World, headers: dict[str, str]) -> None:
    admin = await house.admin()
    answer = await admin.post("/dashboard/settings/team", {"name": "Stolen"}, headers)
    assert (answer.status_code, "Nothing was changed" in answer.text) == (403, True)
    stranger = house.visitor()
    await stranger.get("/dashboard/sign-in")
    form = {"email": ADMIN, "password": PASSWORD}
    assert (await stranger.post("/dashboard/sign-in", form, headers)).status_code == 403


async def test_the_token_of_one_person_is_nothing_in_the_hands_of_another(house: World) -> None:
    admin, member = await house.admin(), await house.member()
    member.csrf = admin.csrf
    assert (await member.post("/dashboard/settings/password", {"old": PASSWORD, "new": "x" * 12})).status_code == 403


async def test_a_member_is_refused_whatever_admins_manage(house: World) -> None:
    await house.admin()
    member = await house.member()
    managed = [*_paths(admins_only=True)]
    assert len(managed) > 15
    seen = {(way, path): await _ask(member, way, path, **{"x-csrf-token": member.csrf}) for way, path in managed}
    assert set(seen.values()) == {403}
    changing = {path for _, path in _paths(method="POST")} - {path for _, path in managed}
    # What members may do: their own affairs, and work.
    assert {path for path in changing if "/keys" in path or "/members" in path or "/invit" in path} == set()


async def test_every_answer_keeps_the_page_to_itself(house: World) -> None:
    admin = await house.admin()
    for visitor, path in ((house.visitor(), "/dashboard/sign-in"), (admin, "/dashboard/keys"), (admin, "/dashboard/x")):
        headers = (await visitor.get(path)).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert {policy[name] for name in ("script-src", "style-src", "form-action", "connect-src")} == {"'self'"}
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "geolocation=()" in headers["permissions-policy"]
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(("forwarded", "secure"), [({}, False), ({"x-forwarded-proto": "https"}, True)])
async def test_no_script_reads_a_cookie_and_no_other_path_gets_it(
    house: World, forwarded: dict[str, str], secure: bool
) -> None:
    await house.admin()
    stranger = house.visitor()
    stranger.client.headers.update(forwarded)
    first = await stranger.get("/dashboard/sign-in")
    # A browser would not send it back by http.
    token = first.cookies["gossamer_visitor"]
    answer = await stranger.post(
        "/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD}, {"cookie": f"gossamer_visitor={token}"}
    )
    given = [header for header in answer.headers.get_list("set-cookie") if header.startswith(SESSION)]
    assert len(given) == 1
    assert {"HttpOnly", "Path=/dashboard", "SameSite=lax"} <= set(given[0].split("; "))
    assert ("Secure" in given[0]) is secure


async def test_signing_in_makes_a_new_session_whatever_was_there(house: World) -> None:
    await house.admin()
    victim = house.visitor()
    victim.client.cookies.set(SESSION, "planted-by-somebody", domain="gossamer.example", path="/dashboard")
    await victim.get("/dashboard/sign-in")
    await victim.post("/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD})
    first = victim.client.cookies[SESSION]
    assert first != "planted-by-somebody"
    await victim.get("/dashboard/keys")
    await victim.client.post("/dashboard/sign-in", data={"csrf": victim.csrf, "email": ADMIN, "password": PASSWORD})
    second = victim.client.cookies[SESSION]
    assert second != first
    assert await house.members.session(first) is None


async def test_unknown_people_and_wrong_passwords_get_one_answer(house: World) -> None:
    await house.admin()
    stranger = house.visitor()
    await stranger.get("/dashboard/sign-in")
    seen = set()
    tried = ((ADMIN, "guessed"), ("nobody@example.org", "guessed"), (ADMIN, "z" * 1_000_000), ("' OR 1=1--", "guessed"))
    for email, password in tried:
        answer = await stranger.post("/dashboard/sign-in", {"email": email, "password": password})
        seen.add((answer.status_code, re.sub(r'value="[^"]*"', "", answer.text)))
        assert password not in answer.text
    assert [status for status, _ in seen] == [401]


async def test_guessing_is_stopped_and_told_how_long_to_wait(house: World) -> None:
    await house.admin()
    stranger = house.visitor()
    await stranger.get("/dashboard/sign-in")
    seen = [await stranger.post("/dashboard/sign-in", {"email": ADMIN, "password": f"guess {n}"}) for n in range(12)]
    assert [answer.status_code for answer in seen[:10]] == [401] * 10
    assert seen[-1].status_code == 429
    assert int(seen[-1].headers["retry-after"]) > 0


@pytest.mark.parametrize("foreign", ['prefs={"dark": true}', "p@q=1", "plain words", 'half="quoted', "name=ü"])
async def test_cookies_of_other_services_of_the_host_hide_none_of_ours(house: World, foreign: str) -> None:
    admin = await house.admin()
    cookies = f"{foreign}; {SESSION}={admin.client.cookies[SESSION]}".encode()
    answer = await house.visitor().client.get("/dashboard/keys", headers={b"cookie": cookies})
    assert answer.status_code == 200


async def test_who_ceases_to_be_admin_while_their_form_is_on_its_way_changes_nothing(house: World) -> None:
    await house.admin()
    member = await house.member()
    [user_id] = [
        each.user.user_id
        for each in await house.members.members(house.operator, OPEN_TEAM)
        if each.user.email == MEMBER
    ]
    await house.members.set_role(house.operator, OPEN_TEAM, user_id, Role.ADMIN)

    async def slowly() -> AsyncIterator[bytes]:
        yield f"csrf={member.csrf}&".encode()
        await house.members.set_role(house.operator, OPEN_TEAM, user_id, Role.MEMBER)
        yield b"role=admin"

    headers = {"origin": SITE, "content-type": "application/x-www-form-urlencoded"}
    answer = await member.client.post("/dashboard/settings/invite", content=slowly(), headers=headers)
    assert answer.status_code == 403
    assert await house.members.invitations(house.operator, OPEN_TEAM) == []


async def test_a_form_that_is_too_long_is_refused(house: World) -> None:
    admin = await house.admin()
    answer = await admin.post("/dashboard/keys/new", {"name": "x" * 300_000})
    assert answer.status_code == 413


async def test_signing_out_ends_the_session_for_good(house: World) -> None:
    admin = await house.admin()
    token = admin.client.cookies[SESSION]
    assert (await admin.post("/dashboard/sign-out")).headers["location"] == "/dashboard/sign-in"
    admin.client.cookies.set(SESSION, token, domain="gossamer.example", path="/dashboard")
    assert (await admin.get("/dashboard/keys")).status_code == 303


async def test_what_people_typed_is_never_markup(house: World) -> None:
    admin = await house.admin()
    await admin.post("/dashboard/keys/new", {"name": "<script>alert(1)</script>"})
    page = (await admin.get("/dashboard/keys")).text
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


async def test_in_open_mode_signing_in_is_asked_all_the_same(tmp_path: Path) -> None:
    async with world(tmp_path, open_mode=True) as house:
        stranger = house.visitor()
        assert (await stranger.get("/dashboard/keys")).headers["location"] == "/dashboard/setup"
        assert "open mode" in (await stranger.get("/dashboard/setup")).text


async def test_files_are_kept_for_ever_and_nothing_else_is_given_out(house: World) -> None:
    visitor = house.visitor()
    page = (await visitor.get("/dashboard/setup")).text
    named = set(re.findall(r'(?:src|href)="(/dashboard/static/[^"#]+)', page))
    assert len(named) >= 6
    for address in named:
        answer = await visitor.get(address)
        assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True)
    for path in ("../__init__.py", "..%2f__init__.py", "nothing.css", ""):
        assert (await visitor.get(f"/dashboard/static/{path}")).status_code != 200


def test_htmx_is_the_file_that_its_makers_published() -> None:
    [script] = (_FILES / "static/vendor").glob("htmx-*.min.js")
    assert sha256(script.read_bytes()).hexdigest() == _HTMX
    assert (_FILES / "static/vendor/htmx-LICENSE.txt").read_text().startswith("Zero-Clause BSD")


def test_no_template_has_script_style_or_markup_of_strangers_in_it() -> None:
    forbidden = re.compile(
        r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|\|\s*safe\b|autoescape"
    )
    templates = [*(_FILES / "templates").rglob("*.html")]
    assert len(templates) > 20
    assert {str(path): found for path in templates if (found := forbidden.findall(path.read_text()))} == {}
