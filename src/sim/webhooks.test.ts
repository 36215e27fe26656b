import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test, { type TestContext } from "node:test";
import { createSimulatorClock } from "./clock.ts";
import { createJournal } from "./journal.ts";
import { createWebhookSender, isLoopbackUrl, isOneLike, postWebhook, webhookRetryMs } from "./webhooks.ts";

/** A receiver that answers with the given statuses, one after the other. */
async function receiver(t: TestContext, statuses: readonly number[]) {
  const attempts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const status = statuses[attempts.length] ?? 200;
    attempts.push(request.headers["x-attempt"]?.toString());
    request.resume().on("end", () => {
      response.writeHead(status).end();
      server.emit("received");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/hook`, attempts, received: () => once(server, "received") };
}

function sender(t: TestContext) {
  const clock = createSimulatorClock();
  const journal = createJournal();
  const webhooks = createWebhookSender({ simulator: "bank", clock, journal, postWebhook });
  t.after(async () => {
    clock.reset();
    await webhooks.close();
  });
  return { clock, journal, webhooks };
}

const hook = (url: string) => ({
  url,
  body: "{}",
  headers: (attempt: number) => ({ "x-attempt": String(attempt) }),
});

/** Resolves when the journal has this many lines: the sender notes a try once its answer is read. */
async function linesOf(journal: ReturnType<typeof createJournal>, count: number): Promise<void> {
  while (journal.list().length < count) await new Promise((resolve) => setImmediate(resolve));
}

test("a refused notification is sent again after each pause until it is taken", async (t) => {
  const target = await receiver(t, [500, 503, 200]);
  const { clock, journal, webhooks } = sender(t);
  webhooks.send(hook(target.url));
  await linesOf(journal, 1);
  clock.advance(webhookRetryMs[0]);
  await linesOf(journal, 2);
  clock.advance(webhookRetryMs[1]);
  await linesOf(journal, 3);
  assert.deepEqual(
    journal.list().map((entry) => entry.status),
    [200, 503, 500],
  );
  clock.advance(10 * webhookRetryMs[3]);
  await webhooks.tryOnce(hook(target.url), 99);
  assert.deepEqual(target.attempts, ["1", "2", "3", "99"]);
});

test("the sender gives up after its last pause", async (t) => {
  const target = await receiver(t, Array(20).fill(500));
  const { clock, journal, webhooks } = sender(t);
  webhooks.send(hook(target.url));
  for (let tries = 1; tries <= webhookRetryMs.length + 1; tries += 1) {
    await linesOf(journal, tries);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(webhookRetryMs[3]);
  }
  clock.advance(100 * webhookRetryMs[3]);
  assert.equal(target.attempts.length, webhookRetryMs.length + 1);
});

test("nothing is ever sent to another machine", async (t) => {
  const { journal, webhooks } = sender(t);
  await webhooks.tryOnce(hook("https://example.com/hook"), 1);
  assert.equal(journal.list()[0]?.note, "not sent: an address that this simulator does not write to");
});

const loopback: readonly (readonly [string, boolean])[] = [
  ["http://127.0.0.1:3000/x", true],
  ["https://localhost/x", true],
  ["http://[::1]:8080/", true],
  ["http://127.0.0.1.example.com/", false],
  ["http://localhost.example.com/", false],
  ["http://10.0.0.1/", false],
  ["file:///etc/passwd", false],
  ["nonsense", false],
];
for (const [url, expected] of loopback) {
  test(`${url} is ${expected ? "" : "not "}an address of this machine`, () =>
    assert.equal(isLoopbackUrl(url), expected));
}

test("what strangers reach writes to our own addresses for notifications alone, and to no service of the machine", async (t) => {
  const own = "https://pay.example.sa/rest/pay/notify/tabby";
  for (const url of [own, `${own}/12`, "https://pay.example.sa/rest/pay/notify/urpay?key=x"])
    assert.ok(isOneLike(own)(url), url);
  const { url: onMachine, attempts } = await receiver(t, []);
  for (const url of [
    onMachine,
    "http://localhost:5432/",
    "http://pay.example.sa/rest/pay/notify/tabby",
    "https://pay.example.sa:8443/rest/pay/notify/tabby",
    "https://pay.example.sa/rest/pay/notify/../../../api/v1/invoices",
    "https://pay.example.sa/rest/pay/checkPaymentStatus",
    "https://user@pay.example.sa/rest/pay/notify/tabby",
    "https://pay.example.sa.evil.example/rest/pay/notify/tabby",
  ])
    assert.ok(!isOneLike(own)(url), url);
  assert.ok(!isOneLike(null)(own), "without an address of its own it writes to none");

  const journal = createJournal();
  const clock = createSimulatorClock();
  const asked = { simulator: "bank", clock, journal, postWebhook, mayReceive: isOneLike(own) };
  await createWebhookSender(asked).tryOnce(hook(onMachine), 1);
  assert.deepEqual(attempts, []);
});
