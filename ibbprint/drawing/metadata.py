"""XMP metadata of a PDF, for libraries, search and screen readers. PDF/X-1a files have none."""

from __future__ import annotations

from typing import Any

from ibbprint.drawing.xml_text import escaped

_DATE = "2000-01-01T00:00:00+00:00"
"""The same input is to give the same bytes."""
_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>ibbprint</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>ibbprint</pdf:Producer><pdf:Keywords>{keywords}</pdf:Keywords>
<xmp:CreatorTool>ibbprint</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def describe(canvas: Any, title: str, subject: str, language: str, keywords: str) -> None:
    """Give a ReportLab document its XMP metadata, which says the same as its document information."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

    values = {"title": title, "subject": subject, "language": language, "keywords": keywords}
    packet = _PACKET.format(date=_DATE, **{name: escaped(value) for name, value in values.items()})
    kind = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    canvas._doc.Catalog.Metadata = PDFStream(kind, packet.encode(), filters=[])
