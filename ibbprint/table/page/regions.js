// Strokes on maps of areas and points: places put and moved, links, and outlines with their corners.

const NEAR_PX = 14;
const STEP_MM = 2;
const MOST_STEPS = 380;
/** The tools that begin on a corner of an outline, those that begin anywhere, and those that go from place to place. */
const ON_CORNERS = new Set(["corner", "drop-corner"]);
const ANYWHERE = new Set(["area", "point"]);
const BETWEEN = new Set(["link", "unlink"]);

export class RegionStroke {
  /** Whether a tool draws such strokes. */
  static with(tool) {
    return ON_CORNERS.has(tool) || ANYWHERE.has(tool) || BETWEEN.has(tool) || tool === "move" || tool === "add-corner";
  }

  /** A stroke that begins at a place of the sheet, on a cell or on none; `near` is how far a corner may be, in mm. */
  constructor(map, tool, cell, at, near) {
    this.map = map;
    this.tool = tool.tool;
    this.kind = tool.kind;
    this.cells = cell ? [cell] : [];
    this.path = [at];
    this.fault = "";
    if (ON_CORNERS.has(this.tool)) this.takeCorner(at, near);
    else if (!cell && !ANYWHERE.has(this.tool)) this.fault = "Begin on a place.";
  }

  /** Millimetres of the sheet for the pixels within which a corner is meant. */
  static near(svg) {
    return NEAR_PX / svg.getScreenCTM().a;
  }

  /** The corner of an outline that is nearest. */
  takeCorner(at, near) {
    let best = near;
    for (const name of this.map.areas) {
      corners(this.map.cells[name]).forEach(([x, y], number) => {
        const far = Math.hypot(x - at.x, y - at.y);
        if (far < best) [best, this.cells, this.kind, this.path] = [far, [name], String(number), [{ x, y }]];
      });
    }
    if (best === near) this.fault = "There is no corner of an outline here.";
  }

  goOn(cell, at) {
    const last = this.path[this.path.length - 1];
    if (BETWEEN.has(this.tool) && cell && cell !== this.cells[0]) this.cells = [this.cells[0], cell];
    if (this.tool !== "area") this.path = [this.path[0], at];
    else if (Math.hypot(at.x - last.x, at.y - last.y) >= STEP_MM && this.path.length < MOST_STEPS) this.path.push(at);
  }

  /** What is drawn while it goes on: the name of a shape, and its attributes. */
  get marks() {
    const [from, to] = [this.path[0], this.path[this.path.length - 1]];
    if (this.tool === "area") return [["polyline", { points: this.path.map(({ x, y }) => `${x},${y}`).join(" ") }]];
    if (BETWEEN.has(this.tool)) return [["line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }]];
    return [["circle", { cx: to.x, cy: to.y, r: 1.5 }]];
  }

  /** Whether what is drawn has a name. */
  get isNamed() {
    return ANYWHERE.has(this.tool);
  }

  /** The values of the stroke as the program takes them: places in mm of the map. */
  get values() {
    const [left, top, scale] = this.map.field;
    const ways = this.path.map(({ x, y }) => `${((x - left) / scale).toFixed(1)},${((y - top) / scale).toFixed(1)}`);
    return { tool: this.tool, list: "", kind: this.kind, cells: this.cells, ways: BETWEEN.has(this.tool) ? [] : ways };
  }
}

function corners(cell) {
  return cell.edge.split(" ").map((pair) => pair.split(",").map(Number));
}
