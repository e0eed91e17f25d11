// Chooses the options of a select element that have these labels, and no others.
(element, labels) => {
  const named = (option) => [option.label, option.text].map((text) => text.replace(/\s+/g, " ").trim());
  const missing = labels.filter((label) => ![...element.options].some((option) => named(option).includes(label)));
  if (missing.length) throw new Error("There is no option " + missing.join(", "));
  for (const option of element.options) option.selected = named(option).some((name) => labels.includes(name));
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
}
