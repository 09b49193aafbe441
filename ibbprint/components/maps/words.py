"""A layer of a map in words, for those who do not see it: who is where, group by group."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ibbprint.materials.boards import Board, BoardFigure, Layer, Stander, span


def words_of(figure: BoardFigure) -> str:
    """The alternative text of a map in a text, or of its key; none for its groups, which have their own."""
    board = figure.board
    if figure.part == "groups":
        return ""
    if figure.part == "key":
        return f"Key to {board.title}"
    if figure.window is not None:
        return f"Part of {board.title}, from {figure.window[0]} to {figure.window[1]}"
    return map_words(board, (figure.layer,))


def map_words(board: Board, layers: Collection[str]) -> str:
    """The alternative text of a whole map with some of its layers on it."""
    return ", ".join([f"Map of {board.title}", *(_on(layer, board) for layer in board.layers if layer.id in layers)])


def group_words(title: str, standers: Sequence[Stander]) -> str:
    """The alternative text of the counters in one place, under a title."""
    return f"{title}: {', '.join(map(_called, standers))}" if standers else title


def place_words(hex: str, turn: int, name_of: Callable[[str], str]) -> str:
    """The words for a place where a counter is, or arrives on a turn."""
    return f"{name_of(hex)}, turn {turn}" if turn else name_of(hex)


def _on(layer: Layer, board: Board) -> str:
    """A layer with all that is on it."""
    texts = [group_words(zone.titled, zone.standers) for zone in layer.zones]
    texts += [
        group_words(place_words(stand.hex, stand.turn, board.printed_name), stand.standers)
        for stand in layer.stands
        if stand.hex
    ]
    return f"{layer.title}: {'; '.join(texts)}" if texts else layer.title


def _called(stander: Stander) -> str:
    """Counters of a kind with their ids, or how many they are."""
    ids = span(stander.ids) if stander.ids and stander.ids[0] else ""
    number = f"{stander.number} " if stander.number > 1 and not ids else ""
    return f"{number}{stander.name} {ids}".strip() + (" face down" if stander.face_down else "")
