// A turn entered on the phone: a letter chooses the tile, Enter confirms what is laid, and no quick tap is lost.

const panel = () => document.querySelector(".enter");
const isTyping = ({ target }) => Boolean(target.closest?.("input, select, textarea, [contenteditable]"));

let byKey = false;

function onKey(event) {
  if (!panel() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  const key = event.key.toUpperCase();
  if (key === "ENTER") return confirm(event);
  if (key === "BACKSPACE") return follow(panel().querySelector("[data-key=again], [data-key=put-down]"), event);
  const found = [...panel().querySelectorAll(`[data-type="${CSS.escape(key)}"]`)];
  const at = found.findIndex((each) => each.matches("[aria-current]"));
  follow(found[(at + 1) % found.length], event);
}

function follow(link, event) {
  if (!link) return;
  event.preventDefault();
  byKey = true;
  link.click();
}

// Where a link or button has the focus, Enter is its own.
function confirm(event) {
  if (event.target.closest?.("a, button, summary")) return;
  follow(panel().querySelector("[data-key=confirm-entry], [data-key=put-back]"), event);
}

// Who chose a tile by its letter goes on with the places.
function onShown() {
  const { more } = panel()?.dataset || {};
  if (more) import(more);
  if (byKey && panel()) document.querySelector("#over a.spot, .enter .stand a, .enter .confirm .big")?.focus({ preventScroll: true });
  byKey = false;
}

// --- taps that come before the answer to the last one ---
// Each is made on the page as that answer shows it, in the order they came.

const tapped = [];
let underWay = { name: "", xhr: null };

const button = (target) => target.closest?.(".enter a, .enter button, #over a");
const nameOf = ({ dataset: { key, spot } }) => (key ? `[data-key="${CSS.escape(key)}"]` : `[data-spot="${CSS.escape(spot)}"]`);
const isAwaited = () => underWay.xhr && underWay.xhr.readyState > 0 && underWay.xhr.readyState < 4;
const isPart = ({ dataset: { key } }) => Boolean(key?.startsWith("part-"));

function onTap(event) {
  const one = button(event.target);
  if (!one || !isAwaited()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const name = nameOf(one);
  // A thing that is tapped twice is meant once, but for a tile two parts of which are alike.
  if (isPart(one) || name !== (tapped.at(-1) ?? underWay.name)) tapped.push(name);
}

function onSent({ detail: { elt, xhr } }) {
  const one = elt.matches("form") ? elt.querySelector("button") : elt;
  if (one && button(one)) underWay = { name: nameOf(one), xhr };
}

function onAnswered({ detail: { xhr } }) {
  if (xhr !== underWay.xhr) return;
  const name = tapped.shift();
  const next = xhr.status < 400 && name && document.querySelector(`.enter ${name}, #over ${name}`);
  if (next) next.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else tapped.length = 0;
}

document.addEventListener("click", onTap, true);
document.addEventListener("htmx:beforeSend", onSent);
document.addEventListener("htmx:afterRequest", onAnswered);
document.addEventListener("keydown", onKey);
document.addEventListener("htmx:afterSwap", onShown);
onShown();
document.documentElement.classList.add("keys"); // this comes after the page: from now on keys are heard
