// Extracts with one client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });
const { urls, prompt, schema } = ask;

const calls = {
  v2: () => client.extract({ urls, prompt, schema, showSources: true, pollInterval: 1 }),
  v1: () => client.v1.extract(urls, { prompt, schema }),
};

process.stdout.write(JSON.stringify(await calls[ask.version]()));
