"""Path data: our reading of lines and curves against svgelements', and what is refused."""

from __future__ import annotations

import pytest
import svgelements
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.svg_numbers import transform
from ibbprint.svg_path import path

_NUMBER = st.floats(-500, 500, allow_nan=False, width=32).map(lambda v: f"{v:.3f}")


def _command(letter: str, count: int) -> st.SearchStrategy[str]:
    return st.lists(_NUMBER, min_size=count, max_size=count).map(lambda v: letter + " ".join(v))


_COMMANDS = st.one_of(
    *(
        _command(letter, count)
        for kind, count in {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}.items()
        for letter in (kind, kind.lower())
    )
)


def _ends(data: str) -> list[tuple[float, float]]:
    return [(piece.end.x, piece.end.y) for piece in svgelements.Path(data) if piece.end is not None]


@given(st.lists(_COMMANDS, min_size=1, max_size=8))
def test_every_command_ends_where_svgelements_ends_it(commands: list[str]) -> None:
    """Whatever the commands, each segment ends where a well-kept SVG library ends it."""
    data = "M1 2" + "".join(commands)
    start = point = (0.0, 0.0)
    ours: list[tuple[float, float]] = []
    for letter, values in path(data):
        point = start if letter == "Z" else (values[-2], values[-1])
        if letter == "M":
            start = point
        ours.append(point)
    assert [p for end in ours for p in end] == pytest.approx([p for end in _ends(data) for p in end], abs=1e-6)


@given(_NUMBER, _NUMBER, _NUMBER, _NUMBER)
def test_smooth_curves_mirror_the_control_point(a: str, b: str, c: str, d: str) -> None:
    """S after C, and T after Q, take the mirror image of the last control point."""
    cubic = svgelements.Path(f"M0 0C1 2 {a} {b} 5 6S{c} {d} 9 9")[2]
    assert path(f"M0 0C1 2 {a} {b} 5 6S{c} {d} 9 9")[2][1][:2] == pytest.approx(
        (cubic.control1.x, cubic.control1.y), abs=1e-6
    )
    quadratic = svgelements.Path(f"M0 0Q{a} {b} 5 6T{c} {d}")[2]
    ours = path(f"M0 0Q{a} {b} 5 6T{c} {d}")[2][1]
    assert ours[:2] == pytest.approx(
        (5 + 2 / 3 * (quadratic.control.x - 5), 6 + 2 / 3 * (quadratic.control.y - 6)), abs=1e-6
    )


def test_arcs_become_curves_that_end_where_they_should() -> None:
    """An arc, with its flags run together, is drawn as curves to its end."""
    segments = path("M10 0A5 5 0 0110 10l1 1z")
    assert {letter for letter, _ in segments} == {"M", "C", "L", "Z"}
    curves = [values for letter, values in segments if letter == "C"]
    assert curves[-1][-2:] == pytest.approx((10, 10), abs=1e-3)


_RADIUS = st.floats(0.5, 200, allow_nan=False, width=32).map(lambda v: f"{v:.3f}")
_FLAG = st.sampled_from("01")


@given(_RADIUS, _RADIUS, _NUMBER, _FLAG, _FLAG, _NUMBER, _NUMBER)
def test_arcs_run_where_svgelements_has_them(
    rx: str, ry: str, turn: str, large: str, sweep: str, x: str, y: str
) -> None:
    """Every curve of an arc begins and ends on the ellipse that a well-kept SVG library finds."""
    arc = svgelements.Path(f"M1 2A{rx} {ry} {turn} {large} {sweep} {x} {y}")[1]
    ends = [values[-2:] for letter, values in path(f"M1 2A{rx} {ry} {turn} {large} {sweep} {x} {y}")[1:]]
    assert ends[-1] == pytest.approx((float(x), float(y)))
    if len(ends) > 1:
        expected = [arc.point(number / len(ends)) for number in range(1, len(ends) + 1)]
        assert [v for end in ends for v in end] == pytest.approx(
            [v for p in expected for v in (p.x, p.y)], abs=0.05, rel=1e-3
        )


_TRANSFORM = st.sampled_from(["matrix 6", "translate 2", "scale 2", "rotate 1", "rotate 3", "skewX 1", "skewY 1"])


@given(st.lists(st.tuples(_TRANSFORM, st.lists(_NUMBER, min_size=6, max_size=6)), min_size=1, max_size=3))
def test_transforms_are_what_svgelements_makes_of_them(made: list[tuple[str, list[str]]]) -> None:
    """However many there are one after the other, they come to the same matrix."""
    parts = [(*kind.split(), numbers) for kind, numbers in made]
    text = " ".join(f"{name}({', '.join(numbers[: int(count)])})" for name, count, numbers in parts)
    m = svgelements.Matrix(text)
    expected = (m.a, m.b, m.c, m.d, m.e, m.f)
    if max(map(abs, expected)) < 1e6:
        assert transform(text) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "empty"),
        ("L1 2", "must start with M"),
        ("M1", "takes 2 numbers, not 1"),
        ("M1 2 L3", "takes 2 numbers, not 1"),
        ("M1 2 X3", "broken at 'X3'"),
        ("M1 2 L3 4 5", "takes 2 numbers, not 3"),
        ("M1 2 A1 1 0 2 0 3 3", "flags of an arc"),
        ("M1 2 L3 9e9", "too large"),
        ("M1 2 L.. 3", "broken at"),
    ],
)
def test_broken_data_is_refused_with_a_sentence(data: str, sentence: str) -> None:
    """Nothing of a broken path is drawn: the fault is told instead."""
    with pytest.raises(ValueError, match=sentence.replace("'", ".")):
        path(data)
