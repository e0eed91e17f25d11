// Puts the cursor into a field: over all it holds, or behind it.
(element, over) => {
  element.scrollIntoView({ block: "center" });
  element.focus();
  if (element.isContentEditable) {
    const selection = element.ownerDocument.getSelection();
    selection.selectAllChildren(element);
    if (!over) selection.collapseToEnd();
  } else if (over && element.select) element.select();
  else if (!over && element.value !== undefined) {
    // Fields of some types have a cursor that cannot be asked for.
    try { element.setSelectionRange(element.value.length, element.value.length); } catch { /* behind it anyway */ }
  }
}
