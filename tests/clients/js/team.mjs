// Asks one client for all that a team may know of itself, and writes what it was told.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });

process.stdout.write(
  JSON.stringify({
    credit: await client.getCreditUsage(),
    token: await client.getTokenUsage(),
    creditHistory: await client.getCreditUsageHistorical(),
    creditHistoryByKey: await client.getCreditUsageHistorical(true),
    tokenHistory: await client.getTokenUsageHistorical(),
    tokenHistoryByKey: await client.getTokenUsageHistorical(true),
    concurrency: await client.getConcurrency(),
    queue: await client.getQueueStatus(),
    credit1: await client.v1.getCreditUsage(),
    token1: await client.v1.getTokenUsage(),
    creditHistory1: await client.v1.getCreditUsageHistorical(true),
    tokenHistory1: await client.v1.getTokenUsageHistorical(true),
    queue1: await client.v1.getQueueStatus(),
  }),
);
