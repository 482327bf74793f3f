// Says which turn the slider stands at while it is moved; letting go shows that turn.
document.addEventListener("input", ({ target }) => {
  if (target.id !== "step") return;
  const label = document.querySelector("label[for=step]");
  label.textContent = label.textContent.replace(/\d+/, target.value);
});
