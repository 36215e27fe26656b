/** Signatures of webhooks against the public package that our deliveries are verified with, both ways. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { newWebhookSecret, signWebhook, verifyWebhook, WaslWebhookError } from "./index.mjs";

const secret = newWebhookSecret();
const event = { id: "evt_1", type: "invoice.paid", data: { invoice: { orderNumber: "متجر-1" } } };
const body = JSON.stringify(event);
const now = Math.floor(Date.now() / 1000) * 1000;

/** As a sender that is not ours signs. */
function signedBy(key: string, at = now) {
  return {
    "webhook-id": event.id,
    "webhook-timestamp": String(at / 1000),
    "webhook-signature": new Webhook(key).sign(event.id, new Date(at), body),
  };
}

test("a webhook is verified from text and bytes, with headers of Node and of fetch, while a secret changes", async () => {
  const headers = signedBy(secret);
  assert.deepEqual(await verifyWebhook({ body, headers, secret }), event);
  const bytes = new TextEncoder().encode(body);
  assert.deepEqual(await verifyWebhook({ body: bytes, headers: new Headers(headers), secret }), event);
  const both = { ...headers, "webhook-signature": `v1,AAAA v1,!! ${headers["webhook-signature"]}` };
  assert.deepEqual(await verifyWebhook({ body, headers: both, secret: [newWebhookSecret(), secret] }), event);
});

test("another secret, another body, another id and another time are refused", async () => {
  const headers = signedBy(secret);
  const refused = async (given: Partial<Parameters<typeof verifyWebhook>[0]>): Promise<void> =>
    await assert.rejects(verifyWebhook({ body, headers, secret, ...given }), WaslWebhookError);
  await refused({ secret: newWebhookSecret() });
  await refused({ body: `${body} ` });
  await refused({ headers: { ...headers, "webhook-id": "evt_2" } });
  await refused({ headers: { ...headers, "webhook-timestamp": String(now / 1000 + 1) } });
  await refused({ headers: { ...headers, "webhook-timestamp": "soon" } });
  await refused({ headers: { ...headers, "webhook-signature": "" } });
  await refused({ headers: {} });
});

test("a recorded webhook cannot be sent again after five minutes, nor one from the future", async () => {
  const headers = signedBy(secret);
  for (const nowMs of [now + 299_000, now - 299_000])
    assert.deepEqual(await verifyWebhook({ body, headers, secret, nowMs }), event);
  for (const nowMs of [now + 301_000, now - 301_000])
    await assert.rejects(verifyWebhook({ body, headers, secret, nowMs }), WaslWebhookError);
});

test("what is no secret is a mistake of the shop, not of the sender", async () => {
  for (const wrong of ["", "wasl_test_x", "whsec_", "whsec_!"])
    await assert.rejects(verifyWebhook({ body, headers: signedBy(secret), secret: wrong }), TypeError);
});

test("what is signed for a test of a receiver is verified by others", async () => {
  const headers = await signWebhook({ id: event.id, body, secret });
  assert.deepEqual(new Webhook(secret).verify(body, headers), event);
});
