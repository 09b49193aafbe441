"""What the chances are."""

from chase.catalogue import Catalogue
from chase.rules import catching
from ibbprint.engine.api.odds import AskOption, Subject
from ibbprint.engine.odds import answered, as_modifiers, passed
from ibbprint.problems import Where

ON = AskOption("terrain", "The ground that the hare is on; a field if not given.", metavar="GROUND")
SUBJECTS = (Subject("catch", "Whether a hound catches the hare.", "HOUND", "The hound: greyhound.", (ON,)),)


def answer(request, catalogue, report):
    return answered({"catch": catch}, request, catalogue, report)


def catch(request, catalogue, report):
    name, on = request.words.strip(), request.options.get("terrain", "clear")
    hound = catalogue.named(Catalogue.units, name, Where(name), "hound")
    ground = catalogue.named(Catalogue.terrain, on, Where(f"--terrain {on}"), "ground")
    if hound is None or ground is None:
        return None
    roll = catching(catalogue, hound, ground)
    words = ("caught", "The hare is caught", ""), ("missed", "The hare gets away", "")
    found = {True: roll.chance, False: 1 - roll.chance}
    return passed("catch", hound.name, found, *words, modifiers=as_modifiers(roll.used))
