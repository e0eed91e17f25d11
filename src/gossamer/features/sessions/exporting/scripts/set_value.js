// Gives a field a value as its own script would see it.
(element, value) => {
  const view = element.ownerDocument.defaultView;
  const owner = Object.getPrototypeOf(element);
  const setter = (Object.getOwnPropertyDescriptor(owner, "value") || Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, "value")).set;
  element.focus();
  setter.call(element, value);
  for (const type of ["input", "change"]) element.dispatchEvent(new view.Event(type, { bubbles: true }));
}
