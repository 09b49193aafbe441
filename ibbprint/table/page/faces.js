// The faces of counters: each is asked for once, drawn by the press, and used wherever it lies.

import { ask, element, shape } from "./asking.js";

const known = new Map();
const WIDE = 1.6;

/** Ask for the faces that are not here yet. */
export async function fetchFaces(ids) {
  const missing = [...new Set(ids)].filter((id) => id && !known.has(id));
  if (!missing.length) return;
  const answer = await ask("faces", { ids: missing });
  for (const [id, [text, title]] of Object.entries(answer ? answer.faces : {})) {
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (drawing.localName === "svg") known.set(id, { drawing: document.importNode(drawing, true), title });
  }
}

/** What the face of a counter says in words, or its key and name where it has no face; and the signs on it. */
export function said(counter) {
  const words = counter.figures || known.get(counter.face)?.title || [counter.key, counter.name].filter(Boolean).join(" ");
  return [words, ...(counter.signs || [])].join("; ");
}

/** A face in a box of the map; one that has no drawing is plain, with the key of its counter. It
 * fills the box, or is seen `whole` in it. */
export function face(id, x, y, width, height, key, colour, whole = false) {
  if (known.has(id)) {
    const copy = known.get(id).drawing.cloneNode(true);
    for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, value);
    copy.setAttribute("preserveAspectRatio", whole ? "xMidYMid" : "none");
    return copy;
  }
  const box = shape("rect", { x, y, width, height, class: "plain" });
  if (colour) box.setAttribute("fill", colour), box.classList.remove("plain");
  const words = shape("text", { x: x + width / 2, y: y + height / 2 + 1.8, class: "plain-key" });
  words.textContent = key.includes("?") ? "?" : key;
  return shape("g", {}, box, words);
}

/** Counters large, each with its face in words: in the lens, and beside what a picked counter can do. */
export function facts(counters, table) {
  return counters.map((each) => element("div", { class: "facts" }, lone(each, table.colours[each.side]), element("span", {}, said(each))));
}

/** A face by itself, for lists. */
export function lone(counter, colour) {
  const [, , width, height] = known.get(counter.face)?.drawing.getAttribute("viewBox")?.split(" ").map(Number) || [0, 0, 16, 16];
  const wide = width > height * WIDE ? 16 * width / height : 16;
  const result = shape("svg", { viewBox: `0 0 ${wide} 16`, class: wide > 16 ? "wide" : "", "aria-hidden": "true" });
  result.append(face(counter.face, 0, 0, wide, 16, counter.key, colour, true));
  return result;
}
