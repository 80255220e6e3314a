"""Pictures of nets: what is on them."""

import re

import pytest

from quincunx import Board
from quincunx.learn import pictures
from quincunx.learn.pictures import Point


def test_policy__has_the_percentages_on_the_cells_where_moves_end() -> None:
    board = Board("quadrature")
    shares = {"a3-b4": 0.25, "c3-b4": 0.25, "d3-d4": 0.496, "e3-e4": 0.004}
    picture = pictures.policy(board, shares)
    numbers = re.findall(r">(\d+)</text>", picture)
    assert numbers.count("50") == 2 and "0" not in numbers


def test_policy__leaves_out_what_has_no_cell() -> None:
    board = Board("square-grid-hex", size=5)
    board.push_text("c3")
    assert ">90<" not in pictures.policy(board, {"swap": 0.9, "a1": 0.1})


def test_curves__keep_within_the_picture_whatever_they_show() -> None:
    endless = float("inf")
    picture = pictures.curves(
        "Elo <1>",
        {
            "a": [Point(0, -300, -endless, -200), Point(3, 700, 500, endless)],
            "b": [Point(1, endless)],
        },
        x="iteration",
        y="Elo",
    )
    assert "Elo &lt;1&gt;" in picture and "inf" not in picture and "nan" not in picture
    heights = [float(y) for y in re.findall(r' (?:cy|y1|y2)="([\d.-]+)"', picture)]
    assert all(40 <= y <= 216 for y in heights)


def test_curves__leave_out_what_is_no_number() -> None:
    nan = float("nan")
    points = [Point(1, 2, nan, 3), Point(2, 2, 1, nan), Point(nan, 2), Point(3, 2, 1, 3)]
    picture = pictures.curves("Elo", {"it": points}, x="", y="")
    assert "nan" not in picture and picture.count("<circle") == 3
    assert picture.count('stroke-width="1.5"') == 1  # one interval is whole


def test_curves__refuse_a_theme_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no theme is called 'blue'; there are light, dark"):
        pictures.curves("Loss", {}, x="", y="", theme="blue")


@pytest.mark.parametrize("text", ["d4", "", "c3-d4"])
def test_policy__refuses_cells_that_there_are_not(text: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}' does not end on a cell of this board"):
        pictures.policy(Board("hadron", size=3), {"a1": 0.5, text: 0.0})


@pytest.mark.parametrize("values", [[], [0.0], [5.0], [-3.0, -1.0], [1e-5, 2e-5]])
def test_curves__can_be_of_any_values(values: list[float]) -> None:
    points = [Point(i + 1, value) for i, value in enumerate(values)]
    assert pictures.curves("Loss", {"it": points}, x="", y="").startswith("<svg")
