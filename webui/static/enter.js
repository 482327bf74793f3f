// A turn entered on a keyboard: a letter chooses the tile, Enter confirms what is laid.

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
  if (byKey && panel()) document.querySelector("#over a.spot, .enter .stand a, .enter .confirm .big")?.focus({ preventScroll: true });
  byKey = false;
}

document.addEventListener("keydown", onKey);
document.addEventListener("htmx:afterSwap", onShown);
