/** A kind of message goes by its own channels alone, whatever the shop prefers or asks for, and has texts for no others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "#core/language.ts";
import {
  channelsOf,
  messageChannels,
  messageKinds,
  ofReferenceMessages,
} from "#core/messages/message-state.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { issueInvoice, startTestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { standardSettings } from "./message-settings.ts";
import { messageTexts } from "./message-texts.ts";
import { queueByPreference, requestMessage } from "./request-message.ts";

/** A kind that does not go by WhatsApp. */
const kind = "documents_link";

test("a message is queued by the first channel of the shop's choice that its kind goes by, and refused by another one", async () => {
  await using app = await startTestApp();
  const settings = { ...standardSettings, channels: ["whatsapp", "sms", "email"] };
  assert.equal((await asMerchant(app, "PUT", "/messages/settings", settings)).statusCode, 200);
  const client = { name: "نورة", mobile: "0551234567", email: "noura@example.com" };
  const orderNumber = await issueInvoice(app, { client });
  const { rows } = await app.db.pool.query("select id from orders where order_number = $1", [orderNumber]);
  const of = { merchantId: app.merchantId, orderId: Number(rows[0].id) };
  const facts = { documents: "0link" };
  const isQueued = await runInTransaction(app.db.kysely, (trx) =>
    queueByPreference(app.services, trx, {
      ...of,
      ...{ kind, cause: "call", causeKey: null, facts, language: null },
    }),
  );
  assert.ok(isQueued);
  const queued = await app.db.pool.query("select channel, fallback from messages");
  assert.deepEqual(queued.rows, [{ channel: "sms", fallback: ["email"] }]);
  const asked = { ...of, kind, channel: "whatsapp", to: null, language: null } as const;
  const isRefused = (error: unknown): boolean =>
    error instanceof Problem && error.code === "validation_failed" && error.fields?.[0]?.path === "channel";
  await assert.rejects(
    runInTransaction(app.db.kysely, (trx) => requestMessage(app.services, trx, asked)),
    isRefused,
  );
});

test("each channel has texts for the kinds that go by it, and for no others", () => {
  // Of a bill and of a transfer, the texts of each kind that brings a number.
  const shared: readonly string[] = Object.values(ofReferenceMessages((texts) => texts));
  for (const language of languages)
    for (const channel of messageChannels) {
      const { mail, sms, whatsapp } = messageTexts[language];
      const texts = { email: mail, sms, whatsapp }[channel];
      assert.deepEqual(
        Object.keys(texts)
          .filter((name) => !shared.includes(name))
          .toSorted(),
        messageKinds.filter((each) => channelsOf(each).includes(channel)).toSorted(),
        `${channel} ${language}`,
      );
    }
});
