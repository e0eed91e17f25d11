"""A visit: one request of a browser, and the ways to answer it."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from typing import Any, Final

from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from gossamer.core.accounts import Team
from gossamer.dashboard import cookies
from gossamer.dashboard.forms import Form
from gossamer.dashboard.paths import own
from gossamer.dashboard.rendering import Views
from gossamer.operations import Operations
from gossamer.operations.accounts import SignIn

_THEMES = frozenset({"light", "dark"})

NOTICES: Final[Mapping[str, str]] = tomllib.loads((resources.files(__package__) / "notices.toml").read_text("utf-8"))


# Where a notice has {team}, the page puts the name of the team that is looked at.
def notice_text(name: str, team: Team | None) -> str:
    """Return the notice of that *name* on a page about *team*; empty when there is none, or no team to name in it."""
    text = NOTICES.get(name, "")
    if team is None:
        return "" if "{team}" in text else text
    return text.replace("{team}", team.name)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request: what was sent with it, and what answers it.

    *session* is None for who has not signed in. *csrf* is the token that forms of the answer must
    carry, *now* tells the time. *open_mode* says that the API needs no key here.
    """

    operations: Operations
    views: Views
    # These may hold secrets, which are not for logs.
    scope: Scope = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    cookies: Mapping[str, str] = field(repr=False)
    form: Form
    query: Form
    session: SignIn | None
    csrf: str = field(repr=False)
    now: Callable[[], datetime]
    open_mode: bool = False

    @property
    def path(self) -> Mapping[str, str]:
        """Return the variable parts of the path by name."""
        parameters: Mapping[str, str] = self.scope["path_params"]
        return parameters

    @property
    def htmx(self) -> bool:
        """Return whether HTMX asks, for a piece of a page."""
        return self.headers.get("hx-request") == "true"

    @property
    def secure(self) -> bool:
        """Return whether the browser came by https; a proxy's word counts."""
        forwarded = self.headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
        return (forwarded or self.scope.get("scheme", "http")) == "https"

    @property
    def origin(self) -> str:
        """Return scheme and host under which the browser sees this service."""
        forwarded = self.headers.get("x-forwarded-host", "").partition(",")[0].strip()
        return f"{'https' if self.secure else 'http'}://{forwarded or self.headers.get('host', 'localhost')}"

    @property
    def address(self) -> str:
        """Return the address that the request came from."""
        client = self.scope.get("client")
        return str(client[0]) if client else ""

    @property
    def theme(self) -> str:
        """Return which colours the person chose; empty follows the device."""
        chosen = self.cookies.get(cookies.THEME, "")
        return chosen if chosen in _THEMES else ""

    def page(self, template: str, session: SignIn | None = None, *, status: int = 200, **values: Any) -> Response:
        """Return a whole page."""
        notice = notice_text(self.cookies.get(cookies.NOTICE, ""), session.team if session else None)
        response = HTMLResponse(self._render_template(template, session, notice=notice, **values), status)
        if cookies.NOTICE in self.cookies:
            cookies.drop(response, cookies.NOTICE, secure=self.secure)
        return response

    def fragment(self, template: str, session: SignIn | None = None, *, status: int = 200, **values: Any) -> Response:
        """Return a piece of a page."""
        return HTMLResponse(self._render_template(template, session, **values), status)

    def dialog(self, template: str, session: SignIn, *, title: str, status: int = 200, **values: Any) -> Response:
        """Return the form in *template* for the page's dialog, or on a page of its own when no script asks.

        The template is the form alone; *title* stands above it.
        """
        frame = "layout/dialog.html" if self.htmx else "layout/dialog_page.html"
        return HTMLResponse(self._render_template(frame, session, form=template, title=title, **values), status)

    def leave(self, path: str, notice: str = "") -> Response:
        """Return a redirect to *path*, one of ours, with the notice of this name."""
        target = own(path)
        response = Response(status_code=200, headers={"hx-redirect": target}) if self.htmx else _see_other(target)
        if notice:
            cookies.put(response, cookies.NOTICE, notice, secure=self.secure, max_age=60)
        return response

    def _render_template(self, template: str, session: SignIn | None, **values: Any) -> str:
        path = self.scope["path"]
        return self.views.render(
            template, visit=self, session=session, csrf=self.csrf, path=path, theme=self.theme, **values
        )


def _see_other(target: str) -> Response:
    return Response(status_code=303, headers={"location": target})
