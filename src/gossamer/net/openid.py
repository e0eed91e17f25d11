"""OpenID Connect: people whom another service of the operator's knows.

The code flow with PKCE (RFC 7636). Everything that has to be random is made from one token, which only the browser
keeps that began; so nothing is stored, and what one browser began no other can end.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote, urlencode

from gossamer.core.accounts import ProvenPerson
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAllowed, OwnError, ServiceError
from gossamer.core.headers import basic_authorization
from gossamer.core.ids import encode_base64url, same_secret
from gossamer.net.apis import ApiClient, ApiRequest

_DISCOVERY: Final = "/.well-known/openid-configuration"
_SCOPES: Final = "openid email profile"
_PATIENCE: Final = timedelta(seconds=15)
# Signatures by keys that are published: never by a shared secret, and never none.
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_CLOCKS_DIFFER: Final = 60
_OK: Final = 200
_FAILED: Final = "Signing in at {issuer} failed: {reason}. Please try again, or tell the operator of this service."


class OpenIdProvider:
    """Proves who somebody is, by the provider at *issuer*, which knows this service as *client_id*."""

    def __init__(self, issuer: str, client_id: str, client_secret: str, api: ApiClient) -> None:
        self._issuer = issuer.rstrip("/")
        self._client_id = client_id
        self._client_secret = client_secret
        self._api = api

    async def begin(self, token: str, return_to: str) -> str:
        """Return the address to send a browser to that keeps *token*. Raises OwnError."""
        parameters = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": return_to,
            "scope": _SCOPES,
            "state": _derive("state", token),
            "nonce": _derive("nonce", token),
            "code_challenge": encode_base64url(sha256(_derive("verifier", token).encode()).digest()),
            "code_challenge_method": "S256",
        }
        address = (await self._discover())["authorization_endpoint"]
        return f"{address}{'&' if '?' in address else '?'}{urlencode(parameters)}"

    async def finish(self, token: str, answer: Mapping[str, str], return_to: str) -> ProvenPerson:
        """Return the identity, by the *answer* that the provider gave the browser.

        Raises NotAllowed when it does not belong to *token*, or proves nobody; OwnError when the provider fails.
        """
        if not token or not same_secret(answer.get("state", ""), _derive("state", token)):
            raise NotAllowed("This sign-in was begun elsewhere, or is too old. Please begin again.")
        if "code" not in answer:
            raise NotAllowed(_FAILED.format(issuer=self._issuer, reason=answer.get("error", "no code came")[:100]))
        provider = await self._discover()
        tokens = await self._exchange(provider, token, answer["code"], return_to)
        claims = self._check(tokens.get("id_token", ""), await self._ask(provider["jwks_uri"]), token)
        if "email" not in claims and "userinfo_endpoint" in provider:
            authorization = {"authorization": f"Bearer {tokens.get('access_token', '')}"}
            more = await self._ask(provider["userinfo_endpoint"], headers=authorization)
            claims = {**more, **claims} if more.get("sub") == claims["sub"] else claims
        return self._person(claims)

    def _person(self, claims: Mapping[str, Any]) -> ProvenPerson:
        email = claims.get("email")
        if not isinstance(email, str) or not email:
            raise self._failure("it told no e-mail address (scope `email`)")
        if claims.get("email_verified") not in {True, "true"}:
            raise self._failure("it has not verified the e-mail address (`email_verified`)")
        return ProvenPerson(email, str(claims.get("name") or email.partition("@")[0]))

    async def _exchange(self, provider: Mapping[str, Any], token: str, code: str, return_to: str) -> Mapping[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": return_to,
            "code_verifier": _derive("verifier", token),
        }
        headers = {}
        if "client_secret_basic" in provider.get("token_endpoint_auth_methods_supported", ["client_secret_basic"]):
            # Form-encoded before, by RFC 6749, 2.3.1.
            name, secret = quote(self._client_id, safe=""), quote(self._client_secret, safe="")
            headers["authorization"] = basic_authorization(name, secret)
        else:
            form |= {"client_id": self._client_id, "client_secret": self._client_secret}
        return await self._ask(provider["token_endpoint"], form=form, headers=headers)

    def _check(self, id_token: str, keys: Mapping[str, Any], token: str) -> Mapping[str, Any]:
        """Return the claims of *id_token*, signed by one of *keys* for this service and this sign-in."""
        import jwt  # noqa: PLC0415 - only those who sign in this way need it

        try:
            key_id = jwt.get_unverified_header(id_token).get("kid")
            matching_keys = [key for key in jwt.PyJWKSet.from_dict(dict(keys)).keys if key_id in {None, key.key_id}]
            if not matching_keys:
                raise jwt.InvalidKeyError("its key is unknown")
            claims: Mapping[str, Any] = jwt.decode(
                id_token,
                matching_keys[0],
                algorithms=_ALGORITHMS,
                audience=self._client_id,
                issuer=[self._issuer, self._issuer + "/"],
                leeway=_CLOCKS_DIFFER,
                options={"require": ["exp", "iat", "aud", "iss", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            raise self._failure(f"its token is not valid ({error})") from error
        if not same_secret(str(claims.get("nonce", "")), _derive("nonce", token)):
            raise self._failure("its token is for another sign-in")
        if claims.get("azp", self._client_id) != self._client_id:
            raise self._failure("its token is for another service")
        return claims

    async def _discover(self) -> Mapping[str, Any]:
        provider_metadata = await self._ask(self._issuer + _DISCOVERY)
        required_fields = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        if str(provider_metadata.get("issuer", "")).rstrip("/") != self._issuer or not all(
            isinstance(provider_metadata.get(name), str) for name in required_fields
        ):
            raise OwnError(f"{self._issuer} describes another provider, or none; check GOSSAMER_OIDC_ISSUER.")
        return provider_metadata

    async def _ask(
        self, url: str, *, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> Mapping[str, Any]:
        try:
            answer = await self._api.ask(
                ApiRequest(url, form=form, headers=headers or {}), deadline=Deadline.after(_PATIENCE)
            )
            body = json.loads(answer.body) if answer.status == _OK else None
        except (ServiceError, ValueError) as error:
            raise OwnError(_FAILED.format(issuer=self._issuer, reason="it does not answer")) from error
        if not isinstance(body, dict):
            raise OwnError(_FAILED.format(issuer=self._issuer, reason=f"it answered with status {answer.status}"))
        return body

    def _failure(self, reason: str) -> NotAllowed:
        return NotAllowed(_FAILED.format(issuer=self._issuer, reason=reason))


def _derive(purpose: str, token: str) -> str:
    return encode_base64url(sha256(f"{purpose} of {token}".encode()).digest())
