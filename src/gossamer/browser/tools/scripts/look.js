// The document as nodes. Everything is bounded: nodes, attributes of one, characters of a text and of all together.
const LONGEST_TEXT = 10000;
const ALL_TEXT = 2000000;
const DEEPEST = 200;
const MOST_ATTRIBUTES = 40;
const LONGEST_TITLE = 1000;
const KEPT = new Set(`id class name type href title alt placeholder for role min max step pattern accept draggable contenteditable tabindex
  target src x y width height cx cy r rx ry x1 y1 x2 y2 points d fill stroke transform viewBox text-anchor rowspan colspan list multiple
  maxlength autocomplete label open datetime onclick rel`.split(/\s+/));
const LONGEST_ATTRIBUTE = 300;
const SKIPPED = new Set("head script style template noscript link meta title base param source track defs symbol clipPath mask".split(" "));
const TOGGLES = new Set(["checkbox", "radio", "file"]);
const CHECKED_ROLES = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);

const numberIn = (text) => Math.round(parseFloat(text) * 100) / 100;
const colors = new Map();
const hex = (color) => {
  if (!colors.has(color)) colors.set(color, hexOf(color));
  return colors.get(color);
};
const hexOf = (color) => {
  const parts = /^rgba?\(([^)]*)\)$/.exec(color || "");
  if (!parts) return null;
  const [r, g, b, a = 1] = parts[1].split(/[\s,/]+/).map(Number);
  return a < 0.05 ? null : `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
};
const flag = (element, name) => {
  const value = attribute(element, name);
  return value === "true" ? true : value === "false" ? false : value === "mixed" ? "mixed" : null;
};
const truth = (value) => (value === "mixed" ? true : value);
const isSetTo = (target, key, value) => { if (value !== null && value !== undefined && value !== false && value !== "") target[key] = value; };

const attributesOf = (element, kept = {}) => {
  for (const name of attributeNames(element)) {
    if (!KEPT.has(name) && !name.startsWith("data-") && !name.startsWith("aria-")) continue;
    kept[name.slice(0, 100)] = attribute(element, name).slice(0, LONGEST_ATTRIBUTE);
    if (Object.keys(kept).length >= MOST_ATTRIBUTES) break;
  }
  if (["checkbox", "radio", "submit", "button", "reset"].includes(inputType(element)) || isHtml(element, "option", "button", "li")) {
    if (hasAttribute(element, "value")) kept.value = attribute(element, "value").slice(0, LONGEST_ATTRIBUTE);
  }
  return kept;
};

const valueOf = (element, role) => {
  if (isHtml(element, "input")) {
    const type = inputType(element);
    if (["checkbox", "radio", "submit", "button", "reset", "image"].includes(type)) return null;
    if (type === "file") return [...property(element, "files")].map((file) => file.name).join(", ");
    // What is in it is nobody's business, how much of it is.
    if (type === "password") return "\u2022".repeat(Math.min(property(element, "value").length, 64));
    return property(element, "value").slice(0, LONGEST_TEXT);
  }
  if (isHtml(element, "textarea")) return property(element, "value").slice(0, LONGEST_TEXT);
  if (isHtml(element, "select")) return [...property(element, "selectedOptions")].map((option) => tidied(property(option, "label"))).join(", ");
  if (isHtml(element, "progress", "meter", "output")) return String(property(element, "value"));
  if (isEditingHost(element)) return editedText(element);
  const said = attribute(element, "aria-valuetext") || attribute(element, "aria-valuenow");
  if (said !== null) return said;
  return INNER_FIELDS.has(role) && role !== "listbox" && (role === "textbox" || role === "searchbox") ? editedText(element) : null;
};
const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText").get;
const editedText = (element) => (isHtml(element) ? innerText.call(element) : "").replace(/\u200B|\uFEFF/g, "").replace(/\n$/, "").slice(0, LONGEST_TEXT);

const optionsOf = (element) => {
  if (isHtml(element, "select")) return [...property(element, "options")].slice(0, 500).map((option) => tidied(property(option, "label") || property(option, "text")).slice(0, 200));
  const list = isHtml(element, "input") && property(element, "list");
  return list ? query(list, "option").slice(0, 500).map((option) => tidied(property(option, "label") || property(option, "value")).slice(0, 200)) : [];
};

const statesOf = (element, role, node) => {
  const tag = tagOf(element);
  const type = inputType(element);
  let checked = flag(element, "aria-checked");
  if (type === "checkbox" || type === "radio") checked = property(element, "indeterminate") && type === "checkbox" ? "mixed" : property(element, "checked");
  else if (checked === null && CHECKED_ROLES.has(role)) checked = false;
  if (checked !== null) node.checked = checked;
  const selected = isHtml(element, "option") ? property(element, "selected") : truth(flag(element, "aria-selected"));
  if (selected !== null) node.selected = selected;
  let expanded = truth(flag(element, "aria-expanded"));
  const parent = parentElement(element);
  if (tag === "summary" && parent && isHtml(parent, "details")) expanded = property(parent, "open");
  if (expanded !== null) node.expanded = expanded;
  const pressed = flag(element, "aria-pressed");
  if (pressed !== null) node.pressed = truth(pressed);
  const level = /^h[1-6]$/.test(tag) ? Number(tag[1]) : 0;
  isSetTo(node, "level", Number(attribute(element, "aria-level")) || level || null);
  isSetTo(node, "disabled", isDisabled(element));
  isSetTo(node, "readonly", property(element, "readOnly") === true || attribute(element, "aria-readonly") === "true");
  isSetTo(node, "required", property(element, "required") === true || attribute(element, "aria-required") === "true");
};

// An amount that is struck out, with another one beside it: it holds no longer.
const AMOUNT = /(?:[\u20ac$\u00a3\u00a5\u20b9\u20bd\u20a9\u20ba\u20aa\u0e3f]|\b[A-Z]{3}\b|\bkr\b)\s?\d[\d.,'\u2019]*|\d[\d.,'\u2019]*\s?(?:[\u20ac$\u00a3\u00a5\u20b9\u20bd\u20a9\u20ba\u20aa\u0e3f]|[A-Z]{3}\b|kr\b|z\u0142|K\u010d|Ft\b|lei\b)/g;
const isReplaced = (element) => {
  const own = tidied(allText(element).slice(0, 100));
  if (own.length > 24 || own.replace(AMOUNT, "").trim() || !own || query(element, "a,button,input").length) return false;
  const parent = parentElement(element);
  return [parent, parent && parentElement(parent)].some((around) => around && (allText(around).slice(0, 300).match(AMOUNT) || []).length > 1);
};

const scrollsInside = (element, style) => {
  const over = (value) => value === "auto" || value === "scroll" || value === "overlay";
  return (over(style.overflowY) && scrollHeight(element) > clientHeight(element) + 1)
    || (over(style.overflowX) && scrollWidth(element) > clientWidth(element) + 1);
};
const isNativelyClickable = (element, role) => WIDGETS.has(role) || isHtml(element, "summary")
  || (isHtml(element, "label") && Boolean(property(element, "control")))
  || (isHtml(element, "a", "area") && hasAttribute(element, "href"));
const isClickable = (element, role, style, hand) => isNativelyClickable(element, role) || listening.has(element)
  || hasAttribute(element, "onclick") || Number(attribute(element, "tabindex") ?? -1) >= 0
  || (style.cursor === "pointer" && !hand);

// Half surrogates, which JavaScript's strings may have, are no JSON.
const written = (seen) => {
  const text = JSON.stringify(seen);
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(seen, (_, value) => (typeof value === "string" ? value.toWellFormed() : value)) : text;
};
const look = (prefix, frame, dx, dy, limit) => {
  tidy();
  colors.clear();
  const active = focusedIn();
  let left = limit;
  let room = ALL_TEXT;
  let cut = false;
  const frames = [];
  const page = { x: window.scrollX, y: window.scrollY };
  const boxed = (rect) => ({ x: numberIn(rect.x + dx), y: numberIn(rect.y + dy), width: numberIn(rect.width), height: numberIn(rect.height) });
  const afforded = (text) => {
    const kept = room > 0 ? text : text.slice(0, 200);
    room -= kept.length;
    return kept;
  };
  const told = (element) => {
    const kept = attributesOf(element);
    for (const name of Object.keys(kept)) kept[name] = afforded(kept[name]);
    return kept;
  };
  const shortened = (raw) => {
    const text = tidied(raw).slice(0, LONGEST_TEXT);
    return afforded(text);
  };
  // Nothing scrolls it into sight, or it is one pixel for screen readers.
  const unseen = (rect, style) =>
    (rect.width <= 1 && rect.height <= 1 && style.overflow !== "visible")
    || (rect.width > 0 && (rect.right + page.x <= 0 || rect.bottom + page.y <= 0) && style.position !== "static");

  const textNode = (node, raw, hidden) => {
    if (hidden || left <= 0) { cut = cut || left <= 0; return null; }
    const text = shortened(raw);
    if (!text) return null;
    left -= 1;
    const range = newRange();
    range.selectNodeContents(node);
    const parent = nodeType(parentNode(node)) === 1 ? parentNode(node) : hostOf(parentNode(node));
    const style = styleOf(parent);
    const made = { ref: prefix + numberOf(parent), role: "text", text, box: boxed(range.getBoundingClientRect()), frame };
    painted(made, style);
    return made;
  };
  const painted = (node, style) => {
    isSetTo(node, "color", hex(style.color));
    isSetTo(node, "bold", Number(style.fontWeight) >= 600);
    isSetTo(node, "italic", style.fontStyle !== "normal");
    isSetTo(node, "underlined", style.textDecorationLine.includes("underline"));
    isSetTo(node, "font_size", parseFloat(style.fontSize) || null);
  };

  // Returns nodes and the raw text of what is in `element`; `state` is what its ancestors tell.
  const within = (element, state) => {
    const nodes = [];
    let plain = true;
    let raw = pseudoText(element, "::before");
    const closedDetails = isHtml(element, "details") && !property(element, "open");
    for (const child of inside(element)) {
      if (left <= 0) { cut = true; break; }
      const type = nodeType(child);
      if (type === 3 && !closedDetails && characters(child)) {
        const text = characters(child).slice(0, LONGEST_TEXT * 2);
        if (!state.hidden && raw.length < LONGEST_TEXT * 2) raw += text;
        nodes.push({ pending: child, text });
      } else if (type === 1 && !(closedDetails && tagOf(child) !== "summary")) {
        const part = visit(child, state);
        nodes.push(...part.nodes);
        if (raw.length < LONGEST_TEXT * 2) raw += part.raw;
        plain = plain && part.plain;
      }
    }
    return { nodes, raw: raw + pseudoText(element, "::after"), plain };
  };
  // Text is a node of its own where there is something beside it; else the element's text says it.
  const finished = (nodes, hidden) => (nodes.every((node) => node.pending) ? [] : lifted(nodes, hidden));
  const lifted = (nodes, hidden) => nodes.map((node) => (node.pending ? textNode(node.pending, node.text, hidden) : node)).filter(Boolean);

  const visit = (element, state) => {
    const nothing = { nodes: [], raw: "", plain: true };
    const tag = tagOf(element);
    if (SKIPPED.has(tag) || state.depth > DEEPEST) return nothing;
    const style = styleOf(element);
    if (style.display === "none" || style.display === "") return hiddenToggle(element, state);
    if (style.display !== "contents" && !rendered(element)) return nothing;
    if (tag === "br") return { nodes: [], raw: "\n", plain: true };
    if (inputType(element) === "hidden") return nothing;
    if (style.textDecorationLine.includes("line-through") && isReplaced(element)) return nothing;
    const rect = boxOf(element);
    const hidden = style.visibility !== "visible" || state.clipped || unseen(rect, style);
    const clipped = state.clipped || unseen(rect, style);
    const role = roleOf(element);
    left -= 1;
    const inner = { depth: state.depth + 1, hidden, clipped, hand: style.cursor === "pointer" };
    const opaque = isHtml(element, "select", "textarea", "input", "iframe", "frame", "canvas", "video", "audio", "object", "embed")
      || style.contentVisibility === "hidden";
    const content = opaque ? nothing : within(element, inner);
    const block = isBlock(style.display);
    const raw = (text) => (block ? `\n${text}\n` : text).slice(0, LONGEST_TEXT * 2);
    const plain = content.plain && isPlain(element, role);
    const control = WIDGETS.has(role) || isField(element);
    const empty = rect.width === 0 || rect.height === 0;
    const stands = style.visibility === "visible" && style.display !== "contents" && (control || !(clipped || (empty && isHtml(element))));
    if (!stands) {
      left += 1;
      return { nodes: lifted(content.nodes, hidden), raw: raw(content.raw), plain };
    }
    const children = finished(content.nodes, hidden);
    const sees = WIDGETS.has(role) || isHtml(element, "iframe", "frame", "canvas", "img", "video") || !isHtml(element);
    const node = { ref: prefix + numberOf(element), role, tag: tag.slice(0, 100), frame, box: boxed(rect), attributes: told(element) };
    const name = nameWith(element, role, content) || (role === "generic" && attribute(element, "aria-label") ? tidied(attribute(element, "aria-label")) : "");
    isSetTo(node, "name", name);
    isSetTo(node, "text", shortened(content.raw));
    isSetTo(node, "described", descriptionOf(element, name));
    const value = valueOf(element, role);
    if (value !== null && value !== undefined) node.value = afforded(value);
    statesOf(element, role, node);
    isSetTo(node, "focused", element === active && !isHtml(element, "body", "html"));
    isSetTo(node, "clickable", isClickable(element, role, style, state.hand));
    isSetTo(node, "editable", (isField(element) || role === "textbox" || role === "searchbox") && !node.disabled && !node.readonly);
    isSetTo(node, "scrolls", scrollsInside(element, style));
    const options = optionsOf(element);
    if (options.length) node.options = options;
    painted(node, style);
    if (!isHtml(element)) isSetTo(node, "color", hex(style.fill));
    isSetTo(node, "background", hex(style.backgroundColor));
    if (isHtml(element, "iframe", "frame")) {
      frames.push(element);
    }
    if (children.length) node.children = children;
    // A wrapper that tells nothing stands for what it wraps.
    if (!sees && role === "generic" && children.length === 1 && children[0].role !== "text" && !Object.keys(node.attributes).length
      && !node.clickable && !node.editable && !node.scrolls && !node.background) {
      left += 1;
      return { nodes: children, raw: raw(content.raw), plain };
    }
    return { nodes: [node], raw: raw(content.raw || (role === "img" ? ` ${name} ` : "")), plain };
  };
  // A checkbox, radio button or file field that is not laid out, as many designs have it, is used by its label.
  const hiddenToggle = (element, state) => {
    const nothing = { nodes: [], raw: "", plain: true };
    if (!TOGGLES.has(inputType(element)) || state.clipped) return nothing;
    const label = labelsOf(element).find((candidate) => rendered(candidate));
    if (!label) return nothing;
    left -= 1;
    const role = roleOf(element);
    const node = { ref: prefix + numberOf(element), role, tag: "input", frame, box: boxed(boxOf(label)), attributes: told(element) };
    isSetTo(node, "name", nameOf(element));
    const value = valueOf(element, role);
    if (value !== null) node.value = value;
    statesOf(element, role, node);
    node.clickable = true;
    return { nodes: [node], raw: "", plain: false };
  };

  const root = Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document);
  const title = Object.getOwnPropertyDescriptor(Document.prototype, "title").get.call(document);
  const content = root ? within(root, { depth: 0, hidden: false, clipped: false, hand: false }) : { nodes: [], raw: "" };
  const scroller = attempt(() => Object.getOwnPropertyDescriptor(Document.prototype, "scrollingElement").get.call(document), null) || root;
  const extent = scroller ? [scrollWidth(scroller), scrollHeight(scroller)] : [0, 0];
  const view = [window.innerWidth, window.innerHeight];
  return written({
    root: {
      ref: prefix + (root ? numberOf(root) : 0), role: "document", tag: root ? tagOf(root) : "", name: tidied(title.slice(0, LONGEST_TITLE)), text: shortened(content.raw),
      frame, attributes: root ? attributesOf(root) : {}, scrolls: extent[1] > view[1] + 1 || extent[0] > view[0] + 1,
      box: { x: dx, y: dy, width: view[0], height: view[1] },
      children: root ? lifted(content.nodes, false) : [],
    },
    title: title.slice(0, LONGEST_TITLE), scroll: [page.x, page.y], extent, viewport: view, frames: frames.map(numberOf), nodes: limit - left, cut,
    selection: String(getSelection() || "").slice(0, LONGEST_TEXT),
    edges: frames.map((element) => edgeOf(element)),
  });
};
// Where a frame's own viewport begins.
const edgeOf = (element) => {
  const rect = boxOf(element);
  const style = styleOf(element);
  return [rect.x + clientLeft(element) + (parseFloat(style.paddingLeft) || 0), rect.y + clientTop(element) + (parseFloat(style.paddingTop) || 0)];
};
