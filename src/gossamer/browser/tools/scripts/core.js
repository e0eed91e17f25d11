// Elements and their properties, as the engine has them. Everything is read by getters that were taken
// from prototypes: `form.children` may be an input that is named so.
const getter = (type, name) => {
  const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
  return (object) => get.call(object);
};
const method = (type, name) => {
  const found = type.prototype[name];
  return (object, ...given) => found.apply(object, given);
};
const nodeType = getter(Node, "nodeType");
const firstChild = getter(Node, "firstChild");
const nextSibling = getter(Node, "nextSibling");
const parentNode = getter(Node, "parentNode");
const parentElement = getter(Node, "parentElement");
const allText = getter(Node, "textContent");
const isConnected = getter(Node, "isConnected");
const rootOf = method(Node, "getRootNode");
const contains = method(Node, "contains");
const characters = getter(CharacterData, "data");
const tagOf = getter(Element, "localName");
const openRoot = getter(Element, "shadowRoot");
const attribute = method(Element, "getAttribute");
const hasAttribute = method(Element, "hasAttribute");
const attributeNames = method(Element, "getAttributeNames");
const boxOf = method(Element, "getBoundingClientRect");
const rectsOf = method(Element, "getClientRects");
const matches = method(Element, "matches");
const closest = method(Element, "closest");
const rendered = method(Element, "checkVisibility");
const slotOf = getter(Element, "assignedSlot");
const scrollHeight = getter(Element, "scrollHeight");
const scrollWidth = getter(Element, "scrollWidth");
const clientHeight = getter(Element, "clientHeight");
const clientWidth = getter(Element, "clientWidth");
const clientLeft = getter(Element, "clientLeft");
const clientTop = getter(Element, "clientTop");
const namespaceOf = getter(Element, "namespaceURI");
const dispatch = method(EventTarget, "dispatchEvent");
const query = (root, selector) => {
  const type = { 1: Element, 9: Document }[nodeType(root)] || DocumentFragment;
  return [...type.prototype.querySelectorAll.call(root, selector)];
};
const byId = (root, id) => (root && nodeType(root) === 9 ? Document : DocumentFragment).prototype.getElementById.call(root, id);
const attempt = (get, otherwise) => { try { return get(); } catch { return otherwise; } };
const styleOf = (element, pseudo) => getComputedStyle(element, pseudo);
const HTML = "http://www.w3.org/1999/xhtml";
const isHtml = (element, ...tags) => namespaceOf(element) === HTML && (!tags.length || tags.includes(tagOf(element)));

// Properties of HTML elements, undefined on others.
const PROPERTIES = {
  input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement, option: HTMLOptionElement,
  button: HTMLButtonElement, label: HTMLLabelElement, details: HTMLDetailsElement, slot: HTMLSlotElement,
  progress: HTMLProgressElement, meter: HTMLMeterElement, output: HTMLOutputElement,
};
const property = (element, name) => {
  const type = isHtml(element) && PROPERTIES[tagOf(element)];
  const found = type && Object.getOwnPropertyDescriptor(type.prototype, name);
  return found && found.get ? found.get.call(element) : undefined;
};

// Names of elements, for as long as they live. Closed shadow roots and listening elements are told from outside.
const numbers = new WeakMap();
const elements = new Map();
const closedRoots = new WeakMap();
const listening = new WeakSet();
let last = 0;
const numberOf = (element) => {
  let number = numbers.get(element);
  if (number === undefined) {
    last += 1;
    number = last;
    numbers.set(element, number);
    elements.set(number, new WeakRef(element));
  }
  return number;
};
const elementOf = (number) => {
  const element = elements.get(number) && elements.get(number).deref();
  return element && isConnected(element) ? element : null;
};
// What only the debugging protocol sees: nodes of closed shadow trees, and elements that listen for the mouse.
const adopt = (...nodes) => {
  for (const node of nodes) {
    const root = rootOf(node);
    const host = hostOf(root);
    if (host) closedRoots.set(host, root);
  }
};
const hears = (...found) => { for (const element of found) listening.add(element); };
const tidy = () => {
  for (const [number, kept] of elements) if (!kept.deref()) elements.delete(number);
};
const shadowOf = (element) => openRoot(element) || closedRoots.get(element) || null;
const hostOf = (root) => (root && nodeType(root) === 11 ? Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "host").get.call(root) : null);

// What is in an element, as it is laid out: shadow trees in the place of their host's own children.
const inside = (element) => {
  const shadow = shadowOf(element);
  const found = [];
  if (!shadow && isHtml(element, "slot") && hostOf(rootOf(element))) {
    const assigned = HTMLSlotElement.prototype.assignedNodes.call(element);
    if (assigned.length) return assigned;
  }
  for (let child = firstChild(shadow || element); child; child = nextSibling(child)) found.push(child);
  return found;
};
const above = (node) => {
  const slot = nodeType(node) === 1 ? slotOf(node) : null;
  const parent = slot || parentNode(node);
  return parent && nodeType(parent) === 11 ? hostOf(parent) : parent;
};
const isWithin = (node, ancestor) => {
  for (let at = node; at; at = above(at)) if (at === ancestor) return true;
  return false;
};
const focusedIn = () => {
  let active = Object.getOwnPropertyDescriptor(Document.prototype, "activeElement").get.call(document);
  for (let root = active && shadowOf(active); root; root = active && shadowOf(active)) {
    const deeper = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "activeElement").get.call(root);
    if (!deeper) break;
    active = deeper;
  }
  return active;
};
const labelsOf = (element) => [...(property(element, "labels") || [])];
const isEditingHost = (element) => {
  if (!isHtml(element) || !attempt(() => Object.getOwnPropertyDescriptor(HTMLElement.prototype, "isContentEditable").get.call(element), false)) return false;
  const parent = parentElement(element);
  return !parent || !isHtml(parent) || !Object.getOwnPropertyDescriptor(HTMLElement.prototype, "isContentEditable").get.call(parent);
};
const inputType = (element) => (isHtml(element, "input") ? property(element, "type") : "");
const UNTYPED = ["checkbox", "radio", "button", "submit", "reset", "image", "file", "range", "color", "hidden"];
const isField = (element) =>
  (isHtml(element, "input") && !UNTYPED.includes(inputType(element))) || isHtml(element, "textarea") || isEditingHost(element);
const isDisabled = (element) => {
  if (isHtml(element) && matches(element, ":disabled")) return true;
  for (let at = element; at && nodeType(at) === 1; at = above(at)) {
    if (attribute(at, "aria-disabled") === "true" || hasAttribute(at, "inert")) return true;
  }
  return false;
};
const newRange = () => Document.prototype.createRange.call(document);
const tidied = (text) => text.replace(/[\uE000-\uF8FF\u200B\u2060\uFEFF]/g, "").replace(/\s+/g, " ").trim();
