// Giving fields a value where no key does it, and preparing them for keys.
const notify = (element, ...types) => {
  for (const type of types) dispatch(element, new (type === "input" ? InputEvent : Event)(type, { bubbles: true, composed: type === "input" }));
};
const kindOf = (number) => {
  const element = elementOf(number);
  if (!element) return null;
  return {
    tag: tagOf(element), type: inputType(element), role: roleOf(element), field: isField(element), disabled: isDisabled(element),
    editing: isEditingHost(element), multiple: property(element, "multiple") === true,
    readonly: property(element, "readOnly") === true || attribute(element, "aria-readonly") === "true",
    checked: property(element, "checked") ?? null, shown: flag(element, "aria-checked"),
    suggests: Boolean(attribute(element, "aria-autocomplete") || attribute(element, "role") === "combobox" || attribute(element, "aria-haspopup")
      || attribute(element, "list") || /autocomplete|typeahead|suggest/i.test(attribute(element, "class") || "")),
    name: described(element),
  };
};
const hasFocus = (number) => {
  const element = elementOf(number);
  const active = focusedIn();
  return Boolean(element && active && (active === element || isWithin(active, element) || (isEditingHost(active) && isWithin(element, active))));
};
const focusOn = (number) => {
  const element = elementOf(number);
  if (element && isHtml(element)) HTMLElement.prototype.focus.call(element, { preventScroll: false });
  else if (element && element.focus) SVGElement.prototype.focus.call(element);
  return hasFocus(number);
};
// Selects all that a field holds; returns whether it held anything.
const selectContent = (number) => {
  const element = elementOf(number);
  if (isHtml(element, "input", "textarea")) {
    const type = isHtml(element, "input") ? HTMLInputElement : HTMLTextAreaElement;
    type.prototype.select.call(element);
    return property(element, "value") !== "";
  }
  const range = newRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return editedText(element) !== "";
};
const cursorToEnd = (number) => {
  const element = elementOf(number);
  if (isHtml(element, "input", "textarea")) {
    const type = isHtml(element, "input") ? HTMLInputElement : HTMLTextAreaElement;
    const length = property(element, "value").length;
    // Numbers, mail addresses and the like have no selection to set; their cursor is at the end after a key.
    return attempt(() => { type.prototype.setSelectionRange.call(element, length, length); return true; }, false);
  }
  const range = newRange();
  range.selectNodeContents(element);
  range.collapse(false);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return true;
};
// Two ways to write one value: 7.0 and 7, 14:05:00 and 14:05, capitals in a colour.
const sameValue = (one, other) => one.toLowerCase() === other.toLowerCase()
  || (one !== "" && other !== "" && (Number(one) === Number(other) || one.startsWith(other) || other.startsWith(one)));
// Gives an input a value; false when it takes another one for it, which is undone then.
const setValue = (number, value) => {
  const element = elementOf(number);
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  const before = get.call(element);
  set.call(element, value);
  const taken = get.call(element);
  if (!sameValue(taken, value)) {
    set.call(element, before);
    return false;
  }
  if (taken !== before) notify(element, "input", "change");
  return true;
};
const choose = (number, labels) => {
  const element = elementOf(number);
  const options = [...property(element, "options")];
  const same = (text) => tidied(text).toLowerCase();
  const disabled = (option) => matches(option, ":disabled");
  const chosen = [];
  for (const label of labels) {
    const texts = (option) => [property(option, "label"), property(option, "text"), property(option, "value")];
    const found = options.find((option) => tidied(property(option, "label")) === tidied(label))
      || options.find((option) => texts(option).some((text) => same(text) === same(label)));
    if (!found) return { missing: label, options: options.slice(0, 50).map((option) => tidied(property(option, "label"))) };
    if (disabled(found)) return { disabled: label };
    chosen.push(found);
  }
  const { set } = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected");
  const before = options.map((option) => property(option, "selected"));
  if (property(element, "multiple")) options.forEach((option) => set.call(option, chosen.includes(option)));
  else set.call(chosen[chosen.length - 1], true);
  if (options.some((option, index) => property(option, "selected") !== before[index])) notify(element, "input", "change");
  return { chosen: chosen.length };
};
const held = (number) => { const element = elementOf(number); return element ? valueOf(element, roleOf(element)) ?? null : null; };
// The numbers that may be a widget's value: what it says itself, else those of the nearest text around it.
const readings = (number) => {
  const element = elementOf(number);
  const own = isHtml(element, "input") ? property(element, "value") : attribute(element, "aria-valuenow");
  if (own !== null && own !== "" && !Number.isNaN(Number(own))) return [Number(own)];
  for (let at = above(element), steps = 0; at && nodeType(at) === 1 && steps < 4; at = above(at), steps += 1) {
    const text = isHtml(at) ? innerText.call(at) : "";
    if (text.length > 400) break;
    const found = (text.match(/-?\d+(?:\.\d+)?/g) || []).map(Number);
    if (found.length) return found;
  }
  return [];
};
