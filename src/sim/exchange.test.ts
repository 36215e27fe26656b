import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { z } from "zod";
import { commonFaults } from "./faults.ts";
import { defineSimulator, type Simulator } from "./kit.ts";
import { Refusal } from "./refusal.ts";
import { startSimulators } from "./server.ts";

/** A bank that counts: enough to see what the kit does around a simulator's work. */
function countingBank(webhookUrl?: string): Simulator {
  return defineSimulator({
    name: "bank",
    describe: () => ({
      title: "Counting bank",
      summary: "Counts.",
      operations: ["COUNT", "READ"],
      faults: commonFaults,
      magicValues: [],
      notSimulated: [],
    }),
    register(app, tools) {
      const counts = tools.store<number>({ name: "counts", persist: z.number() });
      const outage = (status: number) => ({ status, body: { broken: status } });
      app.post("/count", (request, reply) =>
        tools.serve({
          request,
          reply,
          operation: "COUNT",
          outage,
          work() {
            counts.set("n", (counts.get("n") ?? 0) + 1);
            const webhooks =
              webhookUrl === undefined ? [] : [{ url: webhookUrl, body: "{}", headers: () => ({}) }];
            return { status: 200, body: { count: counts.get("n") }, note: "counted", webhooks };
          },
        }),
      );
      app.get("/count", (request, reply) =>
        tools.serve({
          request,
          reply,
          operation: "READ",
          outage,
          work: () => ({ status: 200, body: { count: counts.get("n") ?? 0 } }),
        }),
      );
      app.get("/page", (request, reply) =>
        tools.serve({ request, reply, operation: "PAGE", work: () => ({ status: 200, body: "page" }) }),
      );
      app.get("/closed", (request, reply) =>
        tools.serve({
          request,
          reply,
          operation: "CLOSED",
          work() {
            throw new Refusal("closed", { status: 409, body: { closed: true }, note: "closed for today" });
          },
        }),
      );
    },
  });
}

async function start(t: TestContext, webhookUrl?: string) {
  const server = await startSimulators({
    port: 0,
    host: "127.0.0.1",
    simulators: [countingBank(webhookUrl)],
  });
  t.after(() => server.close());
  const json = { "content-type": "application/json" };
  return {
    url: server.url,
    count: () => fetch(`${server.url}/bank/count`, { method: "POST" }),
    read: async () => Number((await (await fetch(`${server.url}/bank/count`)).json()).count),
    arm: (fault: object) =>
      fetch(`${server.url}/_control/faults`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ simulator: "bank", ...fault }),
      }),
    journal: async () => (await (await fetch(`${server.url}/_control/journal`)).json()).entries,
  };
}

test("drop_after_commit: the work is done, the caller has no answer", async (t) => {
  const bank = await start(t);
  await bank.arm({ fault: "drop_after_commit", operation: "COUNT" });
  await assert.rejects(bank.count());
  assert.equal(await bank.read(), 1);
  assert.equal((await bank.journal()).at(-1).status, 0);
});

test("drop_before: nothing is done, the caller has no answer", async (t) => {
  const bank = await start(t);
  await bank.arm({ fault: "drop_before", operation: "COUNT" });
  await assert.rejects(bank.count());
  assert.equal(await bank.read(), 0);
});

const outages: readonly (readonly [string, number, number])[] = [
  ["status_500", 500, 0],
  ["status_503", 503, 0],
  ["500_after_commit", 500, 1],
];
for (const [fault, status, done] of outages) {
  test(`${fault}: answers ${status} in the provider's shape with the work done ${done} times`, async (t) => {
    const bank = await start(t);
    await bank.arm({ fault, operation: "COUNT" });
    const response = await bank.count();
    assert.equal(response.status, status);
    assert.deepEqual(await response.json(), { broken: status });
    assert.equal(await bank.read(), done);
  });
}

test("delay_ms: the answer comes later, and the next one at once", async (t) => {
  const bank = await start(t);
  await bank.arm({ fault: "delay_ms", delayMs: 120 });
  const startedAt = performance.now();
  await bank.count();
  assert.ok(performance.now() - startedAt >= 115);
});

test("pages outside the provider's own calls use up no fault", async (t) => {
  const bank = await start(t);
  await bank.arm({ fault: "drop_before" });
  assert.equal((await fetch(`${bank.url}/bank/page`)).status, 200);
  await assert.rejects(bank.count());
});

test("a notification normally follows the answer; it can be sent twice and before the answer", async (t) => {
  const { createServer } = await import("node:http");
  const seen: string[] = [];
  const receiver = createServer((_request, response) => {
    seen.push("webhook");
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  t.after(() => receiver.close());
  const address = receiver.address();
  const bank = await start(t, `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`);
  await bank.arm({ fault: "webhook_before_reply" });
  await bank.arm({ fault: "duplicate_webhook" });
  await bank.count();
  assert.deepEqual(seen, ["webhook", "webhook"]);
  await bank.count();
  while (seen.length < 3) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(seen.length, 3);
});

test("a refusal that the work throws is sent as the provider's own answer, and the journal says why", async (t) => {
  const bank = await start(t);
  const response = await fetch(`${bank.url}/bank/closed`);
  assert.equal(response.status, 409);
  assert.deepEqual(await response.json(), { closed: true });
  const { status, note } = (await bank.journal()).at(-1);
  assert.deepEqual({ status, note }, { status: 409, note: "closed for today" });
});
