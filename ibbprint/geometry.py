"""Transforms and outlines as plain tuples: what drawings are made of, and the areas of maps."""

from __future__ import annotations

Matrix = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Segment = tuple[str, tuple[float, ...]]
"""`("M", (x, y))`, `("L", (x, y))`, `("C", (x1, y1, x2, y2, x, y))`, `("R", (x, y, w, h))`, `("Z", ())`; absolute."""


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The transform that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def inverted(matrix: Matrix) -> Matrix | None:
    """The transform that takes this one back; None where it flattens everything."""
    a, b, c, d, e, f = matrix
    by = a * d - b * c
    if by == 0:
        return None
    return d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The image of a point under the transform."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
