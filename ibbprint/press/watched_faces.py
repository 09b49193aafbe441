"""The faces on the page of a pack that is watched, and what the last save changed in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.materials import FaceValues, Origins
from ibbprint.press.manifest import NOTHING, PrintedThing, differing, values_shown

MOST_CHANGES = 60
"""So many changes are reported one by one; a template that is saved may change every face."""


class PageFace(NamedTuple):
    """A face on the page: the group that it stands in, what it is called, its size in mm, the hash of its drawing.

    `values` are what its template was given, `origins` say where they were written.
    `fault` is what stands in place of the picture.
    """

    group: str
    label: str
    size: tuple[float, float]
    digest: str
    values: FaceValues
    origins: Origins
    fault: str = ""


Faces = Mapping[str, PageFace]
"""Faces by their names, which stay the same from one save to the next."""


class FaceChange(NamedTuple):
    """A face that is not as before: the hashes of the two drawings ("" for none), and both in words."""

    name: str
    label: str
    size: tuple[float, float]
    was: str
    now: str
    was_words: str
    now_words: str


def changes(before: Faces, after: Faces, *, complete: bool) -> list[FaceChange]:
    """The changes, in the order of the page; a missing face is reported only where `after` is the `complete` kit.

    A face with a fault is not compared: until it is mended, nobody knows what it becomes.
    """
    result: list[FaceChange] = []
    for name, current in after.items():
        was = before.get(name)
        if current.fault or (was is not None and was.digest == current.digest):
            continue
        if was is None:
            result.append(FaceChange(name, current.label, current.size, "", current.digest, NOTHING, "new"))
        else:
            words = differing(_as_printed(was), _as_printed(current))
            result.append(FaceChange(name, current.label, current.size, was.digest, current.digest, *words))
    if complete:
        result += [
            FaceChange(name, was.label, was.size, was.digest, "", "there", "gone")
            for name, was in before.items()
            if name not in after
        ]
    return result


def _as_printed(face: PageFace) -> PrintedThing:
    return PrintedThing(face.label, 1, face.digest, values_shown(face.values))
