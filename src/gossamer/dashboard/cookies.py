"""Cookies: which there are, and how they are set.

All but the colour scheme are HttpOnly: no script reads them. None leaves /dashboard, so the API never sees them.
"""

from collections.abc import Mapping
from typing import Final

from starlette.requests import cookie_parser
from starlette.responses import Response

SESSION: Final = "gossamer_session"
# Stands for a visitor who has not signed in: what the token in the forms is compared with.
VISITOR: Final = "gossamer_visitor"
# The beginning of a sign-in by another service, and its destination.
OPENID: Final = "gossamer_openid"
# Stands for a right password while a code is asked for, and says where it goes.
FACTOR: Final = "gossamer_factor"
NOTICE: Final = "gossamer_notice"
THEME: Final = "gossamer_theme"

PATH: Final = "/dashboard"
# As long as a session can last; whether it still does is for operations to say.
SESSION_SECONDS: Final = 14 * 24 * 3600
_YEAR_SECONDS = 365 * 24 * 3600


def cookies_of(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Return the cookies that were sent by name, read as browsers write them.

    Another service of the same host may have set some that no standard allows; they must not hide ours.
    """
    return cookie_parser(headers.get("cookie", ""))


def put(response: Response, name: str, value: str, *, secure: bool, max_age: int | None = None) -> None:
    """Have the browser keep *value*: for *max_age* seconds, or as long as it runs."""
    response.set_cookie(name, value, max_age=max_age, path=PATH, secure=secure, httponly=name != THEME, samesite="lax")


def remember(response: Response, name: str, value: str, *, secure: bool) -> None:
    """Have the browser keep *value* for a year."""
    put(response, name, value, secure=secure, max_age=_YEAR_SECONDS)


def drop(response: Response, name: str, *, secure: bool) -> None:
    """Have the browser forget *name*."""
    response.delete_cookie(name, path=PATH, secure=secure, httponly=name != THEME, samesite="lax")
