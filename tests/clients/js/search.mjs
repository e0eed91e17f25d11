// Runs one search of the JavaScript client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";
import Firecrawl from "firecrawl";

const ask = JSON.parse(readFileSync(0, "utf8"));
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });
const from = ask.version === "v1" ? client.v1 : client;

let told;
try {
  told = await from.search(ask.query, ask.options);
} catch (error) {
  told = { error: { name: error.name, message: error.message, status: error.status ?? error.statusCode, code: error.code } };
}
process.stdout.write(JSON.stringify(told));
