"""Single-page applications that report to their server what was done: mail, tasks, a board and others."""

from collections.abc import Iterable

from aiohttp import web
from aiohttp.typedefs import Handler

from gossamer.testing.site.applications.app_events import form_of, note
from gossamer.testing.site.applications.sources import page

_DESKS = ("mail", "tasks", "board", "gazette")
_REVIEWS = ("Boils quickly and sings in tune.", "The handle gets hot.", "My grandmother had the same one.")
_WEATHER = {"bergen": ("Bergen", 7, "rain"), "athens": ("Athens", 31, "sun"), "quito": ("Quito", 18, "clouds")}


def desk_routes() -> Iterable[web.RouteDef]:
    """Yield the routes."""
    for name in _DESKS:
        yield web.get(f"/apps/{name}", page(name))
        yield web.post(f"/apps/{name}/{{what}}", _note(name))
    yield web.get("/apps/kettle", page("kettle"))
    yield web.get("/apps/kettle/reviews.json", _reviews)
    yield web.get("/apps/weather", page("weather"))
    yield web.get("/apps/weather/now.json", _weather)


def _note(name: str) -> Handler:
    async def listen(request: web.Request) -> web.Response:
        note(request, name, request.match_info["what"], **await form_of(request))
        return web.Response(status=204)

    return listen


async def _reviews(request: web.Request) -> web.Response:
    note(request, "kettle", "reviews")
    return web.json_response(_REVIEWS)


async def _weather(request: web.Request) -> web.Response:
    city, unit = request.query["city"], request.query["unit"]
    note(request, "weather", "search", city=city, unit=unit)
    name, celsius, sky = _WEATHER.get(city.strip().lower(), ("", 0, ""))
    if not name:
        return web.json_response({"city": "Not found", "weather": f"There is no city called {city}."})
    degrees = celsius if unit == "C" else round(celsius * 9 / 5 + 32)
    return web.json_response({"city": name, "weather": f"{degrees} °{unit}, {sky}"})
