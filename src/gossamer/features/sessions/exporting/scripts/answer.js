// Answers the dialogs that come next; each answer is whether to accept and the text of a prompt, null for its default.
(answers) => {
  const open = (view) => {
    const take = () => answers.shift() || [false, null];
    view.alert = () => { take(); };
    view.confirm = () => take()[0];
    view.prompt = (_, given) => { const [accept, text] = take(); return accept ? (text === null ? String(given || "") : text) : null; };
    for (const frame of view.document.querySelectorAll("iframe")) {
      // A frame of another origin keeps its own.
      try { if (frame.contentWindow.document) open(frame.contentWindow); } catch { /* of another origin */ }
    }
  };
  open(window);
}
