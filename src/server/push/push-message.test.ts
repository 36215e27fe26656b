import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import { openPush } from "#test/push-service.ts";
import { encryptPush, isPublicKey, longestContent, serverKeyOf, vapidHeader } from "./push-message.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

/** RFC 8291, section 5 and appendix A. */
const example = {
  content: "When I grow up, I want to be a watermelon",
  senderPrivate: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  receiverPrivate: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
  receiverPublic: bytes(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  ),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("the example of RFC 8291 comes out byte by byte", () => {
  const receiver = { p256dh: example.receiverPublic, auth: example.auth };
  const random = { privateKey: example.senderPrivate, salt: example.salt };
  const body = encryptPush(Buffer.from(example.content), receiver, random);
  assert.equal(body.toString("base64url"), example.body);
});

test("what is encrypted is opened by its receiver alone, and no two messages are the same", () => {
  const receiver = { p256dh: example.receiverPublic, auth: example.auth };
  const content = Buffer.from("تم الدفع".repeat(100));
  const [one, other] = [encryptPush(content, receiver), encryptPush(content, receiver)];
  const keys = { privateKey: example.receiverPrivate, auth: example.auth };
  assert.deepEqual(openPush(one, keys), content);
  assert.notDeepEqual(one, other);
  assert.throws(() => openPush(one, { ...keys, auth: example.salt }));
  assert.throws(() => encryptPush(Buffer.alloc(longestContent + 1), receiver), RangeError);
  assert.equal(encryptPush(Buffer.alloc(longestContent), receiver).length, 4_096);
});

test("a push service can verify who sends, for its own origin and for half a day", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = serverKeyOf(bytes(privateKey.export({ format: "jwk" }).d ?? ""));
  const now = Date.parse("2026-11-25T12:00:00Z");
  const header = vapidHeader(key, {
    endpoint: "https://push.example/a/b?c",
    contact: "mailto:ops@a.example",
    now,
  });
  const [, token = "", named] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  assert.equal(named, key.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  assert.deepEqual(JSON.parse(bytes(head).toString()), { typ: "JWT", alg: "ES256" });
  assert.deepEqual(JSON.parse(bytes(claims).toString()), {
    aud: "https://push.example",
    exp: now / 1000 + 43_200,
    sub: "mailto:ops@a.example",
  });
  const { x = "", y = "" } = privateKey.export({ format: "jwk" });
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = Buffer.from(`${head}.${claims}`);
  assert.ok(verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature)));
});

test("only points of the curve are keys of receivers", () => {
  assert.ok(isPublicKey(example.receiverPublic));
  assert.ok(!isPublicKey(example.receiverPublic.subarray(1)));
  const beside = Buffer.from(example.receiverPublic);
  beside[64] = (beside[64] ?? 0) ^ 1;
  assert.ok(!isPublicKey(beside));
});
