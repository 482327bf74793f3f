// The replay plays by itself: turn after turn, at a speed that is chosen, until it is told to pause or at its end.

let timer = null;
let isPlaying = false;

const next = () => document.querySelector("main.replay a[rel=next]");
const wait = () => Number(document.getElementById("speed")?.value || 1500);

// Says which turn the slider stands at while it is moved, as some steps take none; letting go shows it.
function onInput({ target }) {
  if (target.id === "speed") return isPlaying && play();
  if (target.id !== "step") return;
  document.querySelector("label[for=step]").textContent = JSON.parse(target.dataset.words)[target.value];
}

function show() {
  const button = document.getElementById("play");
  if (!button) return;
  button.textContent = isPlaying ? button.dataset.pause : button.dataset.play;
  button.setAttribute("aria-pressed", isPlaying);
}

// A turn shown by itself is no step to go back from.
function go(url) {
  history.replaceState(history.state, "", url);
  return htmx.ajax("get", url, { source: "#page", target: "#page", select: "main", swap: "morph:innerHTML" });
}

function play() {
  clearTimeout(timer);
  isPlaying = true;
  show();
  timer = setTimeout(step, wait());
}

function pause() {
  clearTimeout(timer);
  isPlaying = false;
  show();
}

function step() {
  if (!isPlaying) return;
  if (!next() || document.hidden) return pause();
  go(next().href).then(() => isPlaying && (next() ? play() : pause()), pause);
}

function onClick({ target }) {
  const button = target.closest("#play");
  if (!button) return target.closest("a, button") && isPlaying && pause();
  if (isPlaying) return pause();
  play();
  if (!next()) go(button.dataset.first);
}

document.addEventListener("input", onInput);
document.addEventListener("click", onClick);
document.addEventListener("htmx:afterSwap", () => (document.querySelector("main.replay") ? show() : pause()));
