/** Who wants no reminders gets none, also after the master secret was changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { type MasterKeys, masterKeys } from "../secrets/master-secret.ts";
import { createSigning } from "../secrets/signing.ts";
import { carryDigests } from "./carry-digests.ts";
import { standardSettings } from "./message-settings.ts";
import { addressDigests } from "./message-store.ts";
import { optOut } from "./opt-outs.ts";
import { stopReminders } from "./stop-words.ts";

/** As the harness has it. */
const old = "a master secret of tests, long enough";
const next = "another master secret of tests, as long";

const email = "noura@example.com";
const mobile = "0551234567";

async function start(): Promise<TestApp> {
  const app = await startTestApp();
  const settings = { ...standardSettings, channels: ["email"], quietHours: null };
  const reply = await asMerchant(app, "PUT", "/messages/settings", settings);
  assert.equal(reply.statusCode, 200, reply.body);
  return app;
}

const servicesWith = (app: TestApp, keys: MasterKeys) => ({ ...app.services, signing: createSigning(keys) });

async function stopMails(app: TestApp, address: string): Promise<void> {
  const of = { merchantId: app.merchantId, channel: "email", address } as const;
  await optOut(app.db.kysely, {
    ...{ merchant_id: of.merchantId, channel: of.channel, source: "link", at: new Date(app.clock.now()) },
    digests: addressDigests(app.services.signing, of).slice(0, 1),
  });
}

/** Asks for a reminder of an invoice, and sends what is due by servers with these secrets. */
async function remind(app: TestApp, keys: MasterKeys, orderNumber: string): Promise<string> {
  const body = { kind: "reminder", channel: "email" };
  const asked = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, body);
  assert.equal(asked.statusCode, 202, asked.body);
  // The call was answered by the harness's own server: the digest is the one that a server with these secrets writes.
  const { rows } = await app.db.pool.query("select address from messages where id = $1", [asked.json().id]);
  const of = { merchantId: app.merchantId, channel: "email", address: rows[0].address } as const;
  const [digest] = addressDigests(createSigning(keys), of);
  await app.db.pool.query("update messages set address_digest = $1 where id = $2", [digest, asked.json().id]);
  await workAllDue(servicesWith(app, keys), jobHandlers);
  const { items } = (await asMerchant(app, "GET", `/invoices/${orderNumber}/messages`)).json();
  return items.find(({ id }: { id: number }) => id === asked.json().id).state;
}

test("who wanted no reminders gets none while the master secret is being changed", async () => {
  await using app = await start();
  const orderNumber = await issueInvoice(app, { client: { name: "نورة", mobile, email } });
  await stopMails(app, email);
  assert.equal(await remind(app, masterKeys(next, old), orderNumber), "suppressed");
  assert.equal(app.mail.list(email).length, 0);
});

test("who wanted no reminders gets none by the new master secret alone, where an address of theirs is stored", async () => {
  await using app = await start();
  const orderNumber = await issueInvoice(app, {
    client: { name: "نورة", mobile, email: "Noura@Example.com" },
  });
  const other = await issueInvoice(app, { client: { name: "هند", email: "hind@example.com" } });
  await stopMails(app, email);
  await stopMails(app, "gone@example.com");
  assert.equal(await carryDigests(app.db.kysely, masterKeys(next, old)), 1);
  assert.equal(await carryDigests(app.db.kysely, masterKeys(next, old)), 1, "again it changes nothing");
  assert.equal(await remind(app, masterKeys(next), orderNumber), "suppressed");
  assert.equal(await remind(app, masterKeys(next), other), "accepted");
});

test("an answer to a message of before the change still finds the shop that wrote, by the new master secret alone", async () => {
  await using app = await start();
  await issueInvoice(app, { client: { name: "نورة", mobile, email } });
  const of = { merchantId: app.merchantId, channel: "whatsapp", address: "+966551234567" } as const;
  const [digest] = addressDigests(app.services.signing, of);
  await app.db.pool.query(
    `insert into messages (merchant_id, order_id, kind, channel, cause, masked_address, address_digest, language, created_at)
      select merchant_id, id, 'payment_link', 'whatsapp', 'call', '•••', $1, 'ar', now() from orders`,
    [digest],
  );
  await carryDigests(app.db.kysely, masterKeys(next, old));
  const asked = { owner: "installation", mobile: "966551234567", word: "stop" } as const;
  await stopReminders(servicesWith(app, masterKeys(next)), asked);
  const { rows } = await app.db.pool.query("select address_digest from message_opt_outs");
  assert.deepEqual(rows, [{ address_digest: addressDigests(createSigning(masterKeys(next)), of)[0] }]);
});
