// Parses one file by one client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });
const file = { data: Buffer.from(ask.data, "base64"), filename: ask.filename, contentType: ask.contentType };

let told;
try {
  told = { document: await client.parse(file, ask.options) };
} catch (error) {
  told = { error: { message: error.message, status: error.status ?? error.statusCode, code: error.code } };
}
process.stdout.write(JSON.stringify(told));
