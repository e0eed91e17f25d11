// Clicks with a button of the mouse while keys are held.
(element, button, keys) => {
  element.scrollIntoView({ block: "center" });
  if (element.focus) element.focus({ preventScroll: true });
  if (button === 0 && !keys.length) { element.click(); return; }
  const box = element.getBoundingClientRect();
  const how = { bubbles: true, cancelable: true, composed: true, button, view: element.ownerDocument.defaultView,
    clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, ctrlKey: keys.includes("Control"),
    shiftKey: keys.includes("Shift"), altKey: keys.includes("Alt"), metaKey: keys.includes("Meta") };
  for (const type of ["mousedown", "mouseup", ["click", "auxclick", "contextmenu"][button]]) element.dispatchEvent(new MouseEvent(type, how));
}
