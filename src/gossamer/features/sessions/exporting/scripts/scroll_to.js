// Brings an element into view.
(element) => { element.scrollIntoView({ block: "center", behavior: "instant" }); }
