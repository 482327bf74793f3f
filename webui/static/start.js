// Shows the camera's picture anew while somebody looks at it, about once a second.
import { load } from "./swap.js";

const REST_MS = 600;

const look = () => document.getElementById("look");

async function refresh() {
  const { page } = await load(location.href);
  const fresh = page.getElementById("look");
  const image = fresh?.querySelector("img");
  // The new picture is there before the old one goes, so that nothing flickers.
  if (image) await decoded(image.src);
  if (fresh && look() && !document.hidden) show(fresh);
}

// What says the same as before stays, so that whoever reads it is not interrupted.
function show(fresh) {
  const [before, after] = [[...look().children], [...fresh.children]];
  if (before.length !== after.length) return look().replaceChildren(...after);
  after.forEach((part, index) => part.outerHTML !== before[index].outerHTML && before[index].replaceWith(part));
}

function decoded(src) {
  const image = new Image();
  image.src = src;
  return image.decode();
}

async function follow() {
  while (look()) {
    await new Promise((done) => setTimeout(done, REST_MS));
    if (document.hidden) continue;
    try {
      await refresh();
    } catch {
      // The table is away for a moment; the next look may find it.
    }
  }
}

follow();
