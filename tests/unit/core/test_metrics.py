from gossamer.core.metrics import CATALOGUE, Kind, Meters, Metric, Series, combine_series

COUNT = Metric("test_count", "A count.", Kind.COUNTER, ("kind",))
TIME = Metric("test_seconds", "A time.", Kind.HISTOGRAM, (), (0.1, 1.0))


def test_counts_are_kept_by_label() -> None:
    meters = Meters()
    meters.add(COUNT, "a")
    meters.add(COUNT, "a", by=2)
    meters.add(COUNT, "b")
    assert meters.series() == [Series(COUNT, ("a",), 3), Series(COUNT, ("b",), 1)]


def test_an_observation_at_a_bound_belongs_below_it() -> None:
    meters = Meters()
    for seconds in (0.05, 0.1, 0.5, 7.0):
        meters.observe(TIME, seconds)
    assert meters.series() == [Series(TIME, (), 7.65, (2, 1, 1))]


def test_figures_of_processes_are_added_up() -> None:
    one = [Series(COUNT, ("a",), 1), Series(TIME, (), 0.5, (0, 1, 0))]
    other = [Series(COUNT, ("a",), 2), Series(COUNT, ("b",), 5), Series(TIME, (), 3.0, (1, 0, 1))]
    assert combine_series([*one, *other]) == [
        Series(COUNT, ("a",), 3),
        Series(TIME, (), 3.5, (1, 1, 1)),
        Series(COUNT, ("b",), 5),
    ]


def test_no_metric_has_a_label_without_an_end() -> None:
    endless = {"url", "host", "team", "team_id", "key", "job", "job_id"}
    assert {metric.name for metric in CATALOGUE.values() if endless & set(metric.labels)} == set()
