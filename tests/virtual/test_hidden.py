"""What is hidden stays hidden: a search through everything that an enemy's client shows of a masked piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.virtual_modules import Module, Slot


@pytest.fixture(scope="module")
def masked(bridge: Module) -> list[Slot]:
    result = [piece for _, pieces in bridge.stacks() for piece in pieces if piece.hidden_by]
    assert result
    return result


def shown_to_an_enemy(slot: Slot) -> Iterator[str]:
    """Name, menu and marks of a piece that is hidden by its outermost trait, as VASSAL gives them to another side."""
    (_, _, _, _, style, mask, *_), _ = slot.traits[0]
    yield mask
    yield style
    for kind, state in slot.traits:
        if kind[0] == "mark":  # they answer everybody, whatever hides the piece
            yield from (*kind[1:], *state)


def test_an_enemy_sees_a_back_and_reads_unknown_unit(masked: list[Slot], bridge: Module) -> None:
    for slot in masked:
        mask = slot.traits[0][0]
        assert (mask[0], mask[5]) == ("obs", "Unknown unit")
        assert mask[4] == f"G{mask[2]}" != f"G{slot.of('piece')[0][3]}"
        assert set(shown_to_an_enemy(slot)) == {"Unknown unit", mask[4], "Side", slot.hidden_by}
    backs = {slot.traits[0][0][2] for slot in masked}
    assert len(backs) == 1, "all units of a side look alike"


def test_no_text_of_the_build_names_a_masked_piece_outside_its_type(masked: list[Slot], bridge: Module) -> None:
    palette = {id(slot) for listing in bridge.all("widget.ListWidget") for slot in listing}
    names = [word for slot in masked for word in (slot.name, slot.name.split()[-1])]
    for element in bridge.root.iter():
        public = [] if id(element) in palette else list(element.attrib.values())
        for text in public:
            assert not any(name in text.split() or name == text for name in names), (element.tag, text)
    for slot in bridge.slots:
        assert not any(name in slot.state for name in names)


def test_reports_and_the_inventory_use_names_that_the_mask_replaces(bridge: Module) -> None:
    formats = [
        value
        for element in bridge.root.iter()
        for name, value in element.attrib.items()
        if name.endswith("Format") or name == "emptyHexReportForma"
    ]
    prototypes = "".join(element.text or "" for element in bridge.all("module.PrototypeDefinition"))
    for text in (*formats, prototypes):
        assert not any(word in text for word in ("$basicName$", "$gpid$", "$BasicName$", "$PieceUID$"))
    inventory = bridge.all("module.Inventory")[0]
    assert (inventory.get("leafFormat"), inventory.get("groupBy")) == ("$PieceName$", "Side")


def test_marks_say_nothing_but_the_side(bridge: Module) -> None:
    for slot in bridge.slots:
        for kind, _ in slot.traits:
            assert kind[0] != "mark" or kind[1:] == ["Side"]


def test_the_piles_tell_nothing_of_what_is_in_them(bridge: Module) -> None:
    for pile in bridge.all("module.map.DrawPile"):
        assert pile.get("faceDown") == pile.get("shuffle") == "Always"
        assert pile.get("allowSelect") == "false"
        assert [card.get("entryName") for card in pile] == [str(n) for n in range(1, len(pile) + 1)]
    assert bridge.all("module.map.CounterDetailViewer")[0].get("showDeck") == "false"


def test_stacks_and_their_slots_have_numbers_for_names(bridge: Module) -> None:
    for stack, pieces in bridge.stacks():
        assert (stack.get("name") or "").isdigit()
        assert all((piece.element.get("entryName") or "").isdigit() for piece in pieces)


def test_an_enemy_can_unmask_nothing(bridge: Module) -> None:
    assert bridge.all("module.GlobalOptions")[0].get("nonOwnerUnmaskable") == "Never"


def test_the_page_says_that_who_opens_the_file_can_read_it() -> None:
    page = Path(__file__).parents[2] / "docs" / "virtual-table.md"
    assert "whoever unzips the module can read it" in page.read_text(encoding="utf-8")
