import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeTaxQr, encodeTaxQr, riyadhTimestamp } from "./tax-qr.ts";

const bobs = {
  sellerName: "Bobs Records",
  vatNumber: "310122393500003",
  issuedAt: "2022-04-25T15:30:00Z",
  total: "1000.00",
  vatTotal: "150.00",
};
const bobsCode =
  "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==";

test("the tax authority's published example encodes to its published code", () => {
  assert.equal(encodeTaxQr(bobs), bobsCode);
  assert.deepEqual(decodeTaxQr(bobsCode), bobs);
});

test("lengths count bytes of UTF-8, not letters", () => {
  const bytes = Buffer.from(encodeTaxQr({ ...bobs, sellerName: "متجر وصل" }), "base64");
  assert.deepEqual([...bytes.subarray(0, 2)], [1, 15]);
  assert.equal(bytes.subarray(2, 17).toString("utf8"), "متجر وصل");
});

test("whatever the seller is called, the code reads back, at most 255 bytes of the name and never half a letter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (sellerName) => {
      const read = decodeTaxQr(encodeTaxQr({ ...bobs, sellerName }));
      assert.ok(read);
      assert.ok(sellerName.startsWith(read.sellerName));
      assert.ok(Buffer.byteLength(read.sellerName) <= 255);
      if (Buffer.byteLength(sellerName) <= 255) assert.equal(read.sellerName, sellerName);
      assert.deepEqual({ ...read, sellerName: bobs.sellerName }, bobs);
    }),
  );
});

test("a name of more than 255 bytes is cut between two letters; a mark at its beginning stays", () => {
  const nameOf = (sellerName: string): string | undefined =>
    decodeTaxQr(encodeTaxQr({ ...bobs, sellerName }))?.sellerName;
  assert.equal(nameOf("ا".repeat(300)), "ا".repeat(127));
  assert.equal(nameOf(`x${"😀".repeat(100)}`), `x${"😀".repeat(63)}`);
  assert.equal(nameOf("\ufeffShop"), "\ufeffShop");
});

test("a field that cannot be cut is refused when it is too long", () => {
  assert.throws(() => encodeTaxQr({ ...bobs, total: "1".repeat(256) }), RangeError);
});

test("a damaged code reads as nothing", () => {
  const bytes = Buffer.from(bobsCode, "base64");
  const missing = bytes.subarray(0, bytes.length - 8);
  const swapped = Buffer.from(bytes);
  swapped[0] = 2;
  const extra = Buffer.concat([bytes, Buffer.from([6, 1, 65])]);
  for (const damaged of [missing, swapped, extra, bytes.subarray(0, 30)]) {
    assert.equal(decodeTaxQr(damaged.toString("base64")), null);
  }
  assert.equal(decodeTaxQr("not base64!"), null);
  assert.equal(decodeTaxQr(""), null);
});

test("times are Riyadh's: three hours ahead, the date included, without a zone", () => {
  assert.equal(riyadhTimestamp(Date.UTC(2026, 10, 20, 9, 5, 7)), "2026-11-20T12:05:07");
  assert.equal(riyadhTimestamp(Date.UTC(2026, 11, 31, 21, 0, 0)), "2027-01-01T00:00:00");
  assert.equal(riyadhTimestamp(Date.UTC(2026, 6, 1, 20, 59, 59, 999)), "2026-07-01T23:59:59");
});
