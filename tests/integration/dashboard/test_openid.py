"""Signing in by a provider of OpenID Connect that runs here: with a key, a code, and PKCE."""

import base64
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
import pytest
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa

from gossamer.bootstrap import open_service
from gossamer.core.errors import OwnError
from gossamer.net.apis import ApiClient
from gossamer.net.openid import OpenIdProvider
from gossamer.operations.accounts import OpenIdSignIn
from gossamer.settings import Settings
from tests.integration.dashboard.world import ADMIN, PASSWORD, SITE, Visitor, World

CLIENT, SECRET = "gossamer", "a secret: with/signs"
RETURN = SITE + "/dashboard/openid/return"


@dataclass
class Provider:
    """A provider that lets everybody in as the person of *claims*, and keeps what it was asked."""

    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))
    issuer: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    algorithm: str = "RS256"
    key_id: str = "k1"
    more: dict[str, Any] = field(default_factory=dict)
    described: dict[str, Any] = field(default_factory=dict)
    begun: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def discovery(self, _: web.Request) -> web.Response:
        return web.json_response(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                **self.described,
            }
        )

    async def keys(self, _: web.Request) -> web.Response:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return web.json_response({"keys": [{**public, "kid": "k1", "use": "sig", "alg": "RS256"}]})

    async def userinfo(self, request: web.Request) -> web.Response:
        assert request.headers["authorization"] == "Bearer an access token"
        return web.json_response(self.more)

    async def token(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        self.asked.append(request.headers.get("authorization", ""))
        challenge = base64.urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if (form["code"], form["redirect_uri"], challenge) != ("the code", RETURN, self.begun["code_challenge"]):
            return web.json_response({"error": "invalid_grant"}, status=400)
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "sub": "u1", "iat": now, "exp": now + 300, "nonce": self.begun["nonce"],
            **self.claims,
        }  # fmt: skip
        key: Any = self.key if self.algorithm == "RS256" else "shared" * 8
        id_token = jwt.encode(
            {name: value for name, value in claims.items() if value is not None},
            key if self.algorithm != "none" else "",
            algorithm=self.algorithm,
            headers={"kid": self.key_id},
        )
        return web.json_response({"id_token": id_token, "access_token": "an access token"})


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    found = Provider(claims={"email": ADMIN, "email_verified": True, "name": "Ada Lovelace"})
    app = web.Application()
    app.router.add_get("/.well-known/openid-configuration", found.discovery)
    app.router.add_get("/keys", found.keys)
    app.router.add_get("/userinfo", found.userinfo)
    app.router.add_post("/token", found.token)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.issuer = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield found
    finally:
        await runner.cleanup()


@asynccontextmanager
async def opened(house: World, provider: Provider, **more: Any) -> AsyncIterator[World]:
    """Open the door to people whom *provider* knows."""
    await house.members.set_up(house.key, email=ADMIN, name="Ada Lovelace", password=PASSWORD)
    async with ApiClient() as api:
        openid = OpenIdProvider(provider.issuer, CLIENT, SECRET, api)
        house.members.openid = OpenIdSignIn("Example ID", openid.begin, openid.finish, **more)
        yield house


async def sign_in(visitor: Visitor, provider: Provider, **answer: str) -> httpx.Response:
    """Go the way of a browser that the provider sends back at once."""
    begun = await visitor.get("/dashboard/openid?next=/dashboard/usage")
    assert begun.status_code == 303, begun.text
    address = urlsplit(begun.headers["location"])
    provider.begun = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert provider.begun["redirect_uri"] == RETURN
    answer = {"state": provider.begun["state"], "code": "the code", **answer}
    return await visitor.client.get("/dashboard/openid/return", params=answer)


async def test_who_has_an_account_is_let_in_by_the_provider(house: World, provider: Provider) -> None:
    async with opened(house, provider):
        visitor = house.visitor()
        assert "Sign in with Example ID" in (await visitor.get("/dashboard/sign-in")).text
        answer = await sign_in(visitor, provider)
        assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard/usage")
        assert "Ada Lovelace" in (await visitor.get("/dashboard/settings")).text
    assert base64.b64decode(provider.asked[0].removeprefix("Basic ")) == b"gossamer:a%20secret%3A%20with%2Fsigns"


async def test_who_has_no_account_is_told_so_or_joins_the_team_for_new_people(house: World, provider: Provider) -> None:
    provider.claims |= {"email": "new@example.org", "name": "Nora New"}
    async with opened(house, provider):
        answer = await sign_in(house.visitor(), provider)
        assert (answer.status_code, "There is no account for new@example.org" in answer.text) == (400, True)
    async with ApiClient() as api:
        openid = OpenIdProvider(provider.issuer, CLIENT, SECRET, api)
        house.members.openid = OpenIdSignIn("Example ID", openid.begin, openid.finish, new_team="Default")
        visitor = house.visitor()
        assert (await sign_in(visitor, provider)).status_code == 303
        assert "Nora New" in (await visitor.get("/dashboard/settings")).text
        assert (await sign_in(house.visitor(), provider)).status_code == 303


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"email_verified": False}, "has not verified the e-mail address"),
        ({"email_verified": None}, "has not verified the e-mail address"),
        ({"email": None}, "told no e-mail address"),
        ({"nonce": "of another sign-in"}, "for another sign-in"),
        ({"aud": "somebody else"}, "is not valid"),
        ({"iss": "https://other.example"}, "is not valid"),
        ({"exp": 1}, "is not valid"),
        ({"azp": "somebody else"}, "for another service"),
    ],
)
async def test_a_token_that_proves_nobody_opens_nothing(
    house: World, provider: Provider, changes: dict[str, Any], reason: str
) -> None:
    provider.claims |= changes
    async with opened(house, provider):
        visitor = house.visitor()
        answer = await sign_in(visitor, provider)
        assert (answer.status_code, reason in answer.text) == (400, True), answer.text
        assert (await visitor.get("/dashboard/usage")).status_code == 303


@pytest.mark.parametrize(("algorithm", "key_id"), [("none", "k1"), ("HS256", "k1"), ("RS256", "unknown")])
async def test_a_token_that_no_published_key_has_signed_opens_nothing(
    house: World, provider: Provider, algorithm: str, key_id: str
) -> None:
    provider.algorithm, provider.key_id = algorithm, key_id
    async with opened(house, provider):
        assert (await sign_in(house.visitor(), provider)).status_code == 400


async def test_a_sign_in_ends_in_the_browser_where_it_began(house: World, provider: Provider) -> None:
    async with opened(house, provider):
        mine, theirs = house.visitor(), house.visitor()
        await theirs.get("/dashboard/openid")
        await sign_in(mine, provider, code="unused")
        answer = await theirs.client.get(
            "/dashboard/openid/return", params={"state": provider.begun["state"], "code": "the code"}
        )
        assert (answer.status_code, "begun elsewhere" in answer.text) == (400, True)
        assert (await theirs.get("/dashboard/usage")).status_code == 303


async def test_an_address_that_only_the_provider_tells_on_request_is_taken(house: World, provider: Provider) -> None:
    provider.claims |= {"email": None, "email_verified": None}
    provider.more = {"sub": "u1", "email": ADMIN, "email_verified": True}
    async with opened(house, provider):
        assert (await sign_in(house.visitor(), provider)).status_code == 303
        provider.more["sub"] = "somebody else"
        assert (await sign_in(house.visitor(), provider)).status_code == 400


async def test_a_provider_that_refuses_or_fails_is_told_of(house: World, provider: Provider) -> None:
    async with opened(house, provider):
        visitor = house.visitor()
        await sign_in(visitor, provider)
        begun = await visitor.get("/dashboard/openid")
        state = parse_qs(urlsplit(begun.headers["location"]).query)["state"][0]
        refused = await visitor.get(f"/dashboard/openid/return?error=access_denied&state={state}")
        assert (refused.status_code, "access_denied" in refused.text) == (400, True)
        provider.described = {"issuer": "https://other.example"}
        failed = await visitor.get("/dashboard/openid")
        assert (failed.status_code, "describes another provider" in failed.text) == (502, True)


async def test_passwords_open_nothing_where_the_provider_is_alone(house: World, provider: Provider) -> None:
    async with opened(house, provider, alone=True):
        visitor, provider_alone = house.visitor(), house.members.openid
        house.members.openid = None
        # A form from before the setting, whose token is right.
        await visitor.get("/dashboard/sign-in")
        house.members.openid = provider_alone
        assert 'type="password"' not in (await visitor.get("/dashboard/sign-in")).text
        answer = await visitor.post("/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD})
        assert (answer.status_code, "Passwords do not open this dashboard" in answer.text) == (400, True)
        assert (await visitor.get("/dashboard/usage")).status_code == 303
        assert (await sign_in(visitor, provider)).status_code == 303


async def test_a_provider_without_its_secret_is_refused_at_start(tmp_path: Any) -> None:
    settings = Settings(home=tmp_path, oidc_issuer="https://id.example.org", chromium="none")
    with pytest.raises(OwnError, match="GOSSAMER_OIDC_CLIENT_SECRET"):
        async with open_service(settings, jobs=False):
            pass
