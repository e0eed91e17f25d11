// Mouse, keyboard, clipboard and input methods of whoever watches, told to the session.

// As the DevTools protocol counts them.
const modifiersOf = (event) =>
  (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
const BUTTONS = ["left", "middle", "right"];
const LINE = 16;
// Keys that type although their name is longer than a letter.
const TYPED = { Enter: "\r" };

export function takeInput({ stage, screen, keyboard, hint, page, send }) {
  let enabled = false;
  let composing = false;
  let move = null;

  const place = (event) => {
    const box = screen.getBoundingClientRect();
    const { width, height } = page();
    return {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
      modifiers: modifiersOf(event),
    };
  };
  const mouse = (kind, event, more = {}) => send({ type: "mouse", kind, ...place(event), ...more });
  const on = (target, name, react) =>
    target.addEventListener(name, (event) => { if (enabled) react(event); }, { passive: false });

  on(screen, "mousedown", (event) => {
    event.preventDefault();
    keyboard.focus({ preventScroll: true });
    mouse("down", event, { button: BUTTONS[event.button] ?? "none", clicks: Math.min(event.detail || 1, 3) });
  });
  // A button that is let go outside is let go.
  on(window, "mouseup", (event) => {
    if (document.activeElement !== keyboard) return;
    mouse("up", event, { button: BUTTONS[event.button] ?? "none", clicks: Math.min(event.detail || 1, 3) });
  });
  on(screen, "mousemove", (event) => {
    const held = BUTTONS[[1, 4, 2].findIndex((bit) => event.buttons & bit)] ?? "none";
    if (move === null) requestAnimationFrame(() => { send(move); move = null; });
    move = { type: "mouse", kind: "move", ...place(event), button: held };
  });
  on(screen, "wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : LINE;
    mouse("wheel", event, { dx: event.deltaX * unit, dy: event.deltaY * unit });
  });
  on(screen, "contextmenu", (event) => event.preventDefault());

  const text = (given) => {
    for (let start = 0; start < given.length; start += 5000) send({ type: "text", text: given.slice(start, start + 5000) });
  };
  const isTyped = (event) =>
    event.key.length === 1 && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey));
  const isPaste = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";

  on(keyboard, "keydown", (event) => {
    if (event.key === "Escape" && event.shiftKey) return keyboard.blur();
    // Input methods and the clipboard speak for themselves, below.
    if (event.isComposing || ["Process", "Unidentified", "Dead"].includes(event.key) || isPaste(event)) return;
    event.preventDefault();
    const typed = isTyped(event) ? event.key : (TYPED[event.key] ?? "");
    const modifiers = event.getModifierState("AltGraph") ? 0 : modifiersOf(event);
    send({ type: "key", kind: "down", key: event.key, code: event.code, text: typed, modifiers });
  });
  on(keyboard, "keyup", (event) => {
    if (event.isComposing || ["Process", "Unidentified", "Dead"].includes(event.key)) return;
    send({ type: "key", kind: "up", key: event.key, code: event.code, modifiers: modifiersOf(event) });
  });
  on(keyboard, "paste", (event) => {
    event.preventDefault();
    text(event.clipboardData.getData("text/plain"));
  });
  on(keyboard, "compositionstart", () => { composing = true; });
  on(keyboard, "compositionend", (event) => {
    composing = false;
    text(event.data);
    keyboard.value = "";
  });
  // What comes without a key: emoji pickers, dictation, keyboards on glass.
  on(keyboard, "input", () => {
    if (composing) return;
    text(keyboard.value);
    keyboard.value = "";
  });
  keyboard.addEventListener("focus", () => { stage.dataset.focus = "true"; });
  keyboard.addEventListener("blur", () => { stage.dataset.focus = "false"; });

  return {
    enable(control) {
      enabled = control;
      keyboard.hidden = !control;
      hint.hidden = !control;
      keyboard.tabIndex = control ? 0 : -1;
      screen.dataset.control = String(control);
    },
  };
}
