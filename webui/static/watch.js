// Follows a reading, and changes that another phone makes to the same table.
import { load, say, swap } from "./swap.js";

const OTHERS_MS = 4000;

async function refresh(part) {
  const { page } = await load(location.href);
  const fresh = page.getElementById(part.id);
  if (!fresh) return swap(location.href, { remember: false });
  if (fresh.innerHTML !== part.innerHTML) part.replaceWith(fresh);
  say(fresh.dataset.says || "");
  follow();
}

function follow() {
  const part = document.querySelector("[data-refresh-ms]");
  if (!part || part.dataset.followed) return;
  part.dataset.followed = "yes";
  setTimeout(() => {
    delete part.dataset.followed;
    if (part.isConnected) refresh(part).catch(() => setTimeout(follow, 3000));
  }, Number(part.dataset.refreshMs));
}

async function lookForChanges() {
  const main = document.querySelector("main[data-version-url]");
  if (!main || document.hidden || document.getElementById("panel")) return;
  const answer = await fetch(main.dataset.versionUrl);
  const { version } = await answer.json();
  if (answer.ok && main.isConnected && String(version) !== main.dataset.version) swap(location.href, { remember: false });
}

export function start() {
  follow();
  document.addEventListener("swapped", follow);
  setInterval(() => lookForChanges().catch(() => {}), OTHERS_MS);
}
