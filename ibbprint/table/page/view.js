// The part of a drawing that is seen: fit, zoom and drag by wheel, mouse and fingers; and the cell beside a cell.

const LEAST_ZOOM = 0.6;
const MOST_ZOOM = 12;
const DRAGGED_PX = 5;
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class View {
  /** `pans` says whether a pointer that goes down moves the drawing; without it, all do. What lies `under` it moves along. */
  constructor(svg, size, pans = () => true, under = null) {
    this.svg = svg;
    this.under = under;
    this.size = size;
    this.pans = pans;
    this.dragged = false;
    this.fit();
    this.listen();
  }

  fit() {
    [this.x, this.y, this.width, this.height] = [0, 0, ...this.size];
    this.apply();
  }

  zoom(factor, at = { x: this.x + this.width / 2, y: this.y + this.height / 2 }) {
    const width = this.width / factor;
    if (this.size[0] / width < LEAST_ZOOM || this.size[0] / width > MOST_ZOOM) return;
    this.x = at.x - (at.x - this.x) / factor;
    this.y = at.y - (at.y - this.y) / factor;
    this.width = width;
    this.height /= factor;
    this.apply();
  }

  apply() {
    for (const each of [this.svg, this.under]) each?.setAttribute("viewBox", `${this.x} ${this.y} ${this.width} ${this.height}`);
  }

  /** The place in the drawing that a pointer is at, mm. */
  point(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: place.x, y: place.y };
  }

  listen() {
    const fingers = new Map();
    let far = 0;
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.point(event));
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      if (!fingers.size) [far, this.dragged] = [0, false];
      fingers.set(event.pointerId, event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      if (fingers.size === 2) {
        const other = [...fingers.values()].find((each) => each.pointerId !== event.pointerId);
        const apart = (each) => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
        this.zoom(apart(event) / apart(before), this.point(event));
        this.dragged = true;
      } else if (this.pans(event)) {
        far += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
        if (far > DRAGGED_PX) {
          this.dragged = true;
          const [from, to] = [this.point(before), this.point(event)];
          this.x -= to.x - from.x;
          this.y -= to.y - from.y;
          this.apply();
        }
      }
      fingers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      this.svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
  }
}

/** The name of the nearest cell in the direction of an arrow: the one that is least off it, of those next to a cell. */
export function beside(cells, name, arrow) {
  const [dx, dy] = ARROWS[arrow];
  const from = cells[name];
  let best = null;
  for (const [other, cell] of Object.entries(cells)) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const off = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (along < cell.size * 0.3 || off > along * 1.2) continue;
    if (!best || along + off * 1.5 < best.far) best = { far: along + off * 1.5, other };
  }
  return best && best.other;
}
