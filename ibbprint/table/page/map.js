// The map editor: strokes with a tool over the drawn map. What a stroke means is decided by the program, not here.

import { ask, element, note, shape } from "./asking.js";
import { by, Cells, dialog, help, toggle, wire } from "./page.js";
import { RegionStroke } from "./regions.js";
import { toolbox } from "./tools.js";
import { View } from "./view.js";

const NEAR = 0.6;
const WORDS = { hexes: "hex", squares: "square" };

let map;
let tool = { tool: "", list: "", kind: "", label: "nothing yet: choose a tool" };
let view = null;
let stroke = null;
const cells = new Cells();
const ground = shape("image", { x: 0, y: 0 });
const strokeLayer = shape("g");

async function look() {
  const answer = await ask("map");
  if (!answer) return;
  const picture = answer.svg !== map?.svg;
  map = answer;
  number = map.number;
  document.body.dataset.number = number;
  by("title").textContent = map.title || map.file;
  document.title = `${map.title || map.file} · ibbprint`;
  if (map.svg && picture) draw();
  if (!waiting && !stroke) strokeLayer.replaceChildren();
  by("undo").disabled = !map.can_undo;
  by("tools").replaceChildren(...toolbox(map, tool, choose, rename));
  by("problems").replaceChildren(...problems());
  moment();
}

function moment() {
  const saved = map.drawn ? `${map.file} is saved` : `${map.file} is saved, but cannot be drawn yet: see below`;
  by("moment").textContent = `${saved}. Tool: ${tool.label}.`;
}

function problems() {
  const errors = map.problems.filter((each) => each.severity !== "note");
  if (!errors.length) return [element("p", {}, "Nothing is wrong with the map.")];
  return errors.map((each) => element("p", { class: each.severity },
    `${each.place}: ${each.text} ${each.hint} `, element("span", { class: "rules" }, each.rule)));
}

function draw() {
  if (ground.getAttribute("href")) URL.revokeObjectURL(ground.getAttribute("href"));
  const [width, height] = map.size;
  ground.setAttribute("href", URL.createObjectURL(new Blob([map.svg], { type: "image/svg+xml" })));
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  cells.take(map.cells);
  for (const [name, drawn] of cells.drawn) drawn.setAttribute("aria-label", `${WORDS[map.space] || "place"} ${map.cells[name].name}`);
  if (!view) {
    by("map").replaceChildren(ground, cells.layer, strokeLayer);
    view = new View(by("map"), map.size, (event) => !stroke && (by("hand").getAttribute("aria-pressed") === "true" || event.buttons > 1));
    listen();
  }
}

function choose(picked) {
  tool = picked;
  by("tools").replaceChildren(...toolbox(map, tool, choose, rename));
  by("tools").querySelector("[aria-pressed='true']")?.focus();
  moment();
}

async function rename(list, kind, name) {
  await send({ tool: "name", list, kind, cells: [], ways: [], name });
}

let number = 0;
let waiting = 0;
let queue = Promise.resolve();

/** Ask for a change, after those that wait; the map is drawn anew when no other waits. */
function change(name, values = {}) {
  waiting += 1;
  queue = queue.then(async () => {
    const answer = await ask(name, { number, ...values });
    if (answer) number = answer.number;
    waiting -= 1;
    if (!waiting || !answer) await look();
  });
  return queue;
}

function send(values) {
  return change("stroke", values);
}

// --- strokes

/** The side of a cell that a pointer is nearest to: its way, unless the pointer is in the middle of the cell. */
function sideAt(name, at) {
  const cell = map.cells[name];
  const best = map.ways.map(([way, dx, dy]) => [(at.x - cell.x) * dx + (at.y - cell.y) * dy, way, dx, dy])
    .sort((a, b) => b[0] - a[0])[0];
  return best && best[0] > cell.size / 2 * NEAR ? best : null;
}

function mark(shapeName, attributes) {
  strokeLayer.append(shape(shapeName, { class: "stroke", ...attributes }));
}

/** Take a cell, or a side of it, into the stroke. */
function take(name, at) {
  const cell = map.cells[name];
  if (tool.tool === "side" || tool.tool === "side-off") {
    const side = sideAt(name, at);
    if (side) takeSide(name, side);
  } else if (stroke.cells[stroke.cells.length - 1] !== name && (tool.tool === "line" || !stroke.cells.includes(name))) {
    const before = map.cells[stroke.cells[stroke.cells.length - 1]];
    stroke.cells.push(name);
    if (tool.tool === "line" && before) mark("line", { x1: before.x, y1: before.y, x2: cell.x, y2: cell.y });
    else mark("polygon", { points: cell.edge });
  }
}

function takeSide(name, [, way, dx, dy]) {
  if (stroke.cells.some((each, number) => each === name && stroke.ways[number] === way)) return;
  const cell = map.cells[name];
  const [x, y, half] = [cell.x + dx * cell.size / 2, cell.y + dy * cell.size / 2, cell.size / (map.ways.length === 4 ? 2 : 2 * Math.sqrt(3))];
  stroke.cells.push(name);
  stroke.ways.push(way);
  mark("line", { x1: x - dy * half, y1: y + dx * half, x2: x + dy * half, y2: y - dx * half });
}

async function finish() {
  const { cells, ways, values, isNamed } = stroke;
  stroke = null;
  if (!tool.tool || !(values || cells.length)) return;
  const name = isNamed || tool.tool === "place" ? await asked(`Name of the ${tool.label} (may be empty)`) : "";
  if (name === null) {
    strokeLayer.replaceChildren();
    return;
  }
  const one = ["place", "member", "erase"].includes(tool.tool);
  const own = { tool: tool.tool, list: tool.list, kind: tool.kind, cells: one ? cells.slice(0, 1) : cells, ways };
  await send({ ...(values || own), name });
}

/** Begin a stroke on a map of areas or points; it says itself what it needs to begin on. */
function beginRegion(cell, at) {
  stroke = new RegionStroke(map, tool, cell, at, RegionStroke.near(by("map")));
  if (!stroke.fault) return;
  note(stroke.fault);
  stroke = null;
}

function goOnRegion(cell, at) {
  stroke.goOn(cell, at);
  strokeLayer.replaceChildren();
  for (const [name, attributes] of stroke.marks) mark(name, attributes);
}

function asked(label) {
  return new Promise((resolve) => {
    const field = element("input", { maxlength: 60, "aria-label": label });
    const done = (value) => { by("ask").close(); resolve(value); };
    const asking = dialog(
      false,
      element("h2", {}, label), field, element("p", {},
        element("button", { class: "main", id: "go", onclick: () => done(field.value.trim()) }, "Place it"), " ",
        element("button", { onclick: () => done(null) }, "Cancel")),
    );
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") done(field.value.trim()); });
    asking.oncancel = () => resolve(null);
    field.focus();
  });
}

function cellAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell;
}

function listen() {
  const svg = by("map");
  svg.addEventListener("pointerdown", (event) => {
    const name = event.target.dataset?.cell;
    if (event.button || by("hand").getAttribute("aria-pressed") === "true" || !event.isPrimary) return;
    if (!tool.tool && name) note("Choose a tool on the right first.");
    if (!tool.tool) return;
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (RegionStroke.with(tool.tool)) return beginRegion(name, view.point(event));
    if (!name) return;
    stroke = { cells: [], ways: [] };
    take(name, view.point(event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (!stroke || !event.isPrimary) return;
    const name = cellAt(event);
    if (RegionStroke.with(tool.tool)) goOnRegion(name, view.point(event));
    else if (name && tool.tool !== "place") take(name, view.point(event));
  });
  svg.addEventListener("pointerup", (event) => { if (stroke && event.isPrimary) finish(); });
  svg.addEventListener("pointercancel", () => { stroke = null; strokeLayer.replaceChildren(); });
  svg.addEventListener("keydown", keyed);
}

/** Enter paints the cell, or goes on with a line, which a second Enter on its last cell ends; digits draw on sides.
 * A link leads from one Enter to the next. */
function keyed(event) {
  const name = event.target.dataset?.cell;
  if (!name) return;
  if (event.key === "Enter" && RegionStroke.with(tool.tool)) {
    event.preventDefault();
    if (tool.tool !== "link" && tool.tool !== "unlink") note("This tool needs a mouse or a finger.");
    else if (!stroke) beginRegion(name, map.cells[name]);
    else {
      goOnRegion(name, map.cells[name]);
      finish();
    }
  } else if (event.key === "Enter" && tool.tool && !tool.tool.startsWith("side")) {
    event.preventDefault();
    const again = stroke?.cells[stroke.cells.length - 1] === name;
    stroke = stroke || { cells: [], ways: [] };
    take(name, null);
    if (tool.tool !== "line" || again) finish();
  } else if (tool.tool.startsWith("side") && map.ways[Number(event.key) - 1]) {
    stroke = { cells: [], ways: [] };
    takeSide(name, [0, ...map.ways[Number(event.key) - 1]]);
    finish();
  }
}

// --- buttons and keys

function explain() {
  const sides = map.ways.map(([way], number) => `${number + 1} ${way}`).join(", ");
  const keys = [
    ["drag", "draw with the tool; the wheel or two fingers zoom; the right button, or Move, drags the map"],
    ["arrows, Enter", "go from hex to hex; paint it. A line goes on with each Enter and ends with a second one on its last hex"],
    [sides && "1 2 3 …", sides && `with a tool for hexsides: ${sides}`],
    ["U", "take the last stroke back"], ["F + −", "the whole map, larger, smaller"], ["Esc", "drop the stroke"],
  ];
  const words = "Choose a tool on the right and draw. Every stroke is written to the file at once; " +
    "comments, order and spacing stay as you wrote them. Problems of the map are listed under the tools.";
  help("How to edit", [element("p", {}, words)], keys.filter(([key]) => key));
}

function drop() {
  stroke = null;
  strokeLayer.replaceChildren();
}

function buttons() {
  const does = {
    undo: () => change("undo"), revert: () => change("revert"), help: explain,
    larger: () => view.zoom(1.4), smaller: () => view.zoom(1 / 1.4), fit: () => view.fit(),
    hand: () => toggle("hand"),
  };
  const keys = { u: "undo", "?": "help", "+": "larger", "-": "smaller", f: "fit", m: "hand" };
  wire(does, keys, (event) => {
    if (event.key === "Escape") drop();
    return event.key === "Escape";
  });
  by("map").addEventListener("contextmenu", (event) => event.preventDefault());
}

await look();
if (map) buttons();
