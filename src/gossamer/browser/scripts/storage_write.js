// Puts the entries of an object into the document's local storage.
(items) => { for (const key of Object.keys(items)) localStorage.setItem(key, items[key]); }
