// Gives an element the focus.
(element) => { element.scrollIntoView({ block: "center" }); element.focus(); }
