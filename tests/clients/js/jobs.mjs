// Runs one flow of a client on jobs, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });

const watched = (watcher, named) =>
  new Promise((resolve) => {
    const seen = { documents: 0, done: 0, snapshots: [], error: null };
    const on = (name, handler) => (watcher.on ? watcher.on(name, handler) : watcher.addEventListener(name, handler));
    on("document", () => { seen.documents += 1; });
    on("snapshot", (snapshot) => { seen.snapshots.push(snapshot.status); });
    on("error", (event) => { seen.error = String(event?.detail?.error ?? event?.error ?? event); resolve(seen); });
    on("done", (event) => {
      seen.done += 1;
      seen.status = (event?.detail ?? event)?.status;
      // A client that tells the end twice does so at once.
      setTimeout(() => { watcher.close?.(); resolve(seen); }, 300);
    });
    watcher.start?.();
  });

const flows = {
  crawl: () => client.crawl(ask.url, ask.options),
  batch: () => client.batchScrape(ask.urls, ask.options),
  map: () => client.map(ask.url, ask.options),
  watchCrawl: async () => watched(client.watcher((await client.startCrawl(ask.url, ask.options)).id, { kind: "crawl" })),
  watchBatch: async () =>
    watched(client.watcher((await client.startBatchScrape(ask.urls, ask.options)).id, { kind: "batch" })),
  cancel: async () => {
    const { id } = await client.startCrawl(ask.url, ask.options);
    return { cancelled: await client.cancelCrawl(id), status: (await client.getCrawlStatus(id)).status };
  },
  errors: async () => client.getCrawlErrors((await client.crawl(ask.url, ask.options)).id),
  active: async () => {
    const { id } = await client.startCrawl(ask.url, ask.options);
    const { crawls } = await client.getActiveCrawls();
    await client.cancelCrawl(id);
    return { id, crawls };
  },
  queue: () => client.getQueueStatus(),
  concurrency: () => client.getConcurrency(),
  crawl1: () => client.v1.crawlUrl(ask.url, ask.options, 1),
  batch1: () => client.v1.batchScrapeUrls(ask.urls, ask.options, 1),
  map1: () => client.v1.mapUrl(ask.url, ask.options),
  watchCrawl1: async () => watched(await client.v1.crawlUrlAndWatch(ask.url, ask.options)),
  watchBatch1: async () => watched(await client.v1.batchScrapeUrlsAndWatch(ask.urls, ask.options)),
  twice1: async () => {
    const key = crypto.randomUUID();
    await client.v1.asyncCrawlUrl(ask.url, ask.options, key);
    try {
      await client.v1.asyncCrawlUrl(ask.url, ask.options, key);
    } catch (error) {
      return { status: error.statusCode ?? error.status, message: error.message };
    }
    return {};
  },
};

process.stdout.write(JSON.stringify(await flows[ask.flow]()));
process.exit(0);
