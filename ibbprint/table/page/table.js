// The table: asks for the game as this seat sees it, draws it, and sends what is chosen. No rule is decided here.

import { GONE, ask, element, isGone, note, ruled, seat, sitAt } from "./asking.js";
import { Board } from "./board.js";
import { beside, besideFaces } from "./beside.js";
import { Choices, capital } from "./choices.js";
import { fetchFaces } from "./faces.js";
import { by, dialog, help, toggle, wire } from "./page.js";
import { Story } from "./story.js";

const DIE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const AGAIN_MS = 1500;

let table;
let board;
let choices;
let story;
let state = null;
let picked = null;
let hinted = null;
let past = null;
let onward = "";
let looks = Promise.resolve();

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
  await refresh();
  await follow();
}

/** Do something after whoever is looking: the story that a page has is counted with every question. */
function inTurn(action) {
  looks = looks.catch(() => null).then(action);
  return looks;
}

/** Look again; not where the page already shows the game with that number. */
function refresh(number) {
  return inTurn(() => (past === null && state && number === state.number ? null : look()));
}

/** Change the game, and draw it as it stands then, which comes with the answer. */
function change(name, values = {}) {
  return inTurn(async () => {
    const answer = await ask(name, { number: state.number, have: story.length, ...values });
    if (answer) await take(answer.state);
  });
}

/** Ask for the game as it stands, and draw it. */
async function look() {
  const name = past === null ? "state" : "past";
  const answer = await ask(name, { have: story.length, ...(past === null ? {} : { at: past, eyes: by("eyes").value }) });
  if (answer) await take(answer);
}

/** Draw the game as it is sent. */
async function take(answer) {
  await fetchFaces([...answer.counters.flatMap((each) => [each.face, ...each.marks.map((mark) => mark[1])]),
    ...Object.values(answer.lying).flat().map((mark) => mark[1]), ...besideFaces(table, answer)]);
  state = { ...answer, number: answer.number ?? state?.number ?? 0 };
  document.body.dataset.number = state.number;
  if (past === null && handOver()) return;
  picked = hinted = null;
  board.fanned = "";
  story.take(state.story);
  state.latest = story.latest;
  board.show(state);
  choices.take(state);
  head();
  beside(by("beside"), table, state);
  redraw();
  if (answer.story.add.length) story.toEnd();
  by("ask").close();
  if (past === null && !goOn()) choices.question();
}

/** Do the same for the next counter that is asked, as long as nothing else has to be decided. */
function goOn() {
  const same = onward && state.side === state.decides && !state.question ? choices.all.filter((each) => each.verb === onward && each.who.length === 1) : [];
  if (same.length === 1) change("act", { choice: same[0].id, sure: 0 });
  else onward = "";
  return same.length === 1;
}

/** Light up the map and list what can be done; of a picked counter, only `some` of its choices. */
function redraw(some = null) {
  const own = picked !== null ? choices.of(picked) : state.question ? choices.all : [];
  const able = picked === null ? choices.able() : new Set(own.flatMap((each) => each.who));
  const hint = hinted === null ? {} : { cell: choices.goal(hinted), counter: hinted.who[0] };
  board.light(able, choices.goals(own), new Set(picked === null ? [] : [picked]), hint);
  if (picked !== null) board.ends(some || own, (choice) => choices.take_up(choice));
  choices.show(picked, some, hinted);
}

function head() {
  const side = table.sides.find((each) => each.id === state.side);
  const who = side ? `You are ${side.name}. ` : "";
  by("moment").textContent = state.over
    ? `${who}The game is over: ${state.winner ? `${state.winner} won` : "a draw"}.`
    : `${who}${state.turn ? `Turn ${state.turn}` : "Set-up"}; ${state.decider} ${state.thinking && past === null ? "thinks" : "decides"}.`;
  by("own").hidden = !side || !table.colours[side.id];
  by("own").style.background = side ? table.colours[side.id] || "" : "";
  standing();
  by("dice").textContent = state.dice.map((each) => DIE[each] || String(each)).join(" ");
  by("undo").disabled = !state.can_undo;
  by("hint").disabled = past !== null || state.side !== state.decides;
}

/** How the game stands, if it is not over: who is ahead, and why. */
function standing() {
  by("standing").hidden = !state.standing.length;
  const [first, ...rest] = state.standing;
  if (first) by("standing").querySelector("summary").textContent = first.text;
  by("why").replaceChildren(...rest.map((line) => element("p", { class: line.put }, ...ruled(line.text, line.rules))));
}

/** At one screen: whether the other player must sit down first. Nothing of his view has been asked for yet. */
function handOver() {
  const number = table.seats.indexOf(state.decides);
  if (state.over || number < 0 || number === seat) return false;
  board.show({ ...state, counters: [], lying: {} });
  choices.take({ ...state, counters: [], choices: [] });
  for (const id of ["choices", "beside"]) by(id).replaceChildren();
  story.clear();
  by("standing").hidden = true;
  dialog(
    false,
    element("h2", {}, `${state.decider} decides now`),
    element("p", {}, "Hand over the screen, then go on."),
    element("button", { class: "main", onclick: () => { sitAt(number); by("ask").close(); look(); } }, `I am ${state.decider}`),
  );
  return true;
}

/** Look again whenever somebody has moved, until the server ends. */
async function follow() {
  while (!isGone()) {
    const answer = await ask("wait", { number: state.number });
    if (isGone()) break;
    if (answer && past === null) await refresh(answer.number);
    if (answer?.fault) note(answer.fault);
    if (!answer) await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
  }
  by("moment").textContent = GONE;
}

/** What the panel of choices says: a counter is picked (null: none), a choice that ends at these `points` of the table
 * is pointed at, or the choice with the number `act` is to be done, and `onward` the same for those after it. */
function done({ act, sure, pick, points, onward: verb = "" }) {
  if (points) return board.preview(points);
  onward = verb;
  if (pick === undefined) {
    board.remember();
    return change("act", { choice: act, sure: Number(Boolean(sure)) });
  }
  picked = pick;
  if (pick === null && board.fanned) board.fan("");
  return redraw();
}

// --- clicks

function clicked({ cell, counter, fanned }) {
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
  else if (fanned && choices.able().has(fanned.id)) {
    picked = fanned.id;
    redraw();
  } else if (fanned && fanned.id !== picked && (picked === null || fanned.side === state.side)) lookAt(fanned);
  else if (stack.some((each) => choices.able().has(each.id) && each.id !== picked)) pick(stack, cell);
  else if (picked !== null) choices.why(picked, cell);
  else if (stack.length) {
    const mine = stack.find((each) => each.side === state.side);
    choices.looked = stack;
    if (mine) choices.why(mine.id, cell);
    if (stack.length > 1 || !mine) fan(cell);
    else redraw();
  } else note(`${capital(board.named(cell))}. ${board.ground(cell)} Pick a counter first: those that can act have a dashed yellow line.`);
}

/** Say what a counter is that cannot act, and of one's own why not. */
function lookAt(counter) {
  picked = null;
  choices.looked = [counter];
  redraw();
  if (counter.side === state.side) choices.why(counter.id, counter.place);
}

/** Spread a stack, or lay it together again. */
function fan(cell) {
  board.fan(cell);
  redraw();
}

function narrow(some) {
  if (some.length === 1) choices.take_up(some[0]);
  else {
    note("Several things can be done there: choose one in the list.");
    if (picked === null) return;
    redraw(some);
    by("choices").querySelector("[data-choice]")?.focus();
  }
}

/** Pick the next counter of a stack that can act. */
function pick(stack, cell = "") {
  const able = stack.filter((each) => choices.able().has(each.id));
  if (!able.length) {
    picked = null;
    choices.looked = stack;
    note(`${stack[0].key} ${stack[0].name}: it can do nothing now.`);
  } else {
    const at = able.findIndex((each) => each.id === picked);
    picked = able[(at + 1) % able.length].id;
    if (cell && stack.length > 1 && board.fanned !== cell) board.fan(cell);
  }
  redraw();
}

// --- buttons and keys

const undo = () => change("undo");

async function hint() {
  const answer = await ask("hint");
  if (!answer || answer.number !== state.number) return;
  if (!choices.all.some((each) => each.id === answer.choice)) choices.all.push(answer.action);  // legal, but no usual choice
  const choice = choices.all.find((each) => each.id === answer.choice);
  hinted = choice;
  note(`What the program itself would do, looking one move ahead (greedy): ${choices.words(choice)}`);
  picked = choice.who.length ? choice.who[0] : null;
  redraw([choice]);
  by("choices").querySelector(`[data-choice="${choice.id}"]`)?.focus();
}

async function save() {
  const answer = await ask("save");
  if (!answer) return;
  const link = element("a", { download: `${table.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.game` });
  link.href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
  link.click();
  note(`Saved as ${link.download}, where this browser keeps downloads.`);
  URL.revokeObjectURL(link.href);
}

/** Send a file that the player chose. */
async function load() {
  const file = by("file").files[0];
  by("file").value = "";
  if (!file) return;
  if (file.size > table.most_bytes) {
    note(`A saved game that is opened here has ${Math.floor(table.most_bytes / 1024)} kB at most; start ibbprint table with the file.`);
    return;
  }
  const answer = await ask("load", { text: await file.text() });
  if (answer) await refresh(answer.number);
}

function goTo(at) {
  const last = Number(by("at").max);
  past = Math.max(0, Math.min(at, last));
  by("at").value = past;
  by("move").textContent = `move ${past} of ${last}`;
  return refresh();
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
  return refresh();
}

/** Whose eyes the past may be seen with: those of everybody once the game is over. */
function eyes() {
  const own = table.sides.find((each) => each.id === table.seats[seat]);
  const others = state.over ? [...table.sides.filter((each) => each !== own), { id: "all", name: "everybody: nothing hidden" }] : [];
  by("eyes").replaceChildren(...[own, ...others].map((each) => element("option", { value: each.id }, each.name)));
}

function explain() {
  const keys = [
    ["click, Enter", `pick a counter; then a lit place for it: dashed red are attacks, blue are moves with their cost in ${table.costs}`],
    ["click on others", "what a counter is, in words: its figures, what it can do, what lies on it"],
    ["click on a rule", `what it says: ${story.rule || "it"} and the like, in the story, the odds and refusals`],
    ["arrows", "go from cell to cell; Tab goes to the buttons and the story"],
    ["N", "the next counter that can act"], ["Esc", "all choices again"], ["U", "take the last move back"],
    ["H", "what greedy would do"], ["S, O", "save the game as a file; go on with a saved one"], ["R", "look back; , and . go a move back and on"],
    ["F + −", "the whole map, larger, smaller; drag or the wheel move it"], ["C", "hide the counters"], ["L", "lens: counters large, and in words, under the pointer"],
  ];
  const aims = story.opening;
  help("How to play", [
    ...(aims.length ? [element("details", {}, element("summary", {}, "The battle, and how to win it"),
      ...aims.map((line) => element("p", { class: line.put }, ...ruled(line.text, line.rules))))] : []),
    element("p", {}, "Only what the rules allow is lit. Click anything else, and the page says which rule forbids it. " +
      "An attack that you choose, and a move into contact, shows its odds before you confirm it. Undo goes back as far as the last die, drawn chit, or revealed unit."),
    ...table.not_played.map((words) => element("p", { class: "small" }, `Not played by the program: ${words}`)),
  ], keys);
}

function next() {
  const able = [...choices.able()];
  if (!able.length) return;
  picked = able[(able.indexOf(picked) + 1) % able.length];
  redraw();
  const place = choices.counters.get(picked).place;
  board.cells.drawn.get(place)?.focus();
}

function buttons() {
  const does = {
    undo, hint, save, replay, help: explain, open: () => by("file").click(),
    larger: () => board.view.zoom(1.4), smaller: () => board.view.zoom(1 / 1.4), fit: () => board.view.fit(),
    bare: () => by("board").classList.toggle("bare", toggle("bare")),
    lens: () => board.useLens(toggle("lens")),
    first: () => goTo(0), earlier: () => goTo(past - 1), later: () => goTo(past + 1), now: replay,
  };
  by("file").addEventListener("change", load);
  by("eyes").addEventListener("change", () => goTo(past));
  by("at").addEventListener("input", () => goTo(Number(by("at").value)));
  by("past").addEventListener("submit", (event) => event.preventDefault());
  const keys = {
    u: "undo", h: "hint", s: "save", o: "open", r: "replay", "?": "help", "+": "larger", "-": "smaller", f: "fit", c: "bare", l: "lens",
    ",": "earlier", ".": "later",
  };
  wire(does, keys, (event) => {
    if (event.key === "Escape") {
      if (by("ask").open && by("ask").classList.contains("aside") && !state.question) by("ask").close();
      else if (state.choices !== undefined) done({ pick: null });
      return true;
    }
    if (event.key.toLowerCase() === "n" && past === null) next();
    return past === null && (event.key === "," || event.key === ".");
  });
}

begin();
