"""What the chances are."""

from chase.catalogue import Catalogue
from chase.rules import catching
from ibbprint.engine.api.odds import AskOption
from ibbprint.engine.odds import as_modifiers, either, subject
from ibbprint.problems import Where

ON = AskOption("terrain", "The ground that the hare is on; a field if not given.", metavar="GROUND")


@subject("catch", "Whether a hound catches the hare.", "HOUND", "The hound: greyhound.", options=(ON,))
def catch(query):
    catalogue, name, on = query.catalogue, query.words.strip(), query.options.get("terrain", "clear")
    hound = catalogue.named(Catalogue.units, name, Where(name), "hound")
    ground = catalogue.named(Catalogue.terrain, on, Where(f"--terrain {on}"), "ground")
    query.check()
    roll = catching(catalogue, hound, ground)
    words = ("caught", "The hare is caught", ""), ("missed", "The hare gets away", "")
    return query.passed(hound.name, either(roll.chance), *words, modifiers=as_modifiers(roll.used))


SUBJECTS = (catch,)
