// What lies beside the map: the turn track, the Cup, and the boxes with the counters that are not on the map.

import { element } from "./asking.js";
import { lone, said } from "./faces.js";

/** The faces that the panel needs besides those of counters. */
export function besideFaces(table, state) {
  return [table.marker, ...(state.cup || []).map((chit) => chit.face)];
}

/** Draw the panel, unless it shows the same already. */
export function beside(place, table, state) {
  const away = state.counters.filter((each) => !each.place && !each.spot);
  const look = JSON.stringify([state.turn, state.cup, away]);
  if (place.look === look && place.children.length) return;
  place.look = look;
  const parts = [track(table, state), cup(table, state)];
  for (const box of table.boxes) {
    parts.push(group(table, boxName(table, box), box.note, away.filter((each) => each.box === box.id)));
  }
  for (const side of table.sides) {
    const rest = away.filter((each) => !each.box && each.side === side.id);
    parts.push(group(table, `${side.name}, ${Object.keys(table.cells).length ? "not on the map" : "with a unit, waiting or gone"}`, "", rest));
  }
  place.replaceChildren(...parts.filter(Boolean));
}

/** What was on the map and is not now may have left it alive, so its box says no more than that. */
function boxName(table, box) {
  const side = table.sides.find((each) => box.id === `lost-${each.id}`);
  return side ? `${side.name}, lost or gone` : box.name;
}

function track(table, state) {
  if (!table.turns) return null;
  const boxes = [];
  for (let turn = 1; turn <= Math.max(table.turns, state.turn); turn += 1) {
    const here = turn === state.turn;
    const marker = here ? [lone({ face: table.marker, key: String(turn) }, "#444")] : [];
    boxes.push(element("li", { class: here ? "here" : "", "aria-current": here ? "step" : false }, ...marker, String(turn)));
  }
  return element("div", {}, element("h3", {}, "Turns"), element("ol", { class: "track", "aria-label": "Turn track" }, ...boxes));
}

function cup(table, state) {
  if (!state.cup) return null;
  const chits = state.cup.map((chit) => unit({ face: chit.face, key: chit.key || "?", name: "", side: "" }, table));
  const words = `${state.cup.length} ${state.cup.length === 1 ? "chit" : "chits"} left`;
  return element("div", {}, element("h3", {}, `The Cup: ${words}`), element("p", { class: "box" }, ...chits));
}

function group(table, title, note, counters) {
  if (!counters.length) return null;
  return element("div", { title: note }, element("h3", {}, title), element("p", { class: "box" }, ...counters.map((each) => unit(each, table))));
}

function unit(counter, table) {
  return element("span", { class: "unit", title: said(counter) }, lone(counter, table.colours[counter.side]), counter.key.includes("?") ? "?" : counter.key);
}
