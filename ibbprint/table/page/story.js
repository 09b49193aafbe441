// The story beside the map: sentences as the engine tells them; those that name places light them up.

import { element, ruled } from "./asking.js";

const TAGS = { title: "h2", heading: "h2" };

export class Story {
  constructor(place, pointed) {
    this.place = place;
    this.pointed = pointed;
    this.lines = [];
  }

  /** Forget the story: the next one is another side's. */
  clear() {
    this.lines = [];
    this.place.replaceChildren();
  }

  /** The last sentence: what has just happened; empty before the first turn, when only the battle has been set out. */
  get latest() {
    return this.lines.length > this.opening.length ? this.lines[this.lines.length - 1].text : "";
  }

  /** What was told before the first turn: the armies, and what each side must do to win. */
  get opening() {
    const first = this.lines.findIndex((line) => line.put === "heading");
    return first < 0 ? this.lines : this.lines.slice(0, first);
  }

  /** The id of a rule of this game, as an example. */
  get rule() {
    return this.lines.flatMap((line) => line.rules)[0] || "";
  }

  get length() {
    return this.lines.length;
  }

  /** Take the lines that are new; those before them stay as they are. */
  take({ keep, add }) {
    this.lines = [...this.lines.slice(0, keep), ...add];
    while (this.place.children.length > keep) this.place.lastElementChild.remove();
    for (const line of add) this.place.append(this.drawn(line));
  }

  /** Show the last sentences, once everything beside them has been drawn. */
  toEnd() {
    this.place.scrollTop = this.place.scrollHeight;
  }

  drawn(line) {
    const result = element(TAGS[line.put] || "p", { class: line.put });
    result.append(...ruled(line.text, line.rules));
    if (line.places.length) {
      result.dataset.places = line.places.join(" ");
      result.tabIndex = 0;
      for (const name of ["mouseenter", "focus"]) result.addEventListener(name, () => this.pointed(line.places));
      for (const name of ["mouseleave", "blur"]) result.addEventListener(name, () => this.pointed([]));
    }
    return result;
  }
}
