// Questions to the server: the token of the link goes into a header, never into an address.

const token = location.hash.slice(1);
export let seat = 0;

export function sitAt(number) {
  seat = number;
}

/** The answer to a question; null, with a note, where it is refused. */
export async function ask(name, values = {}) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Ibbprint-Token": token },
    body: JSON.stringify({ seat, ...values }),
  });
  const answer = await response.json();
  if (answer.refused || answer.denied) {
    note(answer.refused || answer.denied);
    return null;
  }
  return answer;
}

let clearing = 0;

/** Show a message over the map for a while; screen readers say it at once. */
export function note(text) {
  const place = document.getElementById("note");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(clearing);
  clearing = setTimeout(() => { place.hidden = true; }, 8000);
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
