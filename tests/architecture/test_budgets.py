from tests.architecture.room_sizes import measure_rooms, read_budgets


def test_every_room_has_a_budget_and_every_budget_a_room() -> None:
    assert set(read_budgets()) == set(measure_rooms())


def test_no_room_has_more_lines_than_its_budget() -> None:
    budgets = read_budgets()
    over = {room: size.lines for room, size in measure_rooms().items() if size.lines > budgets[room]["lines"]}
    assert over == {}, "Remove lines from these rooms, or raise their budgets in a commit that says why."


def test_no_room_has_denser_decisions_than_its_budget() -> None:
    budgets = read_budgets()
    over = {room: size.density for room, size in measure_rooms().items() if size.density > budgets[room]["density"]}
    assert over == {}, "Make these decisions data, a score or a model, or raise the budgets in a commit that says why."
