"""The examples of every command, in one place: for its help, for docs/commands.md, and for the test that runs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Example(NamedTuple):
    """A call without the name of the program, and what it does."""

    words: str
    does: str


EXAMPLES: Mapping[str, Sequence[Example]] = {
    "kit": (
        Example("kit hastings", "the kit of a scenario, into output/"),
        Example("kit hastings -o DIR --paper letter", "another folder, US Letter"),
        Example("kit hastings -o friday.pdf", "into this file"),
        Example(
            "kit hastings --only counters,markers",
            "only these parts: counters, markers, map, templates, spells, crt, crib, scenario, rules; prices and "
            "reasons (how many markers, and why) only when named",
        ),
        Example(
            "kit hastings --only map --poster",
            "the map as one page; --map-style schematic saves ink, --set-up shows the starting positions",
        ),
        Example("kit hastings --booklet", "the rules laid out for folding"),
        Example("kit hastings --duplex fold", "print one side only: fold and glue"),
        Example("kit hastings --counter-size 19", "larger counters; the map’s hexes follow"),
        Example(
            "kit ibb --all",
            "counters, cards and sheets of the whole catalogue, for your own battles, with the price list",
        ),
        Example("kit stirling --rule R-22=3-2-4", "a disputed rule played the other way; the kit follows"),
        Example("kit hastings stirling", "several kits, one file each"),
        Example("kit my-battle --pack my-pack", "with a designer’s pack added to the catalogue"),
        Example("kit my-pack", "the same, if the pack has only one scenario"),
        Example("kit microbattle --seed tonight", "a battle made up on the spot"),
    ),
    "preview": (
        Example("preview T1 --scenario defend-the-bridge", "one counter or card as SVG, PNG or PDF"),
        Example("preview fireball -o fireball.png", "a card of a game’s catalogue"),
    ),
    "new": (
        Example("new my-pack", "start a pack: a map, a scenario, units, ready to print and play"),
        Example("new slack-water --game printed", "start a game of your own, made of files"),
    ),
    "watch": (
        Example("watch my-pack", "show the pack in a browser, and redraw what a saved file changes; Ctrl-C ends"),
    ),
    "units": (
        Example("units", "the units of Itty Bitty Battles, with ratings and prices"),
        Example("units --game element-battle", "the troops of another game"),
        Example("units --csv -o all-units.csv", "all fields as a table for a spreadsheet"),
    ),
    "symbols": (
        Example("symbols", "every symbol that faces and texts can name"),
        Example("symbols nato -o nato.pdf", "the NATO symbols as a contact sheet; .png and .svg likewise"),
        Example("symbols horse", "those with a word in their name"),
    ),
    "faces": (
        Example("faces hastings", "every counter and card as a PNG, with a table of them"),
        Example("faces hastings --as svg --only counters", "only the counters, as SVG"),
    ),
    "preflight": (
        Example("preflight KIT.pdf", "check any PDF before printing: fonts, boxes, text, ink"),
        Example("preflight KIT.pdf --press", "by the rules of a print shop"),
    ),
    "calibrate": (Example("calibrate", "a sheet to measure your printer with"),),
    "printer": (
        Example("printer office-laser --back-offset 0.5,-1", "store what you measured, for kit --printer office-laser"),
        Example("printer", "list the printers"),
    ),
    "list": (
        Example("list", "the games, their scenarios and maps"),
        Example("list ayrenes-woods", "those of one game"),
        Example("list my-pack", "what is in a pack"),
    ),
    "schema": (Example("schema", "the kinds of files"), Example("schema units", "the JSON Schema of a kind of file")),
    "odds": (
        Example("odds 7 vs 3 --terrain woods", "the exact chances of an attack"),
        Example("odds morale axemen-q4", "of another roll"),
        Example("odds --game element-battle knights vs spears", "of another game"),
    ),
    "dice": (Example("dice 2d6 '2d10 vs 12'", "the exact chances of any dice roll"),),
    "generate": (
        Example("generate ibb --seed tonight --look 0", "make up a scenario: a map, two armies and a reason to fight"),
        Example("generate microbattle --seed tonight", "roll up a battle, and write it for check, kit and play"),
    ),
    "check": (
        Example("check mine.txt", "check an army list against the rules"),
        Example("check my-battle.yaml", "check a scenario"),
        Example("check mine.txt yours.txt --pair", "check two lists as a pair"),
        Example("check --explain R-74", "explain the rule behind a finding"),
    ),
    "roster": (Example("roster mine.txt", "print a checked list with counters and check code"),),
    "army": (
        Example("army --budget 90 --seed tonight", "make up an army list"),
        Example("army --budget 90 --theme elf", "an army of elves"),
        Example("army --theme list", "list the themes"),
    ),
    "battle": (Example("battle mine.txt yours.txt -o tonight.yaml", "turn two lists into a scenario"),),
    "cost": (
        Example("cost 3x Light Infantry Q3", "what an entry of a list costs, and why"),
        Example("cost 2 Knights", "the same for an element"),
    ),
    "play": (
        Example("play stirling --seed 7", "play a scenario and write a battle report"),
        Example("play stirling --save my.game --brief", "save the game; show only the state after each turn"),
    ),
    "replay": (
        Example("replay my.game", "report a saved game again, checking every action"),
        Example(
            "replay my.game --html game.html --brief", "a picture book: one page with every turn's map and the story"
        ),
    ),
    "table": (
        Example("table defend-the-bridge --side tudwall", "play in the browser against the program"),
        Example("table hastings --against person --no-browser", "a link for each player, and one for both"),
    ),
    "playtest": (
        Example("playtest stirling", "play it 200 times and report who wins, what works and what stays idle"),
        Example("playtest stirling --fair 10", "play until it is clear whether it is fair"),
    ),
    "help": (Example("help kit", "the options of a command, and examples"), Example("help", "the commands")),
    "map new": (
        Example("map new --ground valley --seed 7", "make a battlefield from a seed (docs/maps-from-a-seed.md)"),
    ),
    "map show": (Example("map show forest-map-one -o forest.png", "draw a map"),),
    "map edit": (Example("map edit mygame/maps/ridge.yaml --no-browser", "paint a map in the browser"),),
    "map check": (Example("map check forest-map-one", "say whether it is fit to fight on"),),
    "map import": (Example("map import hexwright-files -o ridge", "a folder that prints a map of wright-kit"),),
    "map export": (
        Example("map export mygame/maps/ridge.yaml --as wright -o ridge-json", "files for the editor of wright-kit"),
    ),
    "rules": (
        Example("rules", "the rulings of Itty Bitty Battles"),
        Example("rules --switches --game ayrenes-woods", "the disputed rules of another game, with their values"),
    ),
    "rules show": (Example("rules show R-74", "a ruling, its switch, and what it affects"),),
    "rules find": (Example("rules find leaving zoc", "the rules about it, in all games, best first"),),
    "export vassal": (
        Example("export vassal hastings", "a module for VASSAL: set up, hidden units masked, chits in the Cup"),
        Example("export vassal hastings -o friday.vmod", "into this file"),
        Example("export vassal ibb", "every scenario of a game in one module"),
    ),
    "export tts": (Example("export tts hastings", "a folder for Tabletop Simulator, to be copied whole"),),
    "export sheets": (
        Example("export sheets hastings -o cards", "every face on sheets with a manifest, for other virtual tables"),
    ),
}
"""Every command with its examples; the page and the help have them in this order."""


def epilogue(command: str) -> str:
    """The examples of a command as its help shows them, a paragraph each."""
    return "\n\n".join(
        ["Examples:", *(f"  ibbprint {example.words}: {example.does}" for example in EXAMPLES.get(command, ()))]
    )
