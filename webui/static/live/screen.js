// Follows the table on a screen that nobody touches, and keeps it from going dark.

const RETRY_MS = 3000;
const LOOK_MS = 15000;

let source = null;
let lock = null;

const main = () => document.getElementById("main");
const lost = document.getElementById("lost");

// --- what is shown ---

// Whatever happens to the network or the table: it looks again, by itself.
async function look() {
  try {
    const headers = { Accept: "text/html", "X-Has-Version": main().dataset.version };
    const answer = await fetch(location.href, { headers, signal: AbortSignal.timeout(10000) });
    if (answer.status === 200) show(await answer.text());
    lost.hidden = answer.ok;
  } catch {
    lost.hidden = false;
  }
}

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("main");
  // Another page, as where strangers may watch no more.
  if (!fresh.matches(".screen")) return location.reload();
  document.documentElement.lang = page.documentElement.lang;
  if (fresh.innerHTML === main().innerHTML) main().dataset.version = fresh.dataset.version;
  else main().replaceWith(fresh);
}

function follow() {
  source?.close();
  source = new EventSource(main().dataset.events);
  source.onmessage = ({ lastEventId }) => lastEventId !== main().dataset.version && look();
  source.onerror = () => source.readyState === EventSource.CLOSED && setTimeout(follow, RETRY_MS);
}

// --- staying awake ---

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    document.querySelector(".awake")?.remove();
  } catch {
    playDark();
  }
  document.getElementById("awake").hidden = Boolean(lock && !lock.released);
}

// Browsers give the lock to no page of plain http; many leave a screen on while a large video plays on it.
function playDark() {
  if (document.querySelector(".awake")) return;
  const video = Object.assign(document.createElement("video"), { className: "awake", muted: true, loop: true });
  Object.assign(video, { playsInline: true, disableRemotePlayback: true, src: "/static/live/awake.webm" });
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  video.play().catch(() => video.remove());
}

function onVisible() {
  if (document.hidden) return;
  stayAwake();
  look();
}

setInterval(look, LOOK_MS);
document.addEventListener("visibilitychange", onVisible);
follow();
stayAwake();
