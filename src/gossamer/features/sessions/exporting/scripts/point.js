// Sends these events of the mouse to what is at a point: of the element's box, of the viewport without an element.
(element, x, y, types) => {
  if (element) element.scrollIntoView({ block: "center" });
  const box = element ? element.getBoundingClientRect() : { left: 0, top: 0, width: 0, height: 0 };
  const root = element ? element.getRootNode() : document;
  const clientX = box.left + (x === null ? box.width / 2 : x), clientY = box.top + (y === null ? box.height / 2 : y);
  const target = root.elementFromPoint(clientX, clientY) || element;
  const clicks = types.filter((type) => type === "click").length;
  for (const type of types) {
    const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
    target.dispatchEvent(new Kind(type, { bubbles: !/enter$/.test(type), cancelable: true, composed: true, clientX, clientY,
      detail: clicks, view: target.ownerDocument.defaultView }));
  }
}
