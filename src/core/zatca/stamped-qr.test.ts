/** The nine tags, read by a reader of five lines that is independent of the writer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeStampedQr } from "./stamped-qr.ts";

function tagsOf(base64: string): [tag: number, value: Buffer][] {
  const bytes = Buffer.from(base64, "base64");
  const tags: [number, Buffer][] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0))
    tags.push([bytes[at] ?? 0, bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0))]);
  return tags;
}

const facts = {
  sellerName: "شركة النخيل للتجارة ".repeat(20),
  vatNumber: "310122393500003",
  issuedAt: "2026-10-20T02:05:09",
  total: "115.00",
  vatTotal: "15.00",
  hash: "z5F9qsS6oWyDhehD8u8S0DaxV+2CUiUz9Y+UsR61JgQ=",
  signature: "MEUC",
  publicKey: Uint8Array.from({ length: 88 }, (_, index) => index),
  certificateSignature: Uint8Array.from({ length: 72 }, (_, index) => 255 - index),
};

test("a simplified document has nine tags: texts as texts, key and signature of the certificate as bytes", () => {
  const code = encodeStampedQr(facts);
  const tags = tagsOf(code);
  assert.deepEqual(
    tags.map(([tag]) => tag),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  const values = tags.map(([, value]) => value);
  assert.ok((values[0]?.length ?? 0) <= 255 && facts.sellerName.startsWith(values[0]?.toString() ?? "?"));
  assert.deepEqual(values.slice(1, 7).map(String), [
    facts.vatNumber,
    facts.issuedAt,
    facts.total,
    facts.vatTotal,
    facts.hash,
    facts.signature,
  ]);
  assert.deepEqual(values.slice(7), [Buffer.from(facts.publicKey), Buffer.from(facts.certificateSignature)]);
  assert.ok(code.length <= 1_000, "more is rejected (BR-CL-KSA-14)");
});

test("a standard document has eight, for the authority adds its own", () => {
  const tags = tagsOf(encodeStampedQr({ ...facts, certificateSignature: null }));
  assert.deepEqual(
    tags.map(([tag]) => tag),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});
