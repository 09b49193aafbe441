// The table: asks for the game as this seat sees it, draws it, and sends what is chosen. No rule is decided here.

import { ask, element, note, seat, sitAt } from "./asking.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { beside, besideFaces } from "./beside.js";
import { fetchFaces } from "./faces.js";
import { Story } from "./story.js";

const DIE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const AGAIN_MS = 1500;
const MOST_BYTES = 60_000;
const by = (id) => document.getElementById(id);

let table;
let board;
let choices;
let story;
let state = null;
let picked = null;
let past = null;
let busy = false;

async function begin() {
  table = await ask("table");
  if (!table) {
    by("title").textContent = "This table cannot be opened";
    by("moment").textContent = by("note").textContent;
    return;
  }
  by("title").textContent = table.title;
  document.title = `${table.title} · ibbprint`;
  board = new Board(by("map"), table, clicked);
  choices = new Choices(by("choices"), table, done);
  story = new Story(by("story"), (places) => board.tell(places));
  buttons();
  await look();
  await follow();
}

/** Ask for the game as it stands, and draw it. */
async function look() {
  const name = past === null ? "state" : "past";
  const answer = await ask(name, { have: story.length, ...(past === null ? {} : { at: past, eyes: by("eyes").value }) });
  if (!answer) return;
  await fetchFaces([...answer.counters.flatMap((each) => [each.face, ...each.marks.map((mark) => mark[1])]), ...besideFaces(table, answer)]);
  state = { ...answer, number: answer.number ?? state?.number ?? 0 };
  document.body.dataset.number = state.number;
  if (past === null && handOver()) return;
  picked = null;
  story.take(state.story);
  board.show(state);
  choices.take(state);
  head();
  beside(by("beside"), table, state);
  redraw();
  by("ask").close();
  if (past === null) await choices.question();
}

function redraw(chosen = null) {
  const own = picked !== null ? choices.of(picked) : state.question ? choices.all : [];
  board.light(picked === null ? choices.able() : new Set(own.flatMap((each) => each.who)), choices.goals(own), new Set(picked === null ? [] : [picked]));
  choices.show(picked, chosen);
}

function head() {
  const side = table.sides.find((each) => each.id === state.side);
  const who = side ? `You are ${side.name}. ` : "";
  by("moment").textContent = state.over
    ? `${who}The game is over: ${state.winner ? `${state.winner} won` : "a draw"}.`
    : `${who}Turn ${state.turn || "0 (set-up)"}; ${state.decider} ${state.thinking ? "thinks" : "decides"}.`;
  by("dice").textContent = state.dice.map((each) => DIE[each] || String(each)).join(" ");
  by("undo").disabled = !state.can_undo;
  by("hint").disabled = past !== null || state.side !== state.decides;
}

/** At one screen: whether the other player must sit down first. Nothing of his view has been asked for yet. */
function handOver() {
  const number = table.seats.indexOf(state.decides);
  if (state.over || number < 0 || number === seat) return false;
  const dialog = by("ask");
  dialog.className = "";
  dialog.replaceChildren(
    element("h2", {}, `${state.decider} decides now`),
    element("p", {}, "Hand over the screen, then go on."),
    element("button", { class: "main", onclick: () => { sitAt(number); dialog.close(); look(); } }, `I am ${state.decider}`),
  );
  board.show({ ...state, counters: [] });
  choices.take({ ...state, counters: [], choices: [] });
  by("choices").replaceChildren();
  if (dialog.open) dialog.close();
  dialog.showModal();
  return true;
}

/** Look again whenever somebody has moved. */
async function follow() {
  for (;;) {
    try {
      const answer = await ask("wait", { number: state.number });
      if (answer && answer.number !== state.number && past === null && !busy) await look();
      if (!answer) await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    } catch {
      by("moment").textContent = "The server has ended; start ibbprint table again with the saved game.";
      await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    }
  }
}

async function done({ acted, pick, clear }) {
  if (clear) picked = null;
  if (pick !== undefined) picked = pick;
  if (clear || pick !== undefined) return redraw();
  return acted === undefined ? null : update();
}

async function update() {
  busy = true;
  try {
    await look();
  } finally {
    busy = false;
  }
}

// --- clicks

function clicked({ cell, counter }) {
  if (!state || state.choices === undefined) return;
  if (counter) {
    const aimed = picked === null ? [] : choices.of(picked).filter((each) => each.target.split(":")[0] === counter.key);
    if (aimed.length) narrow(aimed);
    else pick([counter]);
    return;
  }
  const stack = board.stacks.get(cell) || [];
  const own = picked !== null ? choices.of(picked) : state.question ? choices.all : choices.all.filter((each) => !each.who.length);
  const here = own.filter((each) => choices.goal(each) === cell);
  if (here.length) narrow(here);
  else if (stack.some((each) => choices.able().has(each.id) && each.id !== picked)) pick(stack, cell);
  else if (picked !== null) choices.why(picked, cell);
  else if (stack.some((each) => each.side === state.side)) choices.why(stack.find((each) => each.side === state.side).id, cell);
  else if (stack.length) board.fan(cell);
}

function narrow(some) {
  if (some.length === 1) choices.take_up(some[0]);
  else if (picked === null) note("Several things can be done there: choose one in the list.");
  else {
    redraw(some);
    by("choices").querySelector("[data-choice]")?.focus();
  }
}

/** Pick the next counter of a stack that can act. */
function pick(stack, cell = "") {
  const able = stack.filter((each) => choices.able().has(each.id));
  if (!able.length) {
    picked = null;
    note(`${stack[0].key} ${stack[0].name}: it can do nothing now.`);
  } else {
    const at = able.findIndex((each) => each.id === picked);
    picked = able[(at + 1) % able.length].id;
    if (stack.length > 1 && board.fanned !== cell) board.fan(cell);
  }
  redraw();
}

// --- buttons and keys

async function undo() {
  if (await ask("undo", { number: state.number })) await update();
}

async function hint() {
  const answer = await ask("hint");
  const choice = answer && choices.all.find((each) => each.id === answer.choice);
  if (!choice) return;
  note(`Greedy would: ${choices.words(choice)}`);
  if (choice.who.length) picked = choice.who[0];
  redraw([choice]);
  by("choices").querySelector(`[data-choice="${choice.id}"]`)?.focus();
}

async function save() {
  const answer = await ask("save");
  if (!answer) return;
  const link = element("a", { download: `${table.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.game` });
  link.href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Send a file that the player chose; 64 kB are six times a game of the largest shipped battle. */
async function load() {
  const file = by("file").files[0];
  by("file").value = "";
  if (!file) return;
  if (file.size > MOST_BYTES) note("A saved game that is opened here has 60 kB at most; start ibbprint table with the file.");
  else if (await ask("load", { text: await file.text() })) await update();
}

let looking = Promise.resolve();

function goTo(at) {
  const last = Number(by("at").max);
  past = Math.max(0, Math.min(at, last));
  by("at").value = past;
  by("move").textContent = `move ${past} of ${last}`;
  looking = looking.then(look);
  return looking;
}

function replay() {
  const open = by("past").hidden;
  by("past").hidden = !open;
  by("replay").setAttribute("aria-expanded", String(open));
  if (open) {
    by("at").max = state.moves;
    eyes();
    by("at").focus();
    return goTo(state.moves);
  }
  past = null;
  return update();
}

/** Whose eyes the past may be seen with: those of everybody once the game is over. */
function eyes() {
  const own = table.sides.find((each) => each.id === table.seats[seat]);
  const others = state.over ? [...table.sides.filter((each) => each !== own), { id: "all", name: "everybody: nothing hidden" }] : [];
  by("eyes").replaceChildren(...[own, ...others].map((each) => element("option", { value: each.id }, each.name)));
}

function help() {
  const dialog = by("ask");
  dialog.className = "";
  const keys = [
    ["click, Enter", "pick a counter; then a lit place for it: dashed red are attacks, blue are moves with their cost in points"],
    ["arrows", "go from cell to cell; Tab goes to the buttons and the story"],
    ["N", "the next counter that can act"], ["Esc", "all choices again"], ["U", "take the last move back"],
    ["H", "what greedy would do"], ["S, O", "save the game as a file; go on with a saved one"], ["R", "look back; , and . go a move back and on"],
    ["F + −", "the whole map, larger, smaller; drag or the wheel move it"], ["C", "hide the counters"], ["L", "lens"],
  ];
  dialog.replaceChildren(
    element("h2", {}, "How to play"),
    element("p", {}, "Only what the rules allow is lit. Click anything else, and the page says which rule forbids it. " +
      "Attacks show their odds before you confirm them. Undo goes back as far as the last die, drawn chit, or revealed unit."),
    element("table", {}, ...keys.map(([key, words]) => element("tr", {}, element("th", {}, key), element("td", {}, words)))),
    ...table.not_played.map((words) => element("p", { class: "small" }, `Not played by the program: ${words}`)),
    element("button", { class: "main", onclick: () => dialog.close() }, "Close"),
  );
  if (dialog.open) dialog.close();
  dialog.showModal();
}

function next() {
  const able = [...choices.able()];
  if (!able.length) return;
  picked = able[(able.indexOf(picked) + 1) % able.length];
  redraw();
  const place = choices.counters.get(picked).place;
  board.cells.get(place)?.focus();
}

function toggle(id, change) {
  const on = by(id).getAttribute("aria-pressed") !== "true";
  by(id).setAttribute("aria-pressed", String(on));
  change(on);
}

function buttons() {
  const does = {
    undo, hint, save, replay, help, open: () => by("file").click(),
    larger: () => board.view.zoom(1.4), smaller: () => board.view.zoom(1 / 1.4), fit: () => board.view.fit(),
    bare: () => toggle("bare", (on) => by("board").classList.toggle("bare", on)),
    lens: () => toggle("lens", (on) => { board.lens = on; }),
    first: () => goTo(0), earlier: () => goTo(past - 1), later: () => goTo(past + 1), now: replay,
  };
  for (const [id, action] of Object.entries(does)) by(id).addEventListener("click", action);
  by("file").addEventListener("change", load);
  by("eyes").addEventListener("change", () => goTo(past));
  by("at").addEventListener("input", () => goTo(Number(by("at").value)));
  by("past").addEventListener("submit", (event) => event.preventDefault());
  const keys = {
    u: "undo", h: "hint", s: "save", o: "open", r: "replay", "?": "help", "+": "larger", "-": "smaller", f: "fit", c: "bare", l: "lens",
    ",": "earlier", ".": "later",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (by("ask").open && by("ask").className === "aside" && !state.question) by("ask").close();
      else if (state.choices !== undefined) { picked = null; redraw(); }
    } else if (event.key.toLowerCase() === "n" && past === null) next();
    else {
      const id = keys[event.key.toLowerCase()];
      if (id && !by(id).disabled && (past !== null || !["earlier", "later"].includes(id))) by(id).click();
    }
  });
}

begin();
