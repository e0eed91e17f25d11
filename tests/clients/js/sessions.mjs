// Runs one flow of a client on sessions, told on standard input, and writes what came of it.
import { readFileSync } from "node:fs";

const ask = JSON.parse(readFileSync(0, "utf8"));
const { default: Firecrawl } = await import(ask.package);
const client = new Firecrawl({ apiKey: ask.apiKey, apiUrl: ask.apiUrl });
const failure = async (call) => {
  try {
    return { answer: await call() };
  } catch (error) {
    return { message: error.message, status: error.status ?? error.statusCode, code: error.code };
  }
};

const flows = {
  interact: async () => {
    const { metadata } = await client.scrape(ask.url, { formats: ["markdown"], maxAge: 0 });
    const answers = [];
    for (const prompt of ask.prompts) answers.push(await client.interact(metadata.scrapeId, { prompt, timeout: 100 }));
    const ended = await client.stopInteraction(metadata.scrapeId);
    return { answers, ended, after: await failure(() => client.interact(metadata.scrapeId, { prompt: "click it" })) };
  },
  browser: async () => {
    const opened = await client.browser({ ttl: 120, activityTtl: 60, streamWebView: true });
    const { sessions } = await client.listBrowsers({ status: "active" });
    const ended = await client.deleteBrowser(opened.id);
    return { opened, listed: sessions.find(({ id }) => id === opened.id), ended };
  },
  code: async () => {
    const { metadata } = await client.scrape(ask.url, { formats: ["markdown"], maxAge: 0 });
    const after = await client.interact(metadata.scrapeId, { code: "await page.title()", timeout: 60 });
    await client.stopInteraction(metadata.scrapeId);
    const { id } = await client.browser({ ttl: 120 });
    const alone = await client.browserExecute(id, { code: "echo $SESSION_ID" });
    await client.deleteBrowser(id);
    return { after, id, alone };
  },
};

process.stdout.write(JSON.stringify(await flows[ask.flow]()));
process.exit(0);
