// The tools of the map editor: what there is to draw, by groups, and the names that can be changed.

import { element } from "./asking.js";

const ENTRIES = {
  roads: ["line", "Roads"], waters: ["line", "Rivers through hexes"], hexside_waters: ["side", "Rivers along hexsides"],
  areas: ["member", "Areas: add or remove a hex"], starts: ["member", "Starts: add or remove a hex"],
};
const NEW = { roads: "A new road", waters: "A new river" };

/** The panel of tools: `choose` hears which is picked, `rename` of a name that is changed. */
export function toolbox(map, tool, choose, rename) {
  const { tools } = map;
  const cells = map.space === "hexes" || map.space === "squares";
  const parts = [group("Ground", kinds("ground", "", tools.ground), tool, choose)];
  if (cells) {
    if (map.ways.length === 6) {
      parts.push(group("Along hexsides", kinds("side", "hexsides", tools.sides), tool, choose));
      parts.push(group("Erase from hexsides", kinds("side-off", "hexsides", tools.sides), tool, choose));
    }
    parts.push(group("Lines through hexes", kinds("line", "lines", tools.lines), tool, choose));
    parts.push(group("Places", kinds("place", "", tools.places), tool, choose));
    for (const list of tools.named) parts.push(...named(list, tools, tool, choose));
    parts.push(group("Erase", [{ tool: "erase", list: "", kind: "", label: "a line, a place or a bridge" }], tool, choose));
  } else {
    parts.push(group("Starts: add or remove a place", entries("member", "starts", tools), tool, choose));
    parts.push(group("Places", [
      { tool: "move", list: "", kind: "", label: "move a place" }, { tool: "point", list: "", kind: "", label: "new point" },
    ], tool, choose));
    parts.push(group("Links: drag from place to place", kinds("link", "", tools.links), tool, choose));
    parts.push(group("Erase", [{ tool: "unlink", list: "", kind: "", label: "a link" }], tool, choose));
    parts.push(group("Outlines", [
      { tool: "corner", list: "", kind: "", label: "move a corner" }, { tool: "add-corner", list: "", kind: "", label: "add a corner" },
      { tool: "drop-corner", list: "", kind: "", label: "remove a corner" },
    ], tool, choose));
    parts.push(group("A new area: drag round it", kinds("area", "", { "": "plain", ...tools.ground }), tool, choose));
  }
  parts.push(names(map, rename));
  return parts.filter(Boolean);
}

function kinds(tool, list, named) {
  return Object.entries(named).map(([kind, label]) => ({ tool, list, kind, label: label || kind }));
}

function entries(tool, list, tools) {
  return (tools.entries[list] || []).map((each) => ({ tool, list, kind: each.id, label: each.name }));
}

/** The lists whose entries have names: roads, rivers, areas, starts. */
function named(list, tools, tool, choose) {
  if (list === "bridges") return [group("Bridges", [{ tool: "place", list: "", kind: "bridges", label: "bridge" }], tool, choose)];
  if (!ENTRIES[list]) return [];
  const [does, title] = ENTRIES[list];
  const picks = entries(does, list, tools);
  if (NEW[list]) picks.push({ tool: does, list, kind: "", label: NEW[list] });
  const parts = [group(title, picks, tool, choose)];
  if (does === "side") parts.push(group(`Erase: ${title.toLowerCase()}`, entries("side-off", list, tools), tool, choose));
  return parts;
}

function group(title, picks, tool, choose) {
  if (!picks.length) return null;
  const same = (pick) => pick.tool === tool.tool && pick.list === tool.list && pick.kind === tool.kind;
  return element("div", { role: "group", "aria-label": title }, element("h3", {}, title), element("p", { class: "box" },
    ...picks.map((pick) => element("button", {
      "aria-pressed": String(same(pick)), "data-tool": `${pick.tool} ${pick.kind}`.trim(), onclick: () => choose(pick),
    }, pick.label))));
}

/** A field for each name on the map; the name is written when the field is left. */
function names(map, rename) {
  const fields = [["map", "", map.title || ""]];
  for (const [list, each] of Object.entries(map.tools.entries)) for (const { id, name } of each) fields.push([list, id, name]);
  return element("details", {}, element("summary", {}, "Names"), ...fields.map(([list, id, name]) => {
    const field = element("input", { value: name, maxlength: 60, "aria-label": `Name of ${list} ${id}` });
    field.addEventListener("change", () => rename(list, id, field.value.trim()));
    return element("label", { class: "small" }, `${list} ${id} `, field);
  }));
}
