/** What the receiver of a webhook may be, and how little of it is believed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTransaction } from "#db/open.ts";
import { createTestDatabase } from "#test/database.ts";
import { resolver } from "#test/resolver.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { createWebhookClient } from "./webhook-client.ts";

const message = { headers: { "content-type": "application/json" }, body: "{}" };

test("a name that leads to a private address is refused at the connection, whatever it led to before", async () => {
  await using receiver = await startWebhookReceiver();
  const { port } = new URL(receiver.url);
  for (const answers of [
    [["127.0.0.1"]],
    [["8.8.8.8", "127.0.0.1"]],
    [["::ffff:127.0.0.1"]],
    [["169.254.169.254"]],
  ]) {
    const client = createWebhookClient({ isPublicOnly: true, lookup: resolver(...answers) });
    const answer = await client.send({ url: `https://shop.example:${port}/`, ...message });
    assert.deepEqual(answer, { kind: "no_answer", reason: "address_not_allowed" });
    await client.close();
  }
  assert.equal(receiver.received.length, 0);
});

test("a name that changes its address between two deliveries is looked at each time (DNS rebinding)", async () => {
  await using receiver = await startWebhookReceiver();
  const { port } = new URL(receiver.url);
  const asked: string[] = [];
  const lookup = resolver(["127.0.0.1"], ["127.0.0.1"]);
  const client = createWebhookClient({
    isPublicOnly: true,
    lookup: (hostname, options, callback) => {
      asked.push(hostname);
      lookup(hostname, options, callback);
    },
  });
  for (let count = 0; count < 2; count += 1) {
    const answer = await client.send({ url: `https://shop.example:${port}/`, ...message });
    assert.deepEqual(answer, { kind: "no_answer", reason: "address_not_allowed" });
  }
  assert.deepEqual(asked, ["shop.example", "shop.example"]);
  await client.close();
});

test("outside live the same name is reached, so that the refusals above are for its address", async () => {
  await using receiver = await startWebhookReceiver();
  const { port } = new URL(receiver.url);
  const client = createWebhookClient({ isPublicOnly: false, lookup: resolver(["127.0.0.1"]) });
  const answer = await client.send({ url: `http://shop.example:${port}/`, ...message });
  assert.equal(answer.kind === "answer" && answer.status, 204);
  await client.close();
});

test("no redirect is followed", async () => {
  await using target = await startWebhookReceiver();
  await using receiver = await startWebhookReceiver();
  receiver.answerWith((response) => response.writeHead(307, { location: target.url }).end());
  const client = createWebhookClient({ isPublicOnly: false });
  const answer = await client.send({ url: receiver.url, ...message });
  assert.equal(answer.kind === "answer" && answer.status, 307);
  assert.equal(target.received.length, 0);
  await client.close();
});

test("an answer without end is read for its first kilobyte, without secrets, and not waited for", async () => {
  await using receiver = await startWebhookReceiver();
  receiver.answerWith((response) => {
    response.writeHead(500, { "set-cookie": "session=1", "x-note": "n".repeat(2_000) });
    response.write(`card 5123 4567 8901 2346 \0${"y".repeat(64 * 1024)}`);
  });
  const client = createWebhookClient({ isPublicOnly: false });
  const answer = await client.send({ url: receiver.url, ...message });
  assert.ok(answer.kind === "answer");
  assert.ok(answer.body.length <= 1024 && !answer.body.includes("5123") && !answer.body.includes("\0"));
  assert.equal(answer.headers["set-cookie"], undefined);
  assert.equal(answer.headers["x-note"]?.length, 300);
  await client.close();
});

test("no webhook is sent while a database transaction is open", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const client = createWebhookClient({ isPublicOnly: false });
  const sending = runInTransaction(db.kysely, () => client.send({ url: "http://127.0.0.1:9/", ...message }));
  await assert.rejects(sending, /transaction is open/);
  await client.close();
});
