// A selector that names one element of its document and is likely to do so in another visit.
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
// What frameworks number anew on each visit.
const MADE_UP = /\d{3,}|^:|^(ember|react|radix|mui|ng|headlessui|ext|gwt|yui|jsf)[-_:]?|[0-9a-f]{8}/i;
const LONGEST_VALUE = 120;
const LONGEST_SELECTOR = 1000;
const quoted = (text) => `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\a ")}"`;
const alone = (root, selector) => attempt(() => query(root, selector).length === 1, false);
const namings = (element) => {
  const tag = CSS.escape(tagOf(element));
  const id = attribute(element, "id");
  const found = [];
  if (id && id.length < LONGEST_VALUE && !MADE_UP.test(id)) found.push(`#${CSS.escape(id)}`);
  for (const name of TEST_IDS) {
    const value = attribute(element, name);
    if (value && value.length < LONGEST_VALUE) found.push(`[${name}=${quoted(value)}]`);
  }
  for (const name of ["name", "aria-label", "placeholder", "href", "for", "title", "alt"]) {
    const value = attribute(element, name);
    if (!value || value.length > LONGEST_VALUE) continue;
    const kept = `${tag}[${name}=${quoted(value)}]`;
    found.push(kept);
    if (attribute(element, "value") && TOGGLES.has(inputType(element))) found.push(`${kept}[value=${quoted(attribute(element, "value"))}]`);
  }
  if (attribute(element, "type")) found.push(`${tag}[type=${quoted(attribute(element, "type"))}]`);
  return found;
};
const nthOf = (element) => {
  const parent = parentNode(element);
  const tag = tagOf(element);
  let index = 1;
  let more = false;
  for (let child = parent && firstChild(parent); child; child = nextSibling(child)) {
    if (nodeType(child) !== 1 || tagOf(child) !== tag || child === element) { if (child === element && !more) more = index; continue; }
    if (!more) index += 1; else return `${CSS.escape(tag)}:nth-of-type(${more})`;
  }
  return index > 1 ? `${CSS.escape(tag)}:nth-of-type(${index})` : CSS.escape(tag);
};
const locateIn = (root, element) => {
  const direct = namings(element).find((selector) => alone(root, selector));
  if (direct) return direct;
  let path = "";
  for (let at = element; at && nodeType(at) === 1; at = parentElement(at)) {
    const anchor = at !== element && namings(at).find((selector) => alone(root, selector));
    if (anchor) {
      const near = namings(element).map((selector) => `${anchor} ${selector}`).find((selector) => alone(root, selector));
      return near || `${anchor} > ${path}`;
    }
    const step = isHtml(at, "body", "html") ? tagOf(at) : nthOf(at);
    path = path ? `${step} > ${path}` : step;
    if (at !== element && alone(root, path)) return path;
    if (isHtml(at, "body")) break;
  }
  return path;
};
const locator = (number) => {
  const element = elementOf(number);
  if (!element) return null;
  const parts = [];
  for (let at = element; at;) {
    const root = rootOf(at);
    parts.unshift(locateIn(root, at));
    at = hostOf(root);
  }
  return { css: parts.join(" ").slice(0, LONGEST_SELECTOR), role: roleOf(element), name: nameOf(element) };
};
