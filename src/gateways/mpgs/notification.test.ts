import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { attemptId, orderId, payAnswer } from "./documented-examples.ts";
import { readNotification } from "./notification.ts";

const secret = new Secret("webhook-secret-of-32-characters!");
const headers = {
  "x-notification-secret": secret.reveal(),
  "x-notification-id": "n-1",
  "x-notification-attempt": "1",
};
const read = (body: unknown, given: Readonly<Record<string, string | undefined>> = headers) =>
  readNotification(secret, { headers: given, body: typeof body === "string" ? body : JSON.stringify(body) });

const withId = (id: string) => ({ ...payAnswer, transaction: { ...payAnswer.transaction, id } });

test("a notification names the attempt of a payment and of an authentication", () => {
  for (const id of [`p-${attemptId}`, `a-${attemptId}`]) {
    assert.deepEqual(read(withId(id)), { attemptId, reference: id });
  }
});

test("a transaction that is no attempt of ours names none", () => {
  for (const id of [
    "r-rf000001",
    "1",
    `p-${attemptId.toUpperCase()}`,
    `p-${attemptId}-x`,
    "p-",
    "p-../../etc",
  ]) {
    assert.deepEqual(read(withId(id)), { reference: id });
  }
});

test("what the notification says of the money is not read", () => {
  assert.deepEqual(
    read({ order: { id: orderId }, transaction: { id: `p-${attemptId}` }, result: "SUCCESS" }),
    {
      attemptId,
      reference: `p-${attemptId}`,
    },
  );
});

const forgeries: readonly [string, Readonly<Record<string, string | undefined>>][] = [
  ["without a secret", { ...headers, "x-notification-secret": undefined }],
  ["with an empty secret", { ...headers, "x-notification-secret": "" }],
  ["with another secret", { ...headers, "x-notification-secret": "webhook-secret-of-32-characters?" }],
  ["with the beginning of the secret", { ...headers, "x-notification-secret": "webhook" }],
  ["without an id", { ...headers, "x-notification-id": undefined }],
];

for (const [how, given] of forgeries) {
  test(`a notification ${how} is forged`, () => assert.equal(read(payAnswer, given), "forged"));
}

test("an empty secret in the settings accepts no message", () => {
  const request = { headers: { ...headers, "x-notification-secret": "" }, body: JSON.stringify(payAnswer) };
  assert.equal(readNotification(new Secret(""), request), "forged");
});

test("a body that is no transaction names nothing and is no crash", () => {
  for (const body of ["", "[]", "null", "{", '{"order":1}']) assert.deepEqual(read(body), {});
});
