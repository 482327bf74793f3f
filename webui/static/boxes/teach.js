// Sends what a finger taps or draws on the picture of a board, one after the other.

const LEAST_PX = 6;
const waiting = [];
let drawn = null;
let isSent = false;

const place = () => document.querySelector("[data-taught]");

// In thousandths of the picture.
function dot(event, frame) {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const share = (value) => Math.min(1000, Math.max(0, value * 1000)).toFixed(1);
  return [share((event.clientX - left) / width), share((event.clientY - top) / height)];
}

function onDown(event) {
  const frame = event.target.closest?.("[data-taught]");
  if (!frame || !event.isPrimary) return;
  drawn = { frame, dots: [dot(event, frame)], at: [event.clientX, event.clientY] };
}

function onMove(event) {
  if (!drawn || !event.isPrimary || !("strokes" in drawn.frame.dataset)) return;
  if (Math.hypot(event.clientX - drawn.at[0], event.clientY - drawn.at[1]) < LEAST_PX) return;
  drawn.at = [event.clientX, event.clientY];
  drawn.dots.push(dot(event, drawn.frame));
  show(drawn);
}

// The line under the finger, until the answer draws the ways.
function show({ frame, dots }) {
  const ratio = frame.querySelector("svg").viewBox.baseVal.height / 1000;
  frame.querySelector(".stroke").setAttribute("points", dots.map(([x, y]) => `${x},${y * ratio}`).join(" "));
}

function onUp(event) {
  if (!drawn || !event.isPrimary) return;
  waiting.push(drawn.dots.map((each) => each.join(",")).join(" "));
  drawn = null;
  send();
}

function onCancel() {
  drawn = null;
}

// The next tap is of the board as it is after the one before.
function send() {
  const form = place()?.closest("form");
  if (isSent || !form || !waiting.length) return;
  isSent = true;
  form.elements.dots.value = waiting.shift();
  form.requestSubmit();
}

function onShown() {
  isSent = false;
  for (const line of document.querySelectorAll(".taught .stroke")) line.removeAttribute("points");
  send();
}

function onLost() {
  isSent = false;
  waiting.length = 0;
}

// The picture is a button for those without scripts; here the finger has sent it already.
function onClick(event) {
  if (event.target.matches?.("[data-taught] input[type=image]") && event.detail) event.preventDefault();
}

document.addEventListener("pointerdown", onDown);
document.addEventListener("pointermove", onMove);
document.addEventListener("pointerup", onUp);
document.addEventListener("pointercancel", onCancel);
document.addEventListener("click", onClick);
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-taught]") && event.preventDefault());
document.addEventListener("htmx:afterSwap", onShown);
document.addEventListener("htmx:sendError", onLost);
document.addEventListener("htmx:timeout", onLost);
