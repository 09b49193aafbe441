// What both pages have, the table and the map editor: buttons with their keys, dialogs, and cells to point at.

import { element, note, shape } from "./asking.js";
import { ARROWS, beside } from "./view.js";

const SETS = ["Enter", " ", "Escape", "n"];

export const by = (id) => document.getElementById(id);

/** Give every button its action, and every key the button that it presses; `first` may take a key before. */
export function wire(does, keys, first) {
  for (const [id, action] of Object.entries(does)) by(id).addEventListener("click", action);
  // What was said of the last click is no answer to the next.
  document.addEventListener("pointerdown", (event) => { if (!by("note").contains(event.target)) note(""); }, true);
  document.addEventListener("keydown", (event) => {
    if (SETS.includes(event.key) && !by("note").contains(event.target)) note("");
    const writes = event.target.tagName === "INPUT" && event.target.type !== "range";
    if (event.ctrlKey || event.metaKey || event.altKey || writes || event.target.tagName === "SELECT" || first(event)) return;
    const id = keys[event.key.toLowerCase()];
    if (id && !by(id).disabled) by(id).click();
  });
}

/** Press a button that stays down, or let it up again; whether it is down. */
export function toggle(id) {
  const on = by(id).getAttribute("aria-pressed") !== "true";
  by(id).setAttribute("aria-pressed", String(on));
  return on;
}

/** The dialog with other contents: in the middle of everything, or beside the `cells` that it is about, where the map can
 * still be used. */
export function dialog(cells, ...inside) {
  const result = by("ask");
  if (result.open) result.close();
  result.className = cells ? "aside" : "";
  result.replaceChildren(...inside.filter(Boolean));
  if (cells) {
    result.show();
    stepAside(result, cells);
  } else result.showModal();
  return result;
}

/** Lay a dialog over the corner where it hides least: no cell that it is about, and few that are lit. */
function stepAside(result, cells) {
  const corners = ["low", "high", "low right", "high right"];
  const lit = [...document.querySelectorAll(".cell.aim, .cell.goal, .cell.able, .cell.here, .preview")];
  const about = cells.map((name) => document.querySelector(`.cell[data-cell="${name}"], .free[data-counter="${name}"]`)).filter(Boolean);
  const weights = [...lit.map((each) => [each, 1]), ...about.map((each) => [each, 100])].map(([each, weight]) => [each.getBoundingClientRect(), weight]);
  const hidden = corners.map((corner) => {
    result.className = `aside ${corner}`;
    const box = result.getBoundingClientRect();
    const covers = ([each]) => each.left < box.right && each.right > box.left && each.top < box.bottom && each.bottom > box.top;
    return weights.filter(covers).reduce((sum, [, weight]) => sum + weight, 0);
  });
  result.className = `aside ${corners[hidden.indexOf(Math.min(...hidden))]}`;
}

/** How to use a page: paragraphs, and a table of keys. */
export function help(title, paragraphs, keys) {
  dialog(
    false,
    element("h2", {}, title),
    ...paragraphs,
    element("table", {}, ...keys.map(([key, words]) => element("tr", {}, element("th", {}, key), element("td", {}, words)))),
    element("button", { class: "main", onclick: () => by("ask").close() }, "Close"),
  );
}

/** The cells of a map, to be clicked and to be gone through by the arrows; one of them at a time is a stop of Tab. */
export class Cells {
  constructor() {
    this.layer = shape("g");
    this.drawn = new Map();
    // Chromium makes a drawing that listens to the focus a stop of Tab by itself; the stop is to be one of the cells.
    this.layer.setAttribute("tabindex", "-1");
    this.layer.addEventListener("focusin", (event) => {
      if (event.target.dataset.cell === undefined) return;
      for (const drawn of this.drawn.values()) drawn.setAttribute("tabindex", drawn === event.target ? "0" : "-1");
    });
    this.layer.addEventListener("keydown", (event) => {
      const name = event.target.dataset.cell;
      if (!name || !(event.key in ARROWS)) return;
      event.preventDefault();
      this.drawn.get(beside(this.cells, name, event.key))?.focus();
    });
  }

  /** Draw the cells of a map; the one that had the focus has it again. */
  take(cells) {
    const focused = document.activeElement?.dataset?.cell;
    this.cells = cells;
    this.drawn.clear();
    this.layer.replaceChildren();
    // An object has names that are numbers before the others: 1001 before 0101.
    const order = Object.entries(cells).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    for (const [name, cell] of order) {
      const drawn = shape("polygon", { points: cell.edge, class: "cell", tabindex: this.drawn.size ? "-1" : "0", role: "button" });
      drawn.dataset.cell = name;
      this.drawn.set(name, drawn);
      this.layer.append(drawn);
    }
    this.drawn.get(focused)?.focus();
  }
}
