/** What the receiver of a webhook may be, and how little of it is believed. */
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { test } from "node:test";
import { runInTransaction } from "#db/open.ts";
import { createTestDatabase } from "#test/database.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { isPrivateAddress } from "./private-address.ts";
import { createWebhookClient, refusalOf } from "./webhook-client.ts";

const message = { headers: { "content-type": "application/json" }, body: "{}" };

/** Answers each question for a name with the next of these addresses. */
function resolver(...answers: readonly (readonly string[])[]): LookupFunction {
  let asked = 0;
  return (_hostname, options, callback) => {
    const found: LookupAddress[] = (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}

test("addresses of machines, networks and of no single host are private, in every way to write them", () => {
  for (const address of [
    ...[
      "127.0.0.1",
      "127.8.8.8",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
    ],
    ...["100.64.0.1", "0.0.0.0", "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.7"],
    ...["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"],
    ...[
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "::ffff:7f00:1",
      "::7f00:1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
    ],
    ...["not an address", ""],
  ])
    assert.ok(isPrivateAddress(address), address);
  for (const address of [
    "8.8.8.8",
    "172.15.0.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::5",
    "::ffff:8.8.8.8",
  ])
    assert.ok(!isPrivateAddress(address), address);
});

test("in live an address must be https and must not name a private host", () => {
  const refusal = (url: string) => refusalOf(new URL(url));
  assert.equal(refusal("http://shop.example.sa/"), "https_required");
  for (const host of [
    "127.0.0.1",
    "[::1]",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "localhost",
    "a.localhost",
  ])
    assert.equal(refusal(`https://${host}/`), "address_not_allowed", host);
  assert.equal(refusal("https://shop.example.sa/"), null);
});

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
