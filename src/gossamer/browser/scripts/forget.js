// Clears what a tab keeps for the documents that follow: session storage, and the name of the window. A document
// without an origin has no session storage.
() => {
  try { sessionStorage.clear(); } catch { /* it has none */ }
  window.name = "";
}
