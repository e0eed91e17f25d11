// Returns whether a click on an element would reach a control that is disabled: the element, what it is in, or the
// control that it labels.
function () {
  const label = this.closest("label");
  const inner = this.closest("button,input,select,textarea,option,optgroup,summary,a[href]");
  const control = inner || (label && label.control) || this;
  return control.matches(":disabled") || this.closest('[aria-disabled="true"],[inert]') !== null;
}
