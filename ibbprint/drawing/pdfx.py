"""PDF/X-1a:2001 (ISO 15930-1) for print shops, which is PDF 1.3 with less in it.

The printing condition is named and not described: a name of the ICC's registry of characterisation data needs no
profile in the file. Of what the standard asks, this module adds the marks; no colour but in four inks, no
transparency and embedded fonts are for those who draw. `ibbprint.press.preflight` checks all of it when it
is finished.
"""

from __future__ import annotations

from typing import Any, NamedTuple

VERSION = (1, 3)


class Condition(NamedTuple):
    """A printing condition: its name in the registry, what it is in words, and the registry."""

    name: str
    words: str
    registry: str


def mark(canvas: Any, condition: Condition) -> None:
    """Say in a new ReportLab document that it is PDF/X-1a for this condition, and not trapped."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFString

    class Info(PDFInfo):
        """The document's facts, with the version of PDF/X among them."""

        def format(self, document: Any) -> Any:
            written = super().format(document)
            version = PDFDictionary(
                {"GTS_PDFXVersion": PDFString("PDF/X-1:2001"), "GTS_PDFXConformance": PDFString("PDF/X-1a:2001")}
            ).format(document)
            return written.rstrip()[:-2] + version.lstrip()[2:]  # one dictionary of the two

    document = canvas._doc
    document.info = Info()
    catalog = document.Catalog
    intent = PDFDictionary(
        {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFX"),
            "OutputCondition": PDFString(condition.words),
            "OutputConditionIdentifier": PDFString(condition.name),
            "RegistryName": PDFString(condition.registry),
            "Info": PDFString(condition.words),
        }
    )
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([intent])
