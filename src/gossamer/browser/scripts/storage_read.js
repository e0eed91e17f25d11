// Returns the document's local storage as an object.
() => {
  const items = {};
  for (let at = 0; at < localStorage.length; at++) {
    const key = localStorage.key(at);
    items[key] = localStorage.getItem(key);
  }
  return items;
}
