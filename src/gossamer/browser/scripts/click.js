// Clicks an element that a mouse cannot reach.
function () { if (this.focus) this.focus({ preventScroll: true }); this.click(); return true; }
