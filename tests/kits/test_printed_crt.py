"""The card of combat results on paper against the catalogue, cell by cell and line by line."""

from __future__ import annotations

from tests import card
from tests.helpers import NOTHING
from tests.pdf import Document


def test_every_result_stands_in_its_row_and_column(crt_document: Document) -> None:
    """The results are those of the catalogue, cell by cell, each beside its die and all columns straight."""
    card.check_results(card.sides(crt_document)[0], card.crt())


def test_every_odds_stand_above_their_column(crt_document: Document) -> None:
    """Each terrain has its row of odds, and each odds stand exactly above the results that they lead to."""
    card.check_odds(card.sides(crt_document)[0], card.crt())


def test_columns_are_numbered_from_one(crt_document: Document) -> None:
    """Over the results stand the numbers of the columns, each over its own."""
    card.check_columns(card.sides(crt_document)[0], card.crt())


def test_the_key_tells_every_code(crt_document: Document) -> None:
    """Each code of the table stands once in the key, with its name and what it does beside it."""
    card.check_key(card.sides(crt_document)[0], card.crt())


def test_every_modifier_of_combat_is_listed_with_its_amount(crt_document: Document) -> None:
    """All modifiers of combat and no others stand in order, with sign, amount, what they change and when they count."""
    card.check_modifiers(card.sides(crt_document)[1], NOTHING)


def test_the_procedure_is_the_catalogues(crt_document: Document) -> None:
    """The steps of a combat stand in order with number, name and text, figures filled in."""
    card.check_procedure(card.sides(crt_document)[1], NOTHING)


def test_the_five_segments_have_their_names_and_colours(crt_document: Document) -> None:
    """The five segments stand in order, each name on its own colour, with title and text."""
    card.check_segments(card.back_page(crt_document), NOTHING)
