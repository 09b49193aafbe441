// The map with its cells and counters: drawing, lighting up, and what is said of each place.

import { element, shape } from "./asking.js";
import { face, facts, said } from "./faces.js";
import { by, Cells } from "./page.js";
import { View } from "./view.js";

const FAN = 0.16;

export class Board {
  constructor(svg, table, clicked) {
    this.svg = svg;
    this.table = table;
    this.clicked = clicked;
    this.view = new View(svg, table.size, () => true, by("ground"));
    this.fanned = "";
    this.stacks = new Map();
    this.drawn = new Map();
    this.lens = false;
    const picture = new Blob([table.map], { type: "image/svg+xml" });
    const ground = shape("image", { x: 0, y: 0, width: table.size[0], height: table.size[1] });
    ground.setAttribute("href", URL.createObjectURL(picture));
    by("ground").replaceChildren(ground);  // a drawing of its own, which is not painted again with every click
    this.cells = new Cells();
    this.cells.take(table.cells);
    this.groundLayer = shape("g");
    this.trailLayer = shape("g");
    this.counterLayer = shape("g");
    this.numberLayer = shape("g");
    this.signLayer = shape("g");
    svg.replaceChildren(this.cells.layer, this.groundLayer, this.trailLayer, this.counterLayer, this.numberLayer, this.signLayer);
    this.listen();
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
    this.drawLying();
    this.drawCounters();
    this.drawTrails();
  }

  /** Markers that lie on the ground, as a fort does: below the counters, and not quite hidden by them. */
  drawLying() {
    const look = JSON.stringify(this.state.lying);
    if (look === this.lying) return;
    this.lying = look;
    const size = this.table.counter * 0.62;
    this.groundLayer.replaceChildren(...Object.entries(this.state.lying).flatMap(([name, signs]) => signs.map(([sign, id], number) => {
      const { x, y } = this.table.cells[name];
      const drawn = face(id, x - this.table.counter * 0.72, y + this.table.counter * 0.12 - number * size * 0.8, size, size, sign.slice(0, 2), "#5b4b2a");
      return shape("g", { class: "lying", "data-sign": sign }, drawn);
    })));
  }

  /** Remember where counters are: what the others move from now on leaves a trail until this is called again. */
  remember() {
    this.were = new Map(this.state.counters.map((each) => [each.key, each.place]));
  }

  drawTrails() {
    const { cells } = this.table;
    const moved = this.state.counters.filter((each) => this.state.choices && each.side !== this.state.side &&
      cells[this.were?.get(each.key)] && this.were.get(each.key) !== each.place);
    this.trailLayer.replaceChildren(...moved.map((each) => {
      const from = cells[this.were.get(each.key)];
      const to = cells[each.place] || from;  // one that is gone leaves a ring
      return shape("g", { class: "trail" }, shape("circle", { cx: from.x, cy: from.y, r: this.table.counter / 4 }),
        shape("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    }));
  }

  /** A place as it is read out: what is there, and what the picked counter may do there. */
  named(name, goal) {
    const here = (this.stacks.get(name) || []).map((each) => [each.key, each.name, ...each.signs].filter(Boolean).join(" "));
    const does = goal ? `; ${goal.aim ? "attack" : goal.work ? "work there" : ["go there", goal.cost].filter(Boolean).join(" for ")}` : "";
    const lying = (this.state?.lying[name] || []).map(([sign]) => sign.replaceAll("-", " "));
    return `${this.table.cell} ${this.table.cells[name].name}: ${[...here, ...lying].join(", ") || "empty"}${does}`;
  }

  /** The ground of a cell in words, what it does, and what else is there: roads, bridges, names of places. */
  ground(name) {
    const cell = this.table.cells[name];
    const lies = cell?.lies.length ? `Here: ${cell.lies.join(", ")}.` : "";
    return [this.table.grounds[cell?.ground], lies].filter(Boolean).join(" ");
  }

  /** Draw the counters, each where it lies: those that look as before are moved, or left alone. */
  drawCounters() {
    const shown = [];
    const words = [];
    const side = this.table.counter;
    for (const [name, stack] of this.stacks) {
      const cell = this.table.cells[name];
      const step = name === this.fanned ? side * 1.04 : side * Math.min(FAN, 0.5 / stack.length);
      const half = stack.length * step / 2;  // what is fanned out stays on the map
      const off = name !== this.fanned ? 0 : Math.max(0, half - cell.x) - Math.max(0, cell.x + half - this.table.size[0]);
      stack.forEach((counter, level) => {
        const across = name === this.fanned ? off + (level - (stack.length - 1) / 2) * step : level * step;
        const up = name === this.fanned ? -side * 0.2 : -level * step;
        shown.push(this.drawCounter(counter, side, side, `translate(${cell.x - side / 2 + across} ${cell.y - side / 2 + up})`));
      });
      if (stack.length > 1 && name !== this.fanned) {
        words.push([stack.length, { x: cell.x + side / 2 - 1, y: cell.y + side / 2 - 0.4, class: "number" }]);
      }
    }
    for (const counter of this.state.counters) {
      if (!counter.spot) continue;
      const { box, turn } = this.placed(counter.spot);
      shown.push(this.drawCounter(counter, box.width, box.height, `${turn} translate(${box.x} ${box.y})`));
      // Upright in the lower right corner, however the base is turned: the rest of it shows what is printed there.
      const [wide, high] = counter.spot[4] % 180 ? [box.height, box.width] : [box.width, box.height];
      const size = Math.max(3.6, Math.min(4.6, wide * 0.4, high * 0.55));
      const corner = { x: box.x + (box.width + wide) / 2 - 0.4, y: box.y + (box.height + high) / 2 - 0.5 };
      words.push([counter.key, { ...corner, "font-size": size, "stroke-width": size / 5, class: "key", "aria-hidden": "true" }]);
    }
    for (const drawn of [...this.counterLayer.children]) if (!shown.includes(drawn)) drawn.remove();
    shown.forEach((drawn, number) => {
      const there = this.counterLayer.children[number];
      if (there !== drawn) this.counterLayer.insertBefore(drawn, there || null);
    });
    // Above the neighbours too, which may overlap.
    this.numberLayer.replaceChildren(...words.map(([text, attributes]) => {
      const number = shape("text", attributes);
      number.textContent = text;
      return number;
    }));
  }

  /** Where a base stands on a table without cells: its box on the sheet, and how it is turned there. */
  placed([x, y, width, height, heading]) {
    const [left, top, scale] = this.table.field;
    const [middle, level] = [left + x * scale, top + y * scale];
    const [wide, high] = [width * scale, height * scale];
    return { box: { x: middle - wide / 2, y: level - high / 2, width: wide, height: high }, turn: `rotate(${heading} ${middle} ${level})` };
  }

  /** The drawing of a counter, made anew where its face, its marks or its size are others. */
  drawCounter(counter, width, height, transform) {
    const look = JSON.stringify([counter.key, counter.face, counter.marks, width, height]);
    let drawn = this.drawn.get(counter.id);
    if (drawn?.look !== look) {
      drawn?.remove();
      drawn = Object.assign(shape("g", { class: "counter" }), { look });
      drawn.dataset.counter = counter.id;
      // A base that is turned would show its key turned: it lies above, upright.
      drawn.append(face(counter.face, 0, 0, width, height, counter.spot ? "" : counter.key, this.table.colours[counter.side]));
      if (counter.spot && counter.face) drawn.append(shape("path", { d: `M${width / 2 - 2} .2h4l-2 2z`, class: "front" }));
      counter.marks.forEach(([sign, id], number) => {
        const small = Math.min(width, height) * (counter.spot ? 0.6 : 0.42);
        const [x, y] = counter.spot ? [width - (number + 1) * small - 0.3, 0.3] : [width - small + 1, number * small * 0.7 - 1];
        drawn.append(face(id, x, y, small, small, sign.slice(0, 2), "#444"));
        if (counter.spot) drawn.append(shape("rect", { x, y, width: small, height: small, class: "sign" }));
      });
      drawn.append(shape("rect", { width, height, class: "edge" }));
      if (counter.spot) this.free(drawn, counter);
      this.drawn.set(counter.id, drawn);
    }
    if (drawn.getAttribute("transform") !== transform) drawn.setAttribute("transform", transform);
    return drawn;
  }

  /** A counter on a table without cells is clicked itself, and gone to by itself. */
  free(drawn, counter) {
    drawn.classList.add("free");
    drawn.setAttribute("tabindex", "0");
    drawn.setAttribute("role", "button");
    drawn.setAttribute("aria-label", said(counter));
    const now = () => this.clicked({ counter: this.state.counters.find((each) => each.id === counter.id) });
    drawn.addEventListener("click", now);
    drawn.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") now();
    });
  }

  /** Light up who can act, where the picked counter can go or attack, and what the hint is: a cell and a counter. */
  light(able, goals, picked, hinted = {}) {
    for (const [name, drawn] of this.cells.drawn) {
      const stack = this.stacks.get(name) || [];
      const goal = goals.get(name);
      drawn.classList.toggle("able", stack.some((each) => able.has(each.id)));
      drawn.classList.toggle("goal", goal?.aim === false && !goal.work);
      drawn.classList.toggle("work", goal?.aim === false && goal.work);
      drawn.classList.toggle("aim", goal?.aim === true);
      drawn.classList.toggle("here", stack.some((each) => picked.has(each.id)));
      drawn.classList.toggle("hinted", hinted.cell === name);
      const words = this.named(name, goal);
      if (drawn.getAttribute("aria-label") !== words) drawn.setAttribute("aria-label", words);
    }
    for (const drawn of this.counterLayer.children) {
      drawn.classList.toggle("able", able.has(Number(drawn.dataset.counter)));
      drawn.classList.toggle("picked", picked.has(Number(drawn.dataset.counter)));
      drawn.classList.toggle("hinted", hinted.counter === Number(drawn.dataset.counter));
    }
    this.signLayer.replaceChildren();
    for (const [name, goal] of goals) {
      const cell = this.table.cells[name];
      if (!cell || goal.aim || !goal.cost) continue;
      const words = shape("text", { x: cell.x, y: cell.y + 1.2, class: "steps" });
      words.textContent = goal.cost.split(" ")[0];
      this.signLayer.append(words);
    }
  }

  /** On a table without cells: where the picked counter could stand, each place a button; `take` hears which is chosen. */
  ends(choices, take) {
    for (const choice of choices.filter((each) => each.who.length === 1)) {
      for (const ghost of this.outlined(choice.ends, "ghost")) {
        ghost.addEventListener("click", () => this.view.dragged || take(choice));
      }
    }
  }

  /** Show where the counters of a choice would stand, while it is pointed at in the list. */
  preview(spots) {
    for (const drawn of this.signLayer.querySelectorAll(".preview")) drawn.remove();
    this.outlined(spots, "preview");
  }

  outlined(spots, name) {
    return spots.map((spot) => {
      const { box, turn } = this.placed(spot);
      const drawn = shape("rect", { ...box, class: name, transform: turn });
      this.signLayer.append(drawn);
      return drawn;
    });
  }

  tell(places) {
    for (const [name, drawn] of this.cells.drawn) drawn.classList.toggle("told", places.includes(name));
  }

  fan(name) {
    this.fanned = this.fanned === name ? "" : name;
    this.drawCounters();
  }

  /** The counter of the stack that is fanned out under the pointer; undefined where there is none. */
  fannedAt({ clientX: x, clientY: y }) {
    const covers = (box) => box.left <= x && x < box.right && box.top <= y && y < box.bottom;
    return (this.stacks.get(this.fanned) || []).find((each) => covers(this.drawn.get(each.id).getBoundingClientRect()));
  }

  // --- clicks and keys

  listen() {
    this.svg.addEventListener("click", (event) => {
      const name = event.target.dataset?.cell;
      if (name && !this.view.dragged) this.clicked({ cell: name, fanned: this.fannedAt(event) });
    });
    for (const kind of ["pointerover", "focusin"]) {
      this.svg.addEventListener(kind, (event) => this.magnify(event.target));
    }
    this.svg.addEventListener("keydown", (event) => {
      const name = event.target.dataset?.cell;
      if (!name || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.clicked({ cell: name });
    });
  }

  /** Take the lens up, or put it away with what it shows. */
  useLens(on) {
    this.lens = on;
    this.magnify(null);
  }

  /** Show what lies on a cell, and the ground of it; or what a base on a table without cells is. */
  magnify(target) {
    const glass = by("glass");
    const name = target?.dataset?.cell;
    const base = target?.closest?.(".counter.free");
    const stack = base ? this.state.counters.filter((each) => each.id === Number(base.dataset.counter)) : this.stacks.get(name) || [];
    const ground = base ? "" : this.ground(name);
    glass.hidden = !this.lens || !(stack.length || ground);
    if (glass.hidden) return;
    const box = this.svg.getBoundingClientRect();
    const drawn = target.getBoundingClientRect();
    glass.classList.toggle("left", drawn.left + drawn.width / 2 > box.left + box.width / 2);
    const words = ground ? [element("p", {}, `${this.table.cell} ${this.table.cells[name].name}: ${ground}`)] : [];
    glass.replaceChildren(...facts(stack, this.table), ...words);
  }
}
