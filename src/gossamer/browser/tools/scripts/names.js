// Roles (WAI-ARIA 1.2, HTML-AAM) and names (Accessible Name and Description Computation 1.2).
const KNOWN_ROLES = new Set(`alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading img image insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox
  menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader
  scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term
  textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol`.split(/\s+/));
const FROM_CONTENT = new Set(`button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option
  radio row rowheader switch tab tooltip treeitem`.split(/\s+/));
const WIDGETS = new Set(`button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider
  spinbutton switch tab textbox treeitem gridcell`.split(/\s+/));
const BY_TAG = {
  article: "article", aside: "complementary", blockquote: "blockquote", button: "button", caption: "caption", code: "code",
  datalist: "listbox", dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", dt: "term", em: "emphasis",
  fieldset: "group", figure: "figure", form: "form", hr: "separator", html: "document", iframe: "iframe", frame: "iframe", ins: "insertion",
  li: "listitem", main: "main", math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
  option: "option", output: "status", p: "paragraph", progress: "progressbar", search: "search", strong: "strong", sub: "subscript",
  summary: "button", sup: "superscript", table: "table", tbody: "rowgroup", textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup",
  time: "time", tr: "row", ul: "list",
};
const BY_INPUT = {
  button: "button", submit: "button", reset: "button", image: "button", file: "button", color: "button", checkbox: "checkbox",
  radio: "radio", range: "slider", number: "spinbutton", search: "searchbox",
};
// Widgets of script libraries that say by their class alone what they are.
const BY_CLASS = [[/(^|[\s-])slider-(handle|thumb)(\s|$)/, "slider"], [/(^|\s)ui-datepicker-(prev|next)(\s|$)/, "button"]];

const named = (element) => Boolean(attribute(element, "aria-label") || attribute(element, "aria-labelledby") || attribute(element, "title"));
const sectioned = (element) => closest(element, "article,aside,main,nav,section") !== null;
const TAG_ROLES = {
  a: (e) => (hasAttribute(e, "href") ? "link" : "generic"),
  area: (e) => (hasAttribute(e, "href") ? "link" : "generic"),
  footer: (e) => (sectioned(e) ? "generic" : "contentinfo"),
  header: (e) => (sectioned(e) ? "generic" : "banner"),
  img: (e) => (attribute(e, "alt") === "" && !named(e) ? "none" : "img"),
  input: (e) => BY_INPUT[inputType(e)] || (hasAttribute(e, "list") ? "combobox" : "textbox"),
  section: (e) => (named(e) ? "region" : "generic"),
  select: (e) => (hasAttribute(e, "multiple") || Number(attribute(e, "size")) > 1 ? "listbox" : "combobox"),
  td: (e) => (closest(e, "table[role=grid],table[role=treegrid]") ? "gridcell" : "cell"),
  th: (e) => (/^row/.test(attribute(e, "scope") || "") ? "rowheader" : "columnheader"),
};
const implicitRole = (element) => {
  const tag = tagOf(element);
  if (!isHtml(element)) return tag === "svg" ? (named(element) || query(element, "title").length ? "img" : "graphics-document") : "generic";
  if (/^h[1-6]$/.test(tag)) return "heading";
  if (Object.hasOwn(TAG_ROLES, tag)) return TAG_ROLES[tag](element);
  if (Object.hasOwn(BY_TAG, tag)) return BY_TAG[tag];
  const classes = attribute(element, "class") || "";
  for (const [pattern, role] of BY_CLASS) if (pattern.test(classes)) return role;
  return isEditingHost(element) ? "textbox" : "generic";
};
const roleOf = (element) => {
  const given = (attribute(element, "role") || "").toLowerCase().split(/\s+/).find((role) => KNOWN_ROLES.has(role));
  if (!given) return implicitRole(element);
  if (given === "none" || given === "presentation") return WIDGETS.has(implicitRole(element)) ? implicitRole(element) : "none";
  return given === "image" ? "img" : given;
};

const LONGEST_NAME = 500;
const referred = (element, name) => (attribute(element, name) || "").split(/\s+/).filter(Boolean)
  .map((id) => byId(rootOf(element), id)).filter(Boolean);
const pseudoText = (element, pseudo) => {
  const { content, display } = styleOf(element, pseudo);
  if (display === "none" || !content || !/^["']/.test(content)) return "";
  return content.replace(/^(["'])([\s\S]*?)\1[\s\S]*$/, "$2");
};
const isBlock = (display) => display !== "" && display !== "contents" && display !== "inline" && !display.startsWith("ruby");
// The text of what is in an element; `seen` ends circles of references, `all` takes hidden parts too.
const contentText = (element, seen, all) => {
  let text = pseudoText(element, "::before");
  for (const child of inside(element)) {
    if (text.length > LONGEST_NAME * 2) break;
    if (nodeType(child) === 3) text += characters(child).slice(0, LONGEST_NAME * 2);
    if (nodeType(child) !== 1) continue;
    const style = styleOf(child);
    if (!all && (style.display === "none" || style.visibility === "hidden" || attribute(child, "aria-hidden") === "true")) continue;
    const part = nameFor(child, seen, true, all);
    text += isBlock(style.display) || tagOf(child) === "br" ? ` ${part} ` : part;
  }
  return text + pseudoText(element, "::after");
};
const fieldText = (element) => {
  const role = roleOf(element);
  if (isHtml(element, "select")) return [...property(element, "selectedOptions")].map((option) => property(option, "label")).join(" ");
  if (inputType(element) === "password") return "";
  if (isHtml(element, "input", "textarea")) return property(element, "value");
  if (role === "slider" || role === "spinbutton") return attribute(element, "aria-valuetext") || attribute(element, "aria-valuenow") || "";
  return null;
};
const INNER_FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton"]);
const nativeName = (element, seen) => {
  const tag = tagOf(element);
  if (!isHtml(element)) {
    const title = tag === "title" ? null : [...inside(element)].find((child) => nodeType(child) === 1 && tagOf(child) === "title");
    return title ? contentText(title, seen, true) : "";
  }
  const type = inputType(element);
  if (["submit", "reset", "button"].includes(type)) {
    return property(element, "value") || { submit: "Submit", reset: "Reset" }[type] || "";
  }
  if (type === "image") return attribute(element, "alt") || property(element, "value") || attribute(element, "title") || "Submit";
  const labels = labelsOf(element).filter((label) => !seen.has(label)).map((label) => nameFor(label, new Set([...seen, element]), true, true));
  if (labels.length && labels.some(Boolean)) return labels.join(" ");
  if (["img", "area"].includes(tag)) return attribute(element, "alt") || "";
  const first = { fieldset: "legend", table: "caption", figure: "figcaption" }[tag];
  const naming = first && [...inside(element)].find((child) => nodeType(child) === 1 && tagOf(child) === first);
  return naming ? contentText(naming, seen, false) : "";
};
const nameFor = (element, seen, nested, all) => {
  if (seen.has(element) || seen.size > 40) return "";
  const next = new Set([...seen, element]);
  if (!nested) {
    const text = referred(element, "aria-labelledby").map((other) => nameFor(other, next, true, true)).join(" ");
    if (text.trim()) return text;
  }
  const role = roleOf(element);
  if (nested && INNER_FIELDS.has(role)) {
    const text = fieldText(element);
    if (text !== null) return text;
  }
  const label = attribute(element, "aria-label");
  if (label && label.trim()) return label;
  if (role !== "none" || nested) {
    const native = nativeName(element, next);
    if (native.trim()) return native;
  }
  if (nested || FROM_CONTENT.has(role)) {
    const text = contentText(element, next, all);
    if (text.trim()) return text;
  }
  if (nested && !WIDGETS.has(role)) return "";
  return attribute(element, "title") || (isField(element) ? attribute(element, "placeholder") || attribute(element, "aria-placeholder") : "") || "";
};
const nameOf = (element) => tidied(nameFor(element, new Set(), false, false)).slice(0, LONGEST_NAME);
// The same for an element whose content was read before: mostly that is all there is to its name.
const RENAMES = ["aria-label", "aria-labelledby", "title", "aria-hidden"];
const isPlain = (element, role) => isHtml(element) && !isHtml(element, "img", "input", "fieldset", "table", "figure", "br")
  && !INNER_FIELDS.has(role) && !RENAMES.some((name) => hasAttribute(element, name));
const nameWith = (element, role, content) => {
  const plain = content.plain && FROM_CONTENT.has(role) && isPlain(element, role) && !labelsOf(element).length;
  return (plain && tidied(content.raw).slice(0, LONGEST_NAME)) || nameOf(element);
};
const descriptionOf = (element, name) => {
  const described = referred(element, "aria-describedby").map((other) => nameFor(other, new Set([element]), true, true)).join(" ");
  const found = [described, attribute(element, "aria-description"), attribute(element, "title"), attribute(element, "placeholder")];
  return tidied(found.find((text) => text && tidied(text) && tidied(text) !== name) || "").slice(0, LONGEST_NAME);
};
