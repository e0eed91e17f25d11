// Drags an element onto another ("middle"), or beside it ("before", "after"); by so many pixels without another.
async (element, onto, place, dx, dy) => {
  element.scrollIntoView({ block: "center" });
  const from = element.getBoundingClientRect(), to = onto ? onto.getBoundingClientRect() : null;
  const start = [from.left + from.width / 2, from.top + from.height / 2];
  const end = onto ? [to.left + to.width / 2, to.top + to.height * { before: 0.1, middle: 0.5, after: 0.9 }[place]] : [start[0] + dx, start[1] + dy];
  if (element.type === "range") {
    const span = Number(element.max || 100) - Number(element.min || 0);
    element.value = String(Number(element.value) + (dx / from.width) * span);
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
    return;
  }
  const page = element.ownerDocument, view = page.defaultView;
  const send = (target, Kind, type, [clientX, clientY], more) => target.dispatchEvent(
    new Kind(type, { bubbles: true, cancelable: true, composed: true, clientX, clientY, view, ...more }));
  const at = ([x, y]) => page.elementFromPoint(x, y) || page.documentElement;
  for (const [Kind, type] of [[PointerEvent, "pointerdown"], [MouseEvent, "mousedown"]]) send(element, Kind, type, start, { buttons: 1 });
  if (element.closest("[draggable=true]")) {
    const dataTransfer = new DataTransfer(), source = element.closest("[draggable=true]");
    send(source, DragEvent, "dragstart", start, { dataTransfer });
    for (const type of ["dragenter", "dragover", "drop"]) send(onto || at(end), DragEvent, type, end, { dataTransfer });
    send(source, DragEvent, "dragend", end, { dataTransfer });
    return;
  }
  for (let step = 1; step <= 10; step += 1) {
    const point = [0, 1].map((axis) => start[axis] + ((end[axis] - start[axis]) * step) / 10);
    for (const [Kind, type] of [[PointerEvent, "pointermove"], [MouseEvent, "mousemove"]]) send(at(point), Kind, type, point, { buttons: 1 });
    await new Promise((done) => setTimeout(done, 16));
  }
  for (const [Kind, type] of [[PointerEvent, "pointerup"], [MouseEvent, "mouseup"]]) send(at(end), Kind, type, end, {});
}
