"""Applications that are forms: a search with filters, a sign-in, a booking, a payment, an upload."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from aiohttp import web

from gossamer.testing.site.applications.app_events import form_of, note
from gossamer.testing.site.applications.sources import page, written

EMAIL = "ada@example.org"
PASSWORD = "analytical-engine"
_SESSION = "member"


@dataclass(frozen=True, slots=True)
class _Car:
    make: str
    model: str
    fuel: str
    price: int
    automatic: bool


_CARS = (
    _Car("Ariadne", "Thread", "Petrol", 8900, automatic=False),
    _Car("Ariadne", "Labyrinth", "Electric", 24500, automatic=True),
    _Car("Clotho", "Spindle", "Electric", 18900, automatic=True),
    _Car("Clotho", "Distaff", "Diesel", 12700, automatic=False),
    _Car("Arachne", "Web", "Electric", 31000, automatic=True),
    _Car("Arachne", "Orb", "Petrol", 15400, automatic=True),
)


def form_routes() -> Iterable[web.RouteDef]:
    """Yield the routes."""
    yield web.get("/apps/cars", _cars)
    yield web.get("/apps/members", _sign_in)
    yield web.post("/apps/members", _answer_sign_in)
    yield web.get("/apps/members/account", _account)
    yield web.post("/apps/members/leave", _sign_out)
    yield web.get("/apps/hotel", page("hotel"))
    yield web.post("/apps/hotel/book", _book)
    yield web.get("/apps/checkout", page("checkout"))
    yield web.get("/apps/checkout/card", page("card"))
    yield web.post("/apps/checkout/pay", _pay)
    yield web.get("/apps/documents", page("documents"))
    yield web.post("/apps/documents", _document)


async def _cars(request: web.Request) -> web.Response:
    criteria = request.query
    if criteria:
        note(request, "cars", "search", **{name: value for name, value in criteria.items() if value})
    cars = [car for car in _CARS if _matches(car, dict(criteria))]
    rows = "".join(
        f"<tr><td>{car.make} {car.model}</td><td>{car.fuel}</td><td>€ {car.price:,}</td></tr>" for car in cars
    )
    table = f"<table><thead><tr><th>Car</th><th>Fuel</th><th>Price</th></tr></thead><tbody>{rows}</tbody></table>"
    return written("Used cars", f"<main><h1>Used cars</h1>{_FILTERS}<p>{len(cars)} cars found</p>{table}</main>")


_FILTERS = """<form><label>Make <select name="make"><option value="">Any make</option><option>Ariadne</option>
<option>Arachne</option><option>Clotho</option></select></label>
<fieldset><legend>Fuel</legend>
<label><input type="radio" name="fuel" value="" checked> Any</label>
<label><input type="radio" name="fuel" value="Petrol"> Petrol</label>
<label><input type="radio" name="fuel" value="Diesel"> Diesel</label>
<label><input type="radio" name="fuel" value="Electric"> Electric</label></fieldset>
<label>Maximum price <input type="number" name="max" min="0" step="100"></label>
<label><input type="checkbox" name="automatic" value="yes"> Automatic gearbox only</label>
<button>Show cars</button> <button type="reset">Clear filters</button></form>"""


def _matches(car: _Car, criteria: dict[str, str]) -> bool:
    return (
        criteria.get("make", "") in {"", car.make}
        and criteria.get("fuel", "") in {"", car.fuel}
        and car.price <= int(criteria.get("max") or 1_000_000)
        and (car.automatic or "automatic" not in criteria)
    )


def _sign_in_page(alert: str = "", *, status: int = 200) -> web.Response:
    alert_line = f'<p role="alert">{alert}</p>' if alert else ""
    body = f"""<main><h1>Members</h1>{alert_line}<form method="post">
<p><label>E-mail address <input type="email" name="email"></label></p>
<p><label>Password <input type="password" name="password"></label></p>
<p><label><input type="checkbox" name="stay" value="yes"> Keep me signed in</label></p><button>Sign in</button></form>
<a href="/apps/members">Forgot your password?</a></main>"""
    return written("Sign in - Guild of Weavers", body, status=status)


async def _sign_in(_: web.Request) -> web.Response:
    return _sign_in_page()


async def _answer_sign_in(request: web.Request) -> web.Response:
    form = await form_of(request)
    right = (form.get("email"), form.get("password")) == (EMAIL, PASSWORD)
    what = "signed in" if right else "refused"
    note(request, "members", what, email=form.get("email", ""), stay=form.get("stay", ""))
    if not right:
        return _sign_in_page("Wrong e-mail address or password.", status=403)
    answer = web.Response(status=303, headers={"Location": "/apps/members/account"})
    answer.set_cookie(_SESSION, "ada", path="/apps/members")
    return answer


async def _account(request: web.Request) -> web.Response:
    if request.cookies.get(_SESSION) != "ada":
        return web.Response(status=303, headers={"Location": "/apps/members"})
    body = """<main><h1>Welcome back, Ada</h1><p>Balance: € 1,204.50</p>
<table><tr><th>Invoice</th><th>Amount</th></tr><tr><td>2027-01</td><td>€ 40.00</td></tr>
<tr><td>2027-02</td><td>€ 42.00</td></tr></table>
<form method="post" action="/apps/members/leave"><button>Sign out</button></form></main>"""
    return written("My account - Guild of Weavers", body)


async def _sign_out(request: web.Request) -> web.Response:
    note(request, "members", "signed out")
    answer = web.Response(status=303, headers={"Location": "/apps/members"})
    answer.del_cookie(_SESSION, path="/apps/members")
    return answer


async def _book(request: web.Request) -> web.Response:
    form = await form_of(request)
    note(request, "hotel", "book", **form)
    if not {"arrival", "departure"} <= form.keys():
        return web.Response(text="Choose both dates first.")
    return web.Response(
        text=f"Booked: {form['room']} for {form['guests']} guests, {form['arrival']} to {form['departure']}."
    )


async def _pay(request: web.Request) -> web.Response:
    form = await form_of(request)
    paid = bool(form.get("number")) and bool(form.get("code"))
    note(request, "checkout", "paid" if paid else "refused", **form)
    return web.json_response({"paid": paid, "message": "Payment received." if paid else "Fill in the whole form."})


async def _document(request: web.Request) -> web.Response:
    form = await request.post()
    document = form.get("document")
    if not isinstance(document, web.FileField):
        return written("Documents", '<p role="alert">Choose a document first.</p>', status=400)
    text = document.file.read().decode("utf-8", "replace")
    title, terms = str(form.get("title", "")), str(form.get("terms", ""))
    note(request, "documents", "upload", name=document.filename, text=text, title=title, terms=terms)
    return written("Thank you", f"<main><h1>Thank you</h1><p>We received {escape(document.filename)}.</p></main>")
