// Where the mouse must go to reach an element, in CSS pixels of this document's viewport.
const described = (element) => {
  const name = nameOf(element) || tidied(isHtml(element) ? innerText.call(element) || "" : "");
  const id = attribute(element, "id");
  return `${tagOf(element).slice(0, 40)}${id ? `#${id.slice(0, 60)}` : ""}${name ? ` “${name.slice(0, 60)}”` : ""}`;
};
const topmost = (x, y) => {
  let root = document;
  let top = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    const shadow = top && shadowOf(top);
    if (!shadow || shadow === root) return top;
    const deeper = ShadowRoot.prototype.elementFromPoint.call(shadow, x, y);
    if (!deeper || deeper === top || rootOf(deeper) !== shadow) return top;
    root = shadow;
    top = deeper;
  }
};
const reaches = (top, element) => {
  if (!top) return false;
  if (isWithin(top, element)) return true;
  // An inline element may have holes where its parent shows; a label stands for what it labels.
  const label = isHtml(top) ? closest(top, "label") : null;
  if (label && property(label, "control") === element) return true;
  return !isHtml(element) && isWithin(element, top) && tagOf(top) === "svg" ? "through" : false;
};
const visiblePart = (rect) => {
  const left = Math.max(rect.left, 0), top = Math.max(rect.top, 0);
  const right = Math.min(rect.right, window.innerWidth), bottom = Math.min(rect.bottom, window.innerHeight);
  return right - left < 0 || bottom - top < 0 || rect.width === 0 && rect.height === 0 ? null : { left, top, right, bottom };
};
const SPOTS = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.02, 0.5], [0.98, 0.5]];
const standIn = (element) => {
  if (!TOGGLES.has(inputType(element))) return element;
  const rect = boxOf(element);
  if (rendered(element) && rect.width > 1 && rect.height > 1) return element;
  return labelsOf(element).find((label) => rendered(label)) || element;
};
// Returns points that reach the element, best first, or why there are none.
const aim = (number, spot, enabled) => {
  const wanted = elementOf(number);
  if (!wanted) return { problem: "gone" };
  if (enabled && isDisabled(wanted)) return { problem: "disabled" };
  const element = standIn(wanted);
  const style = styleOf(element);
  if (style.display === "none" || (!rendered(element) && style.display !== "contents")) return { problem: "not shown" };
  if (style.visibility !== "visible") return { problem: "not shown" };
  const rects = [...rectsOf(element)].filter((rect) => rect.width > 0 || rect.height > 0);
  const box = boxOf(element);
  if (!rects.length && style.display !== "contents") return { problem: "without size" };
  const parts = (spot ? [box] : rects.length > 1 ? [rects[0], ...rects.slice(1)] : [box]).map(visiblePart).filter(Boolean);
  if (!parts.length) return { problem: "out of view" };
  const points = [];
  let cover = null;
  for (const part of spot ? [box] : parts.slice(0, 5)) {
    for (const [fx, fy] of spot ? [spot] : SPOTS) {
      const x = part.left + (part.right - part.left) * fx;
      const y = part.top + (part.bottom - part.top) * fy;
      const inX = Math.min(Math.max(x, part.left), Math.max(part.left, part.right - 0.5));
      const inY = Math.min(Math.max(y, part.top), Math.max(part.top, part.bottom - 0.5));
      const top = topmost(inX, inY);
      if (spot || reaches(top, element) || reaches(top, wanted)) points.push([inX, inY]);
      else cover = cover || top;
      if (points.length) break;
    }
    if (points.length) break;
  }
  const rounded = [box.x, box.y, box.width, box.height];
  if (!points.length) return { problem: "covered", by: cover ? described(cover) : "", box: rounded };
  return { points, box: rounded };
};
// Whether a frame's element is what lies at this point of its parent's viewport; else what does.
const clear = (number, x, y) => {
  const element = elementOf(number);
  const top = topmost(x, y);
  return top === element ? "" : top ? described(top) : "the edge of the window";
};
const boxNumbers = (number) => {
  const element = elementOf(number);
  if (!element) return null;
  const rect = boxOf(standIn(element));
  return [rect.x, rect.y, rect.width, rect.height];
};
const isInView = (x, y) => x >= 0 && y >= 0 && x <= window.innerWidth && y <= window.innerHeight;
// Brings an element to the middle of what is seen, out from under bars that stay at the edges.
const center = (number) => {
  const element = elementOf(number);
  if (element) Element.prototype.scrollIntoView.call(standIn(element), { block: "center", inline: "center", behavior: "instant" });
  return Boolean(element);
};
const edge = (number) => { const element = elementOf(number); return element ? edgeOf(element) : null; };
// Resolves when the element's box has not moved for two frames, at most after `limit` ms; false when it still moves.
const still = (number, limit) => new Promise((resolve) => {
  const began = performance.now();
  let before = null;
  const soon = (next) => {
    let done = false;
    const once = () => { if (!done) { done = true; next(); } };
    requestAnimationFrame(once);
    // A tab that nobody sees paints no frames.
    setTimeout(once, 25);
  };
  const check = () => {
    const box = boxNumbers(number);
    if (!box) { resolve(true); return; }
    if (before && box.every((part, index) => Math.abs(part - before[index]) < 0.5)) { resolve(true); return; }
    before = box;
    if (performance.now() - began > limit) { resolve(false); return; }
    soon(check);
  };
  check();
});
// Whether an element's siblings lie beside it rather than below.
const inRow = (number) => {
  const element = elementOf(number);
  const box = boxOf(element);
  const parent = parentElement(element);
  for (let child = parent && firstChild(parent); child; child = nextSibling(child)) {
    if (nodeType(child) !== 1 || child === element) continue;
    const other = boxOf(child);
    if (other.width && other.height) return Math.abs(other.top - box.top) < box.height / 2;
  }
  return false;
};
