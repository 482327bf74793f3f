"""Tables of comma-separated values, for whatever program opens them."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula, and does what it says."""


def as_csv(rows: Iterable[Sequence[Any]]) -> str:
    r"""Write rows as CSV, with a quote before each text that a spreadsheet would take for a formula.

    >>> as_csv([["=1+1", -1]])
    "'=1+1,-1\n"

    Source:
        https://owasp.org/www-community/attacks/CSV_Injection.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _harmless(cell: object) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell
