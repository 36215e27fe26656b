import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { readNotification } from "./notification.ts";

const secret = new Secret("notif-secret");
/** Made outside of this project with the secret above: iat 1700000000, exp 1700000900, iss Tamara. */
const token =
  "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDA5MDAsImlhdCI6MTcwMDAwMDAwMCwiaXNzIjoiVGFtYXJhIn0.8MkTM1wuZzMSi5S9shfqaXNEiZBmJfe7_jOVN7WfVEA";
const issuedAt = 1_700_000_000_000;
const minuteMs = 60_000;

const webhook = {
  order_id: "8fe4cce9-d0aa-4020-a863-c708547795e9",
  order_reference_id: "0199k2mtamara0001",
  order_number: "7K3M9Q2XW4HTBZ6N",
  event_type: "order_approved",
  data: [],
};

const read = (
  body: unknown,
  given: {
    readonly authorization?: string | undefined;
    readonly now?: number;
    readonly secret?: Secret;
  } = {},
) =>
  readNotification(
    given.secret ?? secret,
    {
      headers: { authorization: "authorization" in given ? given.authorization : `Bearer ${token}` },
      query: { tamaraToken: token },
      body: typeof body === "string" ? body : JSON.stringify(body),
    },
    given.now ?? issuedAt + minuteMs,
  );

/** A token like Tamara's with other parts. */
function sign(header: object, claims: object, key = "notif-secret", hash = "sha256"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part(header)}.${part(claims)}`;
  return `Bearer ${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`;
}

const header = { typ: "JWT", alg: "HS256" };
const claims = { exp: 1_700_000_900, iat: 1_700_000_000, iss: "Tamara" };

test("a message with a genuine token names its attempt", () => {
  assert.deepEqual(read(webhook), {
    reference: webhook.order_id,
    attemptId: webhook.order_reference_id,
  });
});

test("a checkout's own notification, with a status instead of an event, names its attempt", () => {
  const { event_type: _, ...rest } = webhook;
  assert.deepEqual(read({ ...rest, order_status: "approved" }), read(webhook));
});

test("a token is good for its quarter of an hour and a minute of wrong clocks", () => {
  for (const now of [issuedAt - minuteMs + 1, issuedAt, issuedAt + 16 * minuteMs - 1])
    assert.notEqual(read(webhook, { now }), "forged");
  for (const now of [issuedAt - minuteMs, issuedAt + 16 * minuteMs])
    assert.equal(read(webhook, { now }), "forged");
});

const forgeries: readonly [string, string | undefined][] = [
  ["no token, even with one in the address", undefined],
  ["an empty token", "Bearer "],
  ["half a token", `Bearer ${token.split(".").slice(0, 2).join(".")}`],
  ["a token that was changed", `Bearer ${token.slice(0, -1)}B`],
  ["a token of another secret", sign(header, claims, "another")],
  ["a token of an empty secret", sign(header, claims, "")],
  ["a token without an algorithm", sign({ typ: "JWT", alg: "none" }, claims)],
  ["a token of another algorithm", sign({ typ: "JWT", alg: "HS512" }, claims, "notif-secret", "sha512")],
  ["a token of another issuer", sign(header, { ...claims, iss: "Another" })],
  ["a token without an end", sign(header, { iat: claims.iat, iss: "Tamara" })],
  ["a token whose claims are no JSON", `Bearer ${token.split(".")[0]}.e30x.${token.split(".")[2]}`],
];

for (const [what, authorization] of forgeries) {
  test(`a message with ${what} is forged`, () => {
    assert.equal(read(webhook, { authorization }), "forged");
  });
}

test("an empty secret in the settings accepts no message", () => {
  const authorization = sign(header, claims, "");
  assert.equal(read(webhook, { authorization, secret: new Secret("") }), "forged");
});

test("a body that is no message, or is about no attempt of ours, names none and is no crash", () => {
  for (const body of ["", "{", "[]", "null", { order_id: 1 }]) assert.deepEqual(read(body), {});
  const foreign = read({ ...webhook, order_reference_id: "../../etc" });
  assert.ok(foreign !== "forged" && !("attemptId" in foreign));
});
