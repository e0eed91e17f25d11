// Searches papers and code with the JavaScript client, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";
import Firecrawl from "firecrawl";

const { apiKey, apiUrl } = JSON.parse(readFileSync(0, "utf8"));
const client = new Firecrawl({ apiKey, apiUrl });
const id = "arxiv:1706.03762";

const told = {
  papers: await client.research.searchPapers("attention", { k: 3, authors: ["Vaswani"], from: "2017-01-01" }),
  paper: await client.research.getPaper(id),
  read: await client.research.getPaper(id, { query: "Which GPUs were used?", k: 1 }),
  similar: await client.research.similarPapers(id, { intent: "language models", mode: "citers", rerank: true }),
  github: await client.research.searchGithub("vcf", { k: 2 }),
  developer: await client.developerSearch("vcf memory leak", { k: 5, passages: 2, types: ["issue", "readme"] }),
  unknown: await client.research.getPaper("doi:10.9999/nothing").catch((error) => error.status ?? error.message),
};
process.stdout.write(JSON.stringify(told));
