// Walks every monitor method of the JavaScript client and tells what it got.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package ?? "firecrawl");
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });
const told = {};
const made = await client.createMonitor({
  name: "By JavaScript",
  schedule: { text: "every 30 minutes" },
  targets: [{ type: "scrape", urls: [ask.url] }],
  goal: "Anything changes",
});
told.made = made;
told.listed = (await client.listMonitors({ limit: 100 })).some((one) => one.id === made.id);
told.read = (await client.getMonitor(made.id)).name;
told.changed = (await client.updateMonitor(made.id, { name: "Other" })).name;
const started = await client.runMonitor(made.id);
told.started = started.status;
let check = await client.getMonitorCheck(made.id, started.id);
while (check.status === "queued" || check.status === "running") {
  await new Promise((done) => setTimeout(done, 50));
  check = await client.getMonitorCheck(made.id, started.id);
}
told.check = check;
told.checks = (await client.listMonitorChecks(made.id)).length;
told.deleted = await client.deleteMonitor(made.id);
try {
  await client.getMonitor(made.id);
} catch (error) {
  told.gone = error.message;
}
const walked = ["create", "get", "update", "delete", "run"].map((one) => `${one}Monitor`);
const known = [...walked, "listMonitors", "listMonitorChecks", "getMonitorCheck", "monitorJobStatus"];
const methods = [];
for (let one = client; one; one = Object.getPrototypeOf(one)) methods.push(...Object.getOwnPropertyNames(one));
told.others = methods.filter((name) => /monitor/i.test(name) && !known.includes(name));
console.log(JSON.stringify(told));
