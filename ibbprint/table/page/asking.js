// Questions to the server: the token of the link goes into a header, never into an address.

const token = location.hash.slice(1);
export let seat = 0;

export function sitAt(number) {
  seat = number;
}

export const GONE = "The server has ended; start ibbprint table again with the saved game.";
const MOST_FAILURES = 5;
let failures = 0;

/** Whether the server has said that it ends, or has not answered several times in a row: nothing is asked any more. */
export const isGone = () => failures >= MOST_FAILURES;

/** The answer to a question; null, with a note, where it is refused or nobody answers. */
export async function ask(name, values = {}) {
  const answer = isGone() ? null : await answered(name, values).catch(() => null);
  failures = answer?.ended ? MOST_FAILURES : answer ? 0 : failures + 1;
  if (!answer) {
    note(GONE);
    return null;
  }
  if (answer.refused || answer.denied) {
    note(answer.refused || answer.denied);
    return null;
  }
  return answer;
}

async function answered(name, values) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Ibbprint-Token": token },
    body: JSON.stringify({ seat, ...values }),
  });
  return response.json();
}

let clearing = 0;
const NOTED_MS = 6000;
const READ_MS = 50;

/** Show a message over the map, for as long as it takes to read; screen readers say it at once. */
export function note(text, rules = []) {
  const place = document.getElementById("note");
  place.replaceChildren(...ruled(text, rules));
  place.hidden = !text;
  const clear = (time) => {
    clearTimeout(clearing);
    clearing = setTimeout(() => { place.hidden = true; }, time);
  };
  clear(NOTED_MS + READ_MS * text.length);
  place.onmouseenter = () => clearTimeout(clearing);  // it stays while it is read, or one of its rules is clicked
  place.onmouseleave = () => clear(NOTED_MS);
}

/** A text with its rules: a click on the id of one, in the text or behind it, says what it is. */
export function ruled(text, rules) {
  const named = [...text.matchAll(/\[([A-Z]+-[A-Z]?[0-9]+(?: [A-Z]+-[A-Z]?[0-9]+)*)\]/g)].flatMap((each) => each[1].split(" "));
  const ids = [...new Set([...rules, ...named])].sort((a, b) => text.indexOf(a) - text.indexOf(b));
  const parts = [];
  let rest = text;
  for (const id of ids.filter((each) => rest.includes(each))) {
    const at = rest.indexOf(id);
    if (at < 0) continue;
    parts.push(rest.slice(0, at), ruleButton(id));
    rest = rest.slice(at + id.length);
  }
  const behind = ids.filter((each) => !text.includes(each)).flatMap((id) => [" ", ruleButton(id)]);
  return [...parts, rest, ...behind].filter(Boolean);
}

function ruleButton(id) {
  const tell = async () => {
    const rule = await ask("rule", { id });
    if (rule) note([rule.id, rule.title && `${rule.title}.`, rule.text].filter(Boolean).join(" "));
  };
  return element("button", { class: "rules", title: "What this rule says", onclick: (event) => { event.stopPropagation(); tell(); } }, id);
}

/** An element with attributes, and text or elements in it. Nothing is ever read as HTML. */
export function element(name, attributes = {}, ...inside) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") result.className = value;
    else if (key.startsWith("on")) result.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) result.setAttribute(key, value === true ? "" : value);
  }
  result.append(...inside.filter((each) => each !== null && each !== ""));
  return result;
}

/** The same for a drawing. */
export function shape(name, attributes = {}, ...inside) {
  const result = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...inside);
  return result;
}
