"""Overprinting in a print shop's file: black text and lines are printed over the colours under them.

A state of overprinting is a graphics state that pages and forms list by name (PDF 1.3, which PDF/X-1a is made of, has
`OP` for lines, `op` for all else and `OPM`). With `OPM` 1 an ink of 0 leaves alone what is under it, so a white area
must never be painted in such a state: each state is set together with the colour that it is for, or within q and Q.
"""

from __future__ import annotations

from typing import Any

_STATES: dict[str, dict[str, Any]] = {
    "IbbT": {"op": "true", "OPM": 1},
    "IbbF": {"op": "false"},
    "IbbL": {"OP": "true", "op": "false", "OPM": 1},
    "IbbK": {"OP": "false", "op": "false"},
}
_NAME = "ibbprint-overprint"
TEXT_OVER, TEXT_KNOCKS_OUT = "/IbbT gs", "/IbbF gs"
"""What makes text and areas overprint, or not; lines stay as they are."""
LINES_OVER, LINES_KNOCK_OUT = "/IbbL gs", "/IbbK gs"
"""What makes lines overprint, or not; text and areas no longer do, because `OP` alone would set both."""


def offer_to_page(document: Any, page: Any) -> None:
    """List the states among the resources of a page of a ReportLab document; such a page has no others."""
    page.ExtGState = _states(document)


def offer_to_form(document: Any, form: Any) -> None:
    """Offer the states of overprint to a form, for which ReportLab itself lists none."""
    from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

    resources: Any = PDFResourceDictionary()
    resources.basicFonts()
    if form.XObjects:
        resources.XObject = form.XObjects
    resources.ExtGState = _states(document)
    form.Resources = resources


def _states(document: Any) -> Any:
    """A reference to the one dictionary of all states."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObjectReference

    if _NAME not in document.idToObject:
        states = {name: PDFDictionary({"Type": PDFName("ExtGState"), **state}) for name, state in _STATES.items()}
        document.Reference(PDFDictionary(states), _NAME)
    return PDFObjectReference(_NAME)
