// Runs JavaScript with `page`, `context` and `browser` at hand, `await` at top level, and a last value.
//
// V8's own console mode is used for that (Runtime.evaluate with replMode), over the inspector of this very
// process: it gives the value of the last expression as any console does.

import { readFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import { inspect } from "node:util";

// The way back: the result, or what went wrong in one line.
const RESULT = 3;
const code = readFileSync(process.argv[2], "utf8");

let taken;
const inspector = new Session();
inspector.connect();

async function evaluate(expression) {
  const asked = { expression: `${expression}\n//# sourceURL=code.js`, replMode: true, awaitPromise: true };
  const { result, exceptionDetails } = await inspector.post("Runtime.evaluate", asked);
  const value = await actual(exceptionDetails ? exceptionDetails.exception : result);
  if (exceptionDetails) throw value;
  return value;
}

// The inspector gives a handle; a function that is called with it gets the value itself.
async function actual(handle) {
  const { objectId, unserializableValue, value } = handle;
  const argument = objectId ? { objectId } : unserializableValue ? { unserializableValue } : { value };
  const keeper = await inspector.post("Runtime.evaluate", { expression: "globalThis[Symbol.for('gossamer.keep')]" });
  await inspector.post("Runtime.callFunctionOn", {
    objectId: keeper.result.objectId,
    functionDeclaration: "function (value) { this(value); }",
    arguments: [argument],
  });
  return taken;
}

function text(value) {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    const json = JSON.stringify(value);
    if (json !== undefined) return json;
  } catch {
    // Cycles and big integers are no JSON.
  }
  return inspect(value);
}

function give(value) {
  let rest = Buffer.from(text(value));
  try {
    while (rest.length) rest = rest.subarray(writeSync(RESULT, rest));
  } catch {
    // Nobody reads any more than was taken.
  }
}

// What was written is on its way: leaving at once would cut it.
async function leave(code) {
  const drained = [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done)));
  await Promise.all(drained);
  process.exit(code);
}

function fail(error) {
  const stack = error instanceof Error ? String(error.stack ?? error) : `Uncaught ${inspect(error)}`;
  const lines = stack.split("\n");
  // Of the calls, those of the caller's code alone: others name folders of this machine.
  const shown = lines.filter((line) => !/^\s+at /.test(line) || /\bcode\.js:\d/.test(line));
  process.stderr.write(`${shown.join("\n")}\n`);
  give(error instanceof Error ? `${error.name}: ${error.message}`.split("\n")[0] : lines[0]);
  return leave(1);
}

// Connecting takes as long as most code does; code that never speaks of the page need not wait for it.
async function connect() {
  if (!/\b(page|context|browser)\b/.test(code)) return;
  const { chromium } = require(process.env.PLAYWRIGHT_PACKAGE);
  globalThis.browser = await chromium.connectOverCDP(process.env.CDP_URL);
  globalThis.context = globalThis.browser.contexts()[0];
  globalThis.page = await youngest();
}

// Playwright has pages in the order in which they came to answer; the browser's list is that of opening.
async function youngest() {
  const pages = globalThis.context.pages();
  if (pages.length === 1) return pages[0];
  const root = await globalThis.browser.newBrowserCDPSession();
  const { targetInfos } = await root.send("Target.getTargets");
  const last = targetInfos.filter((target) => target.type === "page").at(-1);
  for (const page of pages) {
    const session = await globalThis.context.newCDPSession(page);
    const { targetInfo } = await session.send("Target.getTargetInfo");
    await session.detach();
    if (targetInfo.targetId === last?.targetId) return page;
  }
  return pages.at(-1);
}

globalThis.require = createRequire(`${process.env.HOME}/code.js`);
Object.defineProperty(globalThis, Symbol.for("gossamer.keep"), {
  value: (value) => {
    taken = value;
  },
});
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
try {
  await connect();
  let value;
  try {
    value = await evaluate(code);
  } catch (error) {
    // A body of a function, as many examples are written.
    if (!(error instanceof SyntaxError) || !/Illegal return/.test(error.message)) throw error;
    value = await evaluate(`(async () => {${code}\n})()`);
  }
  give(value);
  await leave(process.exitCode ?? 0);
} catch (error) {
  await fail(error);
}
