// Follows the walk through the final scoring: whoever taps takes all phones along.
import { say, swap } from "./swap.js";

let source = null;

const page = () => document.querySelector("main[data-follow]");

function follow() {
  source?.close();
  source = null;
  if (!page() || document.hidden) return;
  source = new EventSource(page().dataset.follow);
  source.onmessage = ({ lastEventId }) => {
    if (page() && lastEventId !== page().dataset.version) swap(location.href, { remember: false });
  };
  // A stream that is refused, where too many phones follow, is asked for again later.
  source.onerror = () => source?.readyState === EventSource.CLOSED && setTimeout(lookAgain, 3000);
}

function lookAgain() {
  if (!page() || document.hidden) return;
  swap(location.href, { remember: false });
  follow();
}

function onSwapped() {
  if (!page()) return follow();
  say(page().dataset.says);
}

document.addEventListener("swapped", onSwapped);
document.addEventListener("visibilitychange", () => (document.hidden ? follow() : lookAgain()));
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
follow();
