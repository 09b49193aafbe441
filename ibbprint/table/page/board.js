// The map with its cells and counters: drawing, lighting up, and going from cell to cell by keys.

import { shape } from "./asking.js";
import { face, lone } from "./faces.js";
import { ARROWS, beside, View } from "./view.js";

const FAN = 0.16;

export class Board {
  constructor(svg, table, clicked) {
    this.svg = svg;
    this.table = table;
    this.clicked = clicked;
    this.cells = new Map();
    this.view = new View(svg, table.size);
    this.fanned = "";
    this.stacks = new Map();
    this.lens = false;
    const picture = new Blob([table.map], { type: "image/svg+xml" });
    const ground = shape("image", { x: 0, y: 0, width: table.size[0], height: table.size[1] });
    ground.setAttribute("href", URL.createObjectURL(picture));
    this.cellLayer = shape("g");
    this.counterLayer = shape("g");
    this.signLayer = shape("g");
    svg.replaceChildren(ground, this.cellLayer, this.counterLayer, this.signLayer);
    for (const [name, cell] of Object.entries(table.cells)) this.addCell(name, cell);
    this.listen();
  }

  addCell(name, cell) {
    const drawn = shape("polygon", { points: cell.edge, class: "cell", tabindex: "-1", role: "button" });
    drawn.dataset.cell = name;
    this.cells.set(name, drawn);
    this.cellLayer.append(drawn);
    if (this.cells.size === 1) drawn.setAttribute("tabindex", "0");
  }

  // --- what is on it

  show(state) {
    this.state = state;
    this.stacks = new Map();
    for (const counter of state.counters) {
      if (!counter.place || !this.table.cells[counter.place]) continue;
      if (!this.stacks.has(counter.place)) this.stacks.set(counter.place, []);
      this.stacks.get(counter.place).push(counter);
    }
    this.drawCounters();
    for (const [name, drawn] of this.cells) drawn.setAttribute("aria-label", this.named(name));
  }

  named(name) {
    const here = (this.stacks.get(name) || []).map((each) => [each.key, each.name, ...each.signs].filter(Boolean).join(" "));
    return `${this.table.cell} ${this.table.cells[name].name}: ${here.join(", ") || "empty"}`;
  }

  drawCounters() {
    this.counterLayer.replaceChildren();
    const side = this.table.counter;
    for (const [name, stack] of this.stacks) {
      const cell = this.table.cells[name];
      const step = name === this.fanned ? side * 1.04 : side * Math.min(FAN, 0.5 / stack.length);
      stack.forEach((counter, level) => {
        const across = name === this.fanned ? (level - (stack.length - 1) / 2) * step : level * step;
        const up = name === this.fanned ? -side * 0.2 : -level * step;
        this.drawCounter(counter, cell.x - side / 2 + across, cell.y - side / 2 + up, side, side);
      });
      if (stack.length > 1 && name !== this.fanned) {
        const number = shape("text", { x: cell.x + side / 2 - 1, y: cell.y + side / 2 - 0.4, class: "number" });
        number.textContent = stack.length;
        this.counterLayer.append(number);
      }
    }
    const [left, top, scale] = this.table.field;
    for (const counter of this.state.counters) {
      if (!counter.spot) continue;
      const [x, y, width, height, heading] = counter.spot;
      const drawn = this.drawCounter(
        counter, left + (x - width / 2) * scale, top + (y - height / 2) * scale, width * scale, height * scale,
      );
      drawn.setAttribute("transform", `rotate(${heading} ${left + x * scale} ${top + y * scale})`);
      this.free(drawn, counter);
    }
  }

  drawCounter(counter, x, y, width, height) {
    const drawn = shape("g", { class: "counter" });
    drawn.dataset.counter = counter.id;
    drawn.append(face(counter.face, x, y, width, height, counter.key, this.table.colours[counter.side]));
    counter.marks.forEach(([sign, id], number) => {
      const small = Math.min(width, height) * 0.42;
      drawn.append(face(id, x + width - small + 1, y - 1 + number * small * 0.7, small, small, sign.slice(0, 2), "#444"));
    });
    drawn.append(shape("rect", { x, y, width, height, class: "edge" }));
    this.counterLayer.append(drawn);
    return drawn;
  }

  free(drawn, counter) {
    drawn.classList.add("free");
    drawn.setAttribute("tabindex", "0");
    drawn.setAttribute("role", "button");
    drawn.setAttribute("aria-label", [counter.key, counter.name, ...counter.signs].filter(Boolean).join(" "));
    drawn.addEventListener("click", () => this.clicked({ counter }));
    drawn.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.clicked({ counter });
    });
  }

  light(able, goals, picked) {
    for (const [name, drawn] of this.cells) {
      const stack = this.stacks.get(name) || [];
      drawn.classList.toggle("able", stack.some((each) => able.has(each.id)));
      drawn.classList.toggle("goal", goals.get(name)?.aim === false);
      drawn.classList.toggle("aim", goals.get(name)?.aim === true);
      drawn.classList.toggle("here", stack.some((each) => picked.has(each.id)));
    }
    for (const drawn of this.counterLayer.querySelectorAll(".counter")) {
      drawn.classList.toggle("able", able.has(Number(drawn.dataset.counter)));
      drawn.classList.toggle("picked", picked.has(Number(drawn.dataset.counter)));
    }
    this.signLayer.replaceChildren();
    for (const [name, goal] of goals) {
      const cell = this.table.cells[name];
      if (!cell || goal.aim || !goal.cost) continue;
      const words = shape("text", { x: cell.x, y: cell.y + 1.2, class: "steps" });
      words.textContent = goal.cost;
      this.signLayer.append(words);
    }
  }

  tell(places) {
    for (const [name, drawn] of this.cells) drawn.classList.toggle("told", places.includes(name));
  }

  fan(name) {
    this.fanned = this.fanned === name ? "" : name;
    this.drawCounters();
  }

  // --- clicks and keys

  listen() {
    this.svg.addEventListener("click", (event) => {
      const name = event.target.dataset?.cell;
      if (name && !this.view.dragged) this.clicked({ cell: name });
    });
    this.svg.addEventListener("pointerover", (event) => this.magnify(event.target.dataset?.cell));
    this.svg.addEventListener("keydown", (event) => this.keyed(event));
    this.svg.addEventListener("focusin", (event) => {
      if (!event.target.dataset?.cell) return;
      for (const drawn of this.cells.values()) drawn.setAttribute("tabindex", drawn === event.target ? "0" : "-1");
      this.magnify(event.target.dataset.cell);
    });
  }

  keyed(event) {
    const name = event.target.dataset?.cell;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.clicked({ cell: name });
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.cells.get(beside(this.table.cells, name, event.key))?.focus();
    }
  }

  magnify(name) {
    const glass = document.getElementById("glass");
    const stack = (this.lens && name && this.stacks.get(name)) || [];
    glass.hidden = !stack.length;
    glass.replaceChildren(...stack.map((each) => lone(each, this.table.colours[each.side])));
  }
}
