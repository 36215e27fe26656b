import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Agent } from "undici";
import { createApp } from "#server/app.ts";
import { sheddingLimits } from "#server/http/load-shedding.ts";
import { startTestApp } from "../app-harness.ts";
import { freePort } from "../free-port.ts";
import { payOnce, type Target } from "./buyer.ts";
import { findWrong } from "./checks.ts";
import { addUp, isHeld } from "./figures.ts";
import { beginAtRate } from "./open-loop.ts";

const idle = {
  serverCores: 0,
  databaseCores: 0,
  simulatorCores: 0,
  loadCores: 0,
  ownDelayMs: 0,
  loopDelayMs: { median: 0, most: 0 },
  waiting: { median: 0, most: 0 },
  shed: {},
};

test("the load's buyers pay whole invoices through pages and bank, and tell a refusal from a failure", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using base = await startTestApp({ env: { WASL_WEB_URL: url, WASL_API_URL: url } });
  const agent = new Agent();
  const distDir = join(import.meta.dirname, "../../dist");
  const open = await createApp(base.services, { distDir });
  const target: Target = { url: await open.listen({ host: "127.0.0.1", port }), apiKey: base.apiKey, agent };
  // As if more waited than may: nothing that begins is let in.
  const shedding = { ...sheddingLimits, mostWaitingPerConnection: -1 };
  const full = await createApp(base.services, { distDir, shedding });
  try {
    const span = { perSecond: 50, durationMs: 100, random: () => 0.7 };
    const { courses } = await beginAtRate(target, span);
    const ended = await Promise.all(courses);
    const figures = addUp({ name: "small", seconds: 0.1, courses: ended, reads: [], usage: idle });
    assert.deepEqual(figures.failed, {});
    assert.equal(figures.paid, 4);
    assert.ok(isHeld(figures, Number.POSITIVE_INFINITY));
    const refused = await payOnce({ ...target, url: await full.listen({ host: "127.0.0.1", port: 0 }) });
    assert.deepEqual(refused.ending, { kind: "shed", orderNumber: null });
    const endings = ended.map(({ ending }) => ending);
    const books = { db: base.db, simulatorUrl: base.simulatorUrl };
    assert.deepEqual(await findWrong(books, endings), []);
    const lost = await findWrong(books, [{ kind: "paid", orderNumber: "0000000000000000" }]);
    assert.deepEqual(lost, ["lost: invoice 0000000000000000", "lost: payment of 0000000000000000"]);
  } finally {
    await agent.destroy();
    await open.close();
    await full.close();
  }
});
