// Shows the picture or file that was chosen before it is sent, and that it is on its way.
import { say } from "../swap.js";

function onPick(event) {
  const input = event.target.closest?.("[data-pick] input[type=file]");
  if (!input || !input.files.length) return;
  const pick = input.closest("[data-pick]");
  for (const other of pick.querySelectorAll("input[type=file]")) if (other !== input) other.value = "";
  const figure = pick.querySelector(".preview");
  const image = figure.querySelector("img");
  if (image) showPicture(image, input.files[0]);
  const more = input.files.length > 1 ? ` + ${input.files.length - 1}` : "";
  figure.querySelector("figcaption").textContent = input.files[0].name + more;
  figure.hidden = false;
  suggestName(input);
}

function showPicture(image, file) {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(file);
  image.onerror = () => image.setAttribute("hidden", "");
  image.onload = () => image.removeAttribute("hidden");
}

// A file brings its own name along, which may be changed.
function suggestName(input) {
  const name = input.form.querySelector("input[data-suggest]");
  if (!name || name.value !== name.dataset.suggest) return;
  name.value = name.dataset.suggest = input.files[0].name.split(name.dataset.ending)[0];
}

function onSubmit({ target: form, submitter: button }) {
  if (!form.dataset.busy || !button) return;
  button.textContent = form.dataset.busy;
  say(form.dataset.busy);
  setTimeout(() => button.setAttribute("disabled", ""));
}

document.addEventListener("change", onPick);
document.addEventListener("submit", onSubmit);
