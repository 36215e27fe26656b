import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { readNotification } from "./notification.ts";

const secret = new Secret("webhook-secret-of-ours");

/** The documented message: the payment, its status in small letters. */
const message = {
  id: "39ff74e9-5c2d-44b1-9c1c-0ddf9b2b2b6b",
  created_at: "2021-09-14T13:08:54Z",
  expires_at: "2022-09-14T13:08:54Z",
  closed_at: "2021-09-14T13:09:45Z",
  status: "closed",
  is_test: false,
  is_expired: false,
  amount: "100",
  currency: "SAR",
  order: { reference_id: "0199k2mtabby00001" },
  captures: [{ id: "capture_id", amount: "100", reference_id: "capture_ref_123" }],
  refunds: [],
  meta: { order_id: null, customer: null },
  token: "string",
};

const read = (body: unknown, given: string | undefined = secret.reveal(), expected = secret) =>
  readNotification(expected, {
    headers: { "x-wasl-webhook-secret": given },
    query: {},
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

test("a message with our header names its attempt", () => {
  assert.deepEqual(read(message), {
    reference: message.id,
    attemptId: "0199k2mtabby00001",
  });
});

for (const given of ["", "webhook", "webhook-secret-of-ourz", "webhook-secret-of-ours "]) {
  test(`a message with ${JSON.stringify(given)} in the header is forged`, () => {
    assert.equal(read(message, given), "forged");
  });
}

test("a message without the header is forged", () => {
  const request = { headers: {}, query: {}, body: JSON.stringify(message) };
  assert.equal(readNotification(secret, request), "forged");
});

test("an empty secret in the settings accepts no message", () => {
  assert.equal(read(message, "", new Secret("")), "forged");
});

test("a body that is no message, or is about no attempt of ours, names none and is no crash", () => {
  for (const body of ["", "{", "[]", "null", { id: 1 }]) assert.deepEqual(read(body), {});
  const foreign = read({ ...message, order: { reference_id: "#1001" } });
  assert.ok(foreign !== "forged" && !("attemptId" in foreign));
});
