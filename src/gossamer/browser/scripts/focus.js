// Returns whether typing would reach an element that takes text.
() => {
  let active = document.activeElement;
  while (active && active.shadowRoot && active.shadowRoot.activeElement) active = active.shadowRoot.activeElement;
  return Boolean(active) && active !== document.body && active !== document.documentElement;
}
