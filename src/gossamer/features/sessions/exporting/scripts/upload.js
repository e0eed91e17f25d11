// Gives a file field a file of this name; its content is written in Base64.
(element, name, content) => {
  const chosen = new DataTransfer();
  chosen.items.add(new File([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], name));
  element.files = chosen.files;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
}
