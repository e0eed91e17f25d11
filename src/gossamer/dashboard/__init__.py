"""The dashboard: pages for people, server-rendered, at /dashboard.

How a page is added
    1. `pages/<name>.py` holds handlers, `async def overview(visit: Visit, session: Session) -> Response`, and
       `def routes() -> Iterator[Route]` that yields `Page(method, path, handler)` for people who have signed in
       (`admins_only=True` refuses members with 403 before the handler runs) or `Open(method, path, handler)` for
       everybody (handlers get the visit alone). `pages/__init__.py` lists the modules, `navigation.py` the entries
       of the navigation.
    2. A handler asks `visit.operations` (the one door) as `session.actor` and answers
       `visit.page("<name>/page.html", session, **values)`      a whole page; its template extends "layout/app.html"
       `visit.fragment("<name>/rows.html", session, **values)`  a piece that HTMX puts into the page
       `visit.dialog("<name>/form.html", session, title=…)`     the same form in a <dialog>, or on a page without script
       `visit.leave("/dashboard/keys", "key-revoked")`          go on to a page of ours, and say so there (`NOTICES`)
       Failures of the tree in core/errors.py may just be raised: each becomes a page (or a notice, for HTMX) with
       its status.
    3. What was sent: `visit.form` (`one(name)`, `all(name)`), `visit.query`, `visit.path` (variable parts). Bodies are
       urlencoded forms up to `Page.max_body` bytes. `visit.now()` tells the time.
    4. Templates live in `templates/<name>/`, import macros from "components.html" (`ui.field`, `ui.badge`,
       `ui.icon`, …) and style from the classes of `static/css/`. A page's own `static/css/<name>.css` and
       `static/js/<name>.js` are named in the blocks `styles` and `scripts`, by `static('css/<name>.css')`. Icons are
       symbols of `static/icons.svg`. No inline script or style: the Content-Security-Policy forbids them.
    5. Every form that posts holds `{{ ui.csrf(csrf) }}`; HTMX sends the same token by itself (`hx-headers` on <body>).
       Page content is data: autoescape is on, `|safe` is not used.

Nothing here decides what a person may do: `operations` does, and refuses. The dashboard hides what would be refused.
"""

from gossamer.dashboard.front import Dashboard
