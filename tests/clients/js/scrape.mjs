// Runs one call of one client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });

const calls = {
  v2: () => client.scrape(ask.url, ask.options),
  v1: () => client.v1.scrapeUrl(ask.url, ask.options),
};

let told;
try {
  told = { document: await calls[ask.version]() };
} catch (error) {
  told = { error: { name: error.name, message: error.message, status: error.status ?? error.statusCode, code: error.code } };
}
process.stdout.write(JSON.stringify(told));
