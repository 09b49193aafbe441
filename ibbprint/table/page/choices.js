// What can be done: the legal choices of the engine, by the counter that is picked and the place that is clicked.

import { ask, element, note, ruled } from "./asking.js";
import { facts } from "./faces.js";
import { by, dialog } from "./page.js";

const MOST_SHOWN = 40;
const FEW = 6;
const MANY = 12;
const MOST_WEIGHED = 8;
const BARELY = 30;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Choices {
  constructor(place, table, done) {
    this.place = place;
    this.table = table;
    this.done = done;
    this.all = [];
    place.addEventListener("scroll", () => this.more());
    place.addEventListener("toggle", () => this.more(), true);
  }

  take(state) {
    this.state = state;
    this.all = state.choices || [];
    this.looked = [];
    this.counters = new Map(state.counters.map((each) => [each.id, each]));
    this.byKey = new Map(state.counters.map((each) => [each.key, each]));
  }

  /** Where a choice is aimed or ends, as the name of a cell; empty where it has no place. */
  goal(choice) {
    if (choice.target) return this.byKey.get(choice.target.split(":")[0])?.place || "";
    return choice.way.length ? choice.way[choice.way.length - 1] : "";
  }

  /** The enemies at the place that an attack is aimed at, by their keys; empty where none can be named. */
  foes(choice, goal) {
    const side = this.counters.get(choice.who[0])?.side;
    const there = this.state.counters.filter((each) => goal && each.place === goal && side && each.side !== side);
    return there.length > FEW || there.some((each) => each.key.includes("?")) ? "" : there.map((each) => each.key).join(" + ");
  }

  of(counter) {
    return this.all.filter((each) => each.who.includes(counter));
  }

  able() {
    return new Set(this.all.flatMap((each) => each.who));
  }

  goals(choices) {
    const result = new Map();
    for (const choice of choices) {
      const goal = this.goal(choice);
      if (!goal) continue;
      const before = result.get(goal);
      const aim = choice.aim && !choice.works;
      result.set(goal, { aim: aim || before?.aim || false, cost: before?.cost || choice.cost, work: choice.works || before?.work || false });
    }
    return result;
  }

  words(choice) {
    const keys = choice.who.map((id) => this.counters.get(id)?.key || "").filter(Boolean);
    const who = keys.length > FEW ? `${keys[0]} … ${keys[keys.length - 1]}, ${keys.length} together,` : keys.join(" + ");
    const goal = this.goal(choice);
    const shown = goal && this.table.cells[goal] ? this.table.cells[goal].name : goal;
    const foes = choice.aim && !choice.works && !choice.target && !choice.word ? this.foes(choice, goal) : "";
    const end = foes ? `→ ${foes} at ${shown}` : choice.target ? `→ ${choice.target.replace(":", " ×")}` : shown ? `${choice.works ? "at" : choice.aim ? "→" : "to"} ${shown}` : "";
    const cost = choice.cost && `(${choice.cost})`;
    const word = choice.word.replaceAll("-", " ").replaceAll(":", ": ").replaceAll(/(?<=[a-z])(?=[0-9]{2})/g, " ");
    return capital([choice.say || choice.verb.replaceAll("-", " "), who, word, end, cost].filter(Boolean).join(" "));
  }

  // --- the panel

  /** List what can be done: of the picked counter, or `some` of it. The hint is marked wherever it stands. */
  show(picked, some, hinted) {
    const lines = [];
    this.hinted = hinted;
    const state = this.state;
    if (state.over) {
      lines.push(element("h2", {}, state.winner ? `${state.winner} won` : "A draw"));
      for (const words of state.decided) lines.push(element("p", {}, capital(words)));
      lines.push(element("p", { class: "small" }, "Look back shows every move again, with other eyes too. Save keeps the game as a file; " +
        "“ibbprint replay FILE --html PAGE” makes a picture book of it."));
    } else if (state.choices === undefined) {
      lines.push(element("h2", {}, "Looking back"));
    } else if (state.side !== state.decides) {
      lines.push(element("h2", {}, `${state.decider} ${state.thinking ? "thinks…" : "decides"}`));
    } else if (picked !== null) {
      const counter = this.counters.get(picked);
      lines.push(element("h2", {}, `${counter.key} ${counter.name}`), ...facts([counter], this.table));
      lines.push(...this.own(some, picked));
      lines.push(element("button", { onclick: () => this.done({ pick: null }) }, "All choices (Esc)"));
    } else {
      lines.push(element("h2", {}, state.question ? `Decide ${state.question}` : "What can be done"));
      if (state.open?.text) lines.push(element("p", { class: "small", id: "open-now" }, ...ruled(state.open.text, state.open.rules)));
      const free = this.all.filter((each) => !each.who.length || !this.goal(each));
      const units = [...this.able()].map((id) => this.counters.get(id)).filter(Boolean);
      lines.push(this.list(some || (free.length > MANY ? free.filter((each) => !each.who.length) : free)));
      if (units.length) {
        lines.push(element("p", { class: "small" }, "These can act; click one here or on the map:"));
        lines.push(element("ul", { class: "units" }, ...units.map((unit) => element("li", {}, element("button", {
          onclick: () => this.done({ pick: unit.id }),
        }, [unit.key, unit.name, ...unit.signs].filter(Boolean).join(" "))))));
      }
    }
    if (picked === null) lines.unshift(...facts(this.looked, this.table));
    if (state.latest) lines.unshift(element("p", { class: "latest" }, state.latest));
    this.place.replaceChildren(...lines, element("p", { class: "more", hidden: true, "aria-hidden": "true" }, "▼ more below"));
    this.place.scrollTop = 0;
    this.more();
    for (const button of by("ask").querySelectorAll("[data-choice]")) {
      button.classList.toggle("hinted", Number(button.dataset.choice) === hinted?.id);
    }
  }

  /** Say whether more lies below: not every browser shows that a panel scrolls. */
  more() {
    const { scrollTop, clientHeight, scrollHeight } = this.place;
    const more = this.place.querySelector(".more");
    if (more) more.hidden = scrollHeight - scrollTop - clientHeight < BARELY;
  }

  /** What a counter can do, or `some` of it; where it can go to many places, they are on the map, and here when asked. */
  own(some, picked) {
    const own = some || this.of(picked);
    if (!own.length) return [element("p", {}, "It can do nothing now.")];
    const moves = some ? [] : own.filter((each) => each.way.length && !each.aim && this.table.cells[this.goal(each)]);
    if (moves.length <= FEW) return [this.list(own)];
    const places = new Set(moves.map((each) => this.goal(each))).size;
    const words = `It can go to ${places} ${places === 1 ? "place" : "places"}: click one that is blue, or choose here`;
    return [
      this.list(own.filter((each) => !moves.includes(each))),
      element("details", {}, element("summary", {}, words), this.list(moves)),
    ];
  }

  list(choices) {
    const shown = choices.slice(0, MOST_SHOWN).flatMap((choice) => [this.button(choice), this.onward(choice)])
      .filter(Boolean).map((button) => element("li", {}, button));
    if (choices.length > MOST_SHOWN) shown.push(element("li", {}, `and ${choices.length - MOST_SHOWN} more: pick a counter on the map`));
    const rules = new Map(choices.filter((each) => each.rule).map((each) => [each.rule, this.verb(each)]));
    if (rules.size) shown.push(element("li", { class: "small" }, "What this is: ", ...[...rules].flatMap(([id, words]) => [words, ...ruled(" ", [id]), " "])));
    return element("ul", {}, ...shown);
  }

  verb(choice) {
    return (choice.say || choice.verb.replaceAll("-", " ")).replace(/:$/, "");
  }

  /** For a counter that does nothing, where one after the other is asked: the same for all that are left. */
  onward(choice) {
    if (choice.who.length !== 1 || this.state.question || !this.table.passes.includes(choice.verb)) return null;
    const words = `${capital(this.verb(choice))}: all that are left`;
    return element("button", { "data-onward": choice.verb, onclick: () => this.done({ act: choice.id, onward: choice.verb }) }, words);
  }

  button(choice) {
    const hinted = choice.id === this.hinted?.id;
    const point = (points) => () => this.done({ points });
    return element("button", {
      "data-choice": choice.id, class: hinted ? "hinted" : "", title: choice.text, onclick: () => this.take_up(choice),
      onmouseenter: point(choice.ends), onfocus: point(choice.ends), onmouseleave: point([]), onblur: point([]),
    }, this.words(choice), hinted ? element("span", { class: "small" }, " ← hint") : null);
  }

  // --- doing it

  /** Do a choice: at once where it is a plain move, else when its odds have been seen and confirmed. */
  async take_up(choice) {
    if (choice.way.length && !choice.aim) return this.act(choice);
    const answer = await ask("outlook", { choice: choice.id, number: this.state.number });
    if (!answer) return null;
    const plain = answer.rows.length < 2 && !answer.odds.length && !answer.ends;
    if (!choice.aim && plain) return this.act(choice);
    return this.confirm(choice, answer);
  }

  /** Do a choice; `sure`: its odds are those of the fight that follows, which is fought at once if nobody can join it. */
  act(choice, sure = false) {
    by("ask").close();
    return this.done({ act: choice.id, sure });
  }

  confirm(choice, answer) {
    dialog(
      this.cells(choice),
      element("h2", {}, this.words(choice)),
      ...odds(answer, !choice.aim),
      element("p", {},
        element("button", { class: "main", id: "go", onclick: () => this.act(choice, answer.settled) }, answer.ends ? "Do it, and end the turn" : "Do it"), " ",
        element("button", { onclick: () => by("ask").close() }, "Cancel"),
      ),
    );
    by("go").focus();
  }

  /** The cells that a choice is about: of its counters, and its goal; the numbers of bases on a table without cells. */
  cells(choice) {
    const bases = [...choice.who.map((id) => this.counters.get(id)), this.byKey.get(choice.target.split(":")[0])].filter((each) => each?.spot);
    return [...choice.who.map((id) => this.counters.get(id)?.place), this.goal(choice), ...bases.map((each) => String(each.id))].filter(Boolean);
  }

  /** A question that waits: a dialog beside the map with every answer and what may come of it, all at once. */
  async question() {
    const state = this.state;
    if (!state.question || state.decides !== state.side || state.choices === undefined) return;
    const onMap = this.all.length > FEW && this.all.every((choice) => choice.way.length && this.table.cells[this.goal(choice)]);
    const answers = (onMap ? [] : this.all.slice(0, MOST_SHOWN)).map((choice) => ({ choice, odds: [] }));
    for (const each of answers.slice(0, MOST_WEIGHED)) {
      const answer = await ask("outlook", { choice: each.choice.id, number: state.number });
      if (!answer || this.state !== state) return;
      if (answer.rows.length > 1) each.odds = odds(answer);
    }
    const asked = dialog(
      answers.flatMap(({ choice }) => this.cells(choice)),
      element("h2", {}, `${state.decider}: decide ${state.question}`),
      onMap && element("p", {}, `Click one of the ${this.all.length} places that are lit, or choose on the right.`),
      ...answers.map(({ choice, odds: weighed }) => element("div", { class: "answer" }, element("button", {
        "data-choice": choice.id, title: choice.text, onclick: () => this.act(choice),
      }, this.words(choice)), element("div", { class: "small" }, ...weighed))),
    );
    asked.querySelector("button")?.focus();
  }

  /** Why a counter cannot go to a place. */
  async why(counter, place) {
    const answer = await ask("why", { counter, place });
    if (answer) note([answer.text, answer.hint].filter(Boolean).join(" "), answer.rules);
  }
}

/** The chances of a choice as a table, and what is said of it in any case; of fights that come `later`, that they may change. */
function odds(answer, later = false) {
  const result = answer.facts.map((fact) => element("p", { class: "small" }, ...ruled(fact.text, fact.rules)));
  if (answer.masked) {
    result.push(element("p", { class: "small" }, "A unit that you cannot see takes part, so there are no odds to show."));
  } else if (answer.partial) {
    result.push(element("p", { class: "small" },
      "Worked out from what you can see: what the enemy hides is not in these chances."));
  }
  if (answer.settled) {
    result.push(element("p", { class: "small" }, "If nobody else joins this attack (whoever can join is offered next):"));
  }
  if (answer.many) result.push(element("p", { class: "small" }, "The dice can fall in too many ways to list them all."));
  if (later && answer.odds.length) result.push(element("p", { class: "small" }, "As everybody stands then; what happens before the dice are thrown may change it."));
  for (const fight of answer.odds) {
    result.push(element("h3", {}, fight.title), chances(fight.rows));
    result.push(element("p", { class: "small" }, ...fight.facts.flatMap((fact) => [...ruled(fact.text, fact.rules), " · "]).slice(0, -1)));
  }
  if (answer.rows.length) result.push(chances(answer.rows));
  if (answer.ends) result.push(element("p", {}, "Nothing is left to do after it: your turn ends, and no undo leads back."));
  return result;
}

function chances(rows) {
  return element("table", {}, ...rows.map((row) => element("tr", {},
    element("td", { class: "percent", title: row.chance }, `${row.percent}%`),
    element("td", {}, row.changes.join("; ")),
  )));
}
