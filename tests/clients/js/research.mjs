// Runs an agent with the JavaScript client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });

const started = await client.startAgent({ prompt: ask.prompt, urls: ask.urls });
let status = await client.getAgentStatus(started.id);
while (status.status === "processing") {
  status = await client.getAgentStatus(started.id);
}
const whole = await client.agent({ prompt: ask.prompt, urls: ask.urls, pollInterval: 1 });
const cancelled = await client.cancelAgent(started.id).catch((error) => error.message);

process.stdout.write(JSON.stringify({ started, status, whole, cancelled }));
