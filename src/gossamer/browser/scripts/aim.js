// For an element that will be clicked: brings it into view, opens links in this page instead of a
// new window, and returns the middle of its box, or null when it has none or something lies on it.
function () {
  const element = this;
  const base = element.ownerDocument.querySelector("base[target]");
  for (const opener of [element.closest && element.closest("a,area"), element.form || (element.closest && element.closest("form"))]) {
    const target = opener && (opener.getAttribute("target") || (base && base.target));
    if (target && !/^_(self|parent|top)$/i.test(target)) opener.setAttribute("target", "_self");
  }
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = element.getClientRects()[0];
  if (!box || box.width === 0 || box.height === 0) return null;
  let x = box.left + box.width / 2, y = box.top + box.height / 2;
  let top = element.ownerDocument.elementFromPoint(x, y);
  while (top && top.shadowRoot && top.shadowRoot !== element.getRootNode()) {
    const deeper = top.shadowRoot.elementFromPoint(x, y);
    if (!deeper || deeper === top) break;
    top = deeper;
  }
  if (element.getRootNode().elementFromPoint) top = element.getRootNode().elementFromPoint(x, y) || top;
  const reached = top && (top === element || element.contains(top) || top.contains(element)
    || (top.closest && top.closest("label") && top.closest("label").control === element));
  if (!reached) return null;
  for (let view = element.ownerDocument.defaultView; view && view.frameElement; view = view.parent) {
    const frame = view.frameElement.getBoundingClientRect();
    x += frame.left + view.frameElement.clientLeft;
    y += frame.top + view.frameElement.clientTop;
  }
  return { x, y };
}
