"""Charts as SVG for strict pages: lines told apart by mark and dashes as well as by colour."""

from collections.abc import Mapping, Sequence
from html import escape

from markupsafe import Markup

WIDTH, HEIGHT = 360, 230
LEFT, RIGHT, TOP, BOTTOM = 36, 10, 12, 12
MARKS = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-5 -5h10v10h-10z",
    "M0 -6l6 11h-12z",
    "M0 -7l7 7l-7 7l-7 -7z",
    "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
    "M0 6l-6 -11h12z",
    "M-6 -2h12v4h-12z",
    "M-2 -6h4v12h-4z",
)
DASHES = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 3", "15 3", "9 3 2 3 2 3")
STEPS = (1, 2, 5)


def draw_lines(series: Mapping[str, Sequence[int]], title: str) -> Markup:
    """Draw one line a series over places from left to right.

    Args:
        series: Values by name, each as long as the others.
        title: What the chart shows, for a screen reader.
    """
    values = [value for line in series.values() for value in line]
    step = _step(max(values, default=0))
    top = max(step, -(-max(values, default=0) // step) * step)
    parts = [*_grid(top, step), *(_line(n, line, top) for n, line in enumerate(series.values()))]
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    return Markup(f"{head}{''.join(parts)}</svg>")  # noqa: S704 - escaped where it was written


def draw_mark(number: int) -> Markup:
    """Draw the mark of a series, for the words beside the chart."""
    dash = _dash(number)
    line, mark = f'd="M2 9h32"{dash}', f'transform="translate(18 9)" d="{_mark(number)}"'
    shown = f'<path class="chart-line" {line}/><path class="chart-mark" {mark}/>'
    svg = (
        f'<svg class="key series-{number % len(MARKS)}" viewBox="0 0 36 18" aria-hidden="true">{shown}</svg>'
    )
    return Markup(svg)  # noqa: S704 - holds nothing from outside


def _grid(top: int, step: int) -> list[str]:
    """Write a line and a number for each step up the chart."""
    heights = [(value, _y(value, top)) for value in range(0, top + 1, step)]
    return [
        f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/><text x="{LEFT - 8}" y="{y + 4}">{value}</text>'
        for value, y in heights
    ]


def _line(number: int, values: Sequence[int], top: int) -> str:
    width = WIDTH - LEFT - RIGHT
    apart = width / max(len(values) - 1, 1)
    start = LEFT if len(values) > 1 else LEFT + width / 2
    points = [(round(start + apart * place), _y(value, top)) for place, value in enumerate(values)]
    path = "L".join(f"{x} {y}" for x, y in points)
    marks = "".join(
        f'<path class="chart-mark" transform="translate({x} {y})" d="{_mark(number)}"/>' for x, y in points
    )
    css = f"series-{number % len(MARKS)}"
    return f'<g class="{css}"><path class="chart-line" d="M{path}"{_dash(number)}/>{marks}</g>'


def _mark(number: int) -> str:
    return MARKS[number % len(MARKS)]


def _dash(number: int) -> str:
    dash = DASHES[number % len(DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _y(value: int, top: int) -> int:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top)


def _step(most: int) -> int:
    """Give the smallest of 1, 2, 5, 10, 20, 50, ... that needs at most six steps."""
    size = 1
    while True:
        for step in STEPS:
            if step * size * 6 >= most:
                return step * size
        size *= 10
