// Says and sounds on this phone, where its player wants it: whose turn it is, points, doubts.

const KEPT = "tablekeeper_voice";
const TONES = { turn: [660, 880], doubt: [440, 330], points: [523, 659, 784] };
const TONE_S = 0.12;
const DOUBTS = ["doubt", "asking", "illegal", "lost"];

let sound = null;
let before = {};

const button = () => document.getElementById("voice");

// A browser may keep nothing, as in a private window; then the choice lasts as long as the page.
let wanted = false;

function read() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return wanted;
  }
}

function keep(on) {
  wanted = on;
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // It lasts as long as the page.
  }
}

function show() {
  button()?.setAttribute("aria-pressed", String(wanted));
}

function now() {
  const main = document.querySelector("main[data-news]");
  if (!main) return {};
  const { turn, phase, says } = main.dataset;
  const spoken = document.getElementById("last-sums")?.dataset.spoken.trim() || "";
  const title = document.querySelector("#state h1")?.textContent.trim() || "";
  return { turn, phase, says, spoken, title };
}

// Tells what has changed since the last look, the most important last.
function news(then, here) {
  const told = [];
  if (here.spoken && here.spoken !== then.spoken) told.push(["points", here.spoken]);
  if (here.turn && here.turn !== then.turn) told.push(["turn", here.title]);
  if (DOUBTS.includes(here.phase) && here.phase !== then.phase) told.push(["doubt", here.says]);
  return told;
}

function onShown() {
  const here = now();
  const told = news(before, here);
  before = here;
  show();
  if (!wanted || !told.length) return;
  play(TONES[told.at(-1)[0]]);
  speak(told.map(([, words]) => words).join(" "));
}

function play(tones) {
  if (sound?.state !== "running") return;
  tones.forEach((tone, index) => {
    const begin = sound.currentTime + index * TONE_S;
    const voice = new OscillatorNode(sound, { frequency: tone });
    const volume = new GainNode(sound, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.15, begin + 0.01);
    volume.gain.linearRampToValueAtTime(0, begin + TONE_S);
    voice.connect(volume).connect(sound.destination);
    voice.start(begin);
    voice.stop(begin + TONE_S);
  });
}

function speak(words) {
  if (!("speechSynthesis" in window) || !words) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

// Sound may only begin with a tap; after the page was loaded anew, the next tap anywhere does.
function onTap() {
  if (!wanted) return;
  sound ||= new AudioContext();
  sound.resume();
}

function onClick(event) {
  if (event.target !== button()) return onTap();
  keep(!wanted);
  show();
  onTap();
  if (wanted) speak(before.title || "");
  else window.speechSynthesis?.cancel();
}

wanted = read();
before = now();
show();
document.addEventListener("click", onClick);
document.addEventListener("htmx:afterSwap", onShown);
