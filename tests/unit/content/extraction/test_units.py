"""A number is given in the unit that its field asks for: converted where that is exact, else not at all."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

NUMBER = {"type": "number"}


def _value(body: str, field: str, **schema: Any) -> Any:
    html = f"<html lang=en><title>Z 4</title><main><h1>Boat Z</h1>{body}</main></html>"
    return extract(material(html), {"type": "object", "properties": {field: {**NUMBER, **schema}}}).value[field]


@pytest.mark.parametrize(
    ("said", "field", "meant"),
    [
        ("Power: 22 hp", "powerKw", 16.405), ("Power: 22 hp", "powerHp", 22), ("Power: 150 PS", "powerKw", 110.325),
        ("Top speed: 210 km/h", "topSpeedMph", 130.488), ("Top speed: 60 mph", "topSpeedKmh", 96.561),
        ("Top speed: 40 knots", "topSpeedKmh", 74.08), ("Top speed: 19 km/h (11.8 mph)", "topSpeedMph", 11.8),
        ("Top speed: 19 km/h (11.8 mph)", "topSpeedKmh", 19), ("Pressure: 30 psi", "pressureBar", 2.068),
        ("Pressure: 3 bar (43.5 psi)", "pressurePsi", 43.5), ("Charging time: 35 min", "chargingTimeHours", 0.583),
        ("Charging time: 35 min", "chargingTimeMinutes", 35), ("Charging time: 1 h 30 min", "chargingTimeHours", 1.5),
        ("Delivery time: 3 weeks", "deliveryTimeDays", 21), ("Delivery time: 3", "deliveryTimeDays", 3),
        ("Warranty period: 36 months", "warrantyPeriodYears", 3), ("Displacement: 1.1 l", "displacementCc", 1100),
        ("Displacement: 1,123 cc", "displacementLitres", 1.123), ("Floor area: 200 sq ft", "floorAreaSqm", 18.581),
        ("Max torque: 184 lb-ft", "maxTorqueNm", 249.47), ("Length: 5 ft 6 in", "lengthFt", 5.5),
        ("Volume: 3 gal", "volumeGallons", 3),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["<p>{}</p>", "<ul><li>{}</li><li>Colour: red</li></ul>", "<dl><dt>{}</dd></dl>"])
def test_what_is_told_in_another_unit_is_converted(said: str, field: str, meant: float, form: str) -> None:
    written = said if "<dt>" not in form else said.replace(": ", "</dt><dd>")
    assert _value(form.format(written), field) == pytest.approx(meant, rel=1e-3)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("Volume: 3 gal", "volumeLitres"), ("Consumption: 5.4 l/100 km", "consumptionLitres"),
        ("Warranty period: 20 weeks", "warrantyPeriodYears"), ("Free trial: 1 month", "freeTrialDays"),
        ("Paid holiday: 5 weeks", "paidHolidayDays"),
        ("Write speed: 550 MB/s", "writeSpeedGb"), ("Power: 22 rpm", "powerKw"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["<p>{}</p>", "<dl><dt>{}</dd></dl>"])
def test_what_cannot_be_converted_exactly_is_null(said: str, field: str, form: str) -> None:
    written = said if "<dt>" not in form else said.replace(": ", "</dt><dd>")
    assert _value(form.format(written), field) is None


def test_a_number_is_not_cut_at_its_point() -> None:
    assert _value("<p>Draught: 5.4</p>", "draught") in {5.4, None}


def test_the_unit_of_a_label_is_that_of_its_figure() -> None:
    rows = "<table><tr><th>Volume (gal)</th><td>3</td></tr><tr><th>Top speed (km/h)</th><td>19</td></tr></table>"
    assert _value(rows, "volumeLitres") is None
    assert _value(rows, "topSpeedMph") == pytest.approx(11.806, rel=1e-3)


def test_a_second_amount_that_is_not_the_same_is_not_taken() -> None:
    said = "<dl><dt>Top speed</dt><dd>19 km/h (7 mph in reverse)</dd></dl>"
    assert _value(said, "topSpeedMph") == pytest.approx(11.806, rel=1e-3)


def test_a_unit_of_time_may_stand_in_the_description() -> None:
    said = "<dl><dt>Charging time</dt><dd>90 min</dd></dl>"
    assert _value(said, "chargingTime", description="How long it takes to charge, in hours.") == 1.5
