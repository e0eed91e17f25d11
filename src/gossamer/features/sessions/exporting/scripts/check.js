// Sees to it that a checkbox, radio button or switch is on, or off.
(element, on) => {
  const state = element.checked !== undefined ? element.checked
    : (element.getAttribute("aria-checked") || element.getAttribute("aria-pressed") || element.getAttribute("aria-selected")) === "true";
  if (state !== on) element.click();
}
