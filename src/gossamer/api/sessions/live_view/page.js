// Shows a session: pictures come over a socket that is opened again when it breaks, until the session has ended.
import { takeAddresses } from "./addresses.js";
import { takeInput } from "./input.js";

const LONGEST_PAUSE = 8000;
const REASONS = {
  asked: "It was ended by its owner.",
  idle: "Nobody used it for a while.",
  expired: "Its time was over.",
  memory: "Its page took too much memory.",
  credits: "The team has no credits left.",
  stopped: "The service was stopped.",
  lost: "Its browser is gone.",
};

const at = (id) => document.getElementById(id);
const [state, title, stage, screen, keyboard, message] = ["state", "title", "stage", "screen", "keyboard", "message"].map(at);
const pen = screen.getContext("2d");
const here = new URL(location.href);
const beside = (name) => {
  const url = new URL(here);
  url.pathname = `${here.pathname.replace(/\/$/, "")}/${name}`;
  return url;
};

let page = { width: screen.width, height: screen.height };
let socket = null;
let pause = 500;
let over = "";

function tell(name, text, explanation = "") {
  state.dataset.state = name;
  state.textContent = text;
  message.textContent = explanation;
  message.hidden = !explanation;
  stage.dataset.dim = String(name !== "live");
  if (name !== "live") addresses.rest();
}

function send(event) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event));
}

const input = takeInput({ stage, screen, keyboard, hint: at("hint"), page: () => page, send });
const addresses = takeAddresses({
  head: document.querySelector("header"), shown: at("address"), toolbar: at("toolbar"), field: at("field"),
  problem: at("problem"), left: () => keyboard.focus({ preventScroll: true }), send,
});

async function draw(data) {
  const picture = await createImageBitmap(new Blob([data], { type: "image/jpeg" }));
  if (screen.width !== picture.width || screen.height !== picture.height) {
    screen.width = picture.width;
    screen.height = picture.height;
  }
  pen.drawImage(picture, 0, 0);
  picture.close();
  screen.dataset.pictures = String(Number(screen.dataset.pictures ?? 0) + 1);
}

// One after the other, or a small picture could overtake a large one.
let drawing = Promise.resolve();
const picture = (data) => { drawing = drawing.then(() => draw(data)).catch(() => {}); };

const told = {
  hello: ({ control }) => {
    pause = 500;
    over = "";
    tell("live", control ? "Live, in your hands" : "Live");
    input.enable(control);
    addresses.enable(control);
  },
  page: (found) => {
    page = found;
    // What stands where a page could not be had is no address, and has no name.
    const isMissing = found.url.startsWith("chrome-error:");
    const isEmpty = found.url === "about:blank";
    const name = isMissing ? "No page" : isEmpty ? "Empty page" : found.title || "Untitled page";
    title.textContent = name;
    document.title = `${name} · Live view`;
    if (!isMissing) addresses.show(isEmpty ? "" : found.url);
    screen.setAttribute("aria-label", `The session's page: ${name}`);
  },
  arrived: () => addresses.rest(),
  ended: ({ error }) => { over = error; },
  problem: ({ error }) => addresses.rest(error),
};

function connect() {
  const url = beside("frames");
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") return picture(data);
    const frame = JSON.parse(data);
    told[frame.type]?.(frame);
  });
  socket.addEventListener("close", look);
}

// Why a socket closed is not told to a page, so it asks. A session that said goodbye is not opened again, but it may
// take a moment until it is recorded why it ended.
async function look() {
  input.enable(false);
  addresses.enable(false);
  if (over) tell("ended", "Ended", over);
  else tell("connecting", "Connecting", "Connecting again …");
  try {
    const answer = await fetch(beside("state"), { cache: "no-store" });
    const found = await answer.json();
    if ([401, 404, 410].includes(answer.status)) return tell("ended", "Not here", "There is no such session, or this address does not open it.");
    if (found.status === "destroyed") return tell("ended", "Ended", `This session has ended. ${REASONS[found.endReason] ?? ""}`.trim());
  } catch {
    // The service cannot be reached; it is asked again.
  }
  setTimeout(over ? look : connect, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

tell("connecting", "Connecting");
connect();
