// Loads the pictures again that were not loaded: they were left out while nobody looked.
() => {
  for (const image of Document.prototype.getElementsByTagName.call(document, "img")) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) image.src = image.currentSrc;
  }
}
