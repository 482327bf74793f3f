() => {
  const style = getComputedStyle(document.documentElement);
  const names = ["paper", "card", "ink", "soft", "hover", "accent", "on-accent", "tint", "bad", "bad-tint", "warn", "warn-tint", "good", "good-tint"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
