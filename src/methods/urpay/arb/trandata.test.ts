import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Secret } from "#core/secret/secret.ts";
import { hide, unhide } from "../simulator/arb/cipher.ts";
import { decryptTrandata, encryptTrandata, type TrandataOptions } from "./trandata.ts";

const key = new Secret("0123456789abcdef0123456789abcdef");
const standard: TrandataOptions = { iv: Buffer.from("PGKEYENCDECIVSPC"), isUrlEncoded: true };

test("a message is hidden as the gateway's guide says: list, percent-encoded, AES-CBC, upper-case hexadecimal", () => {
  const hidden =
    "DA8363F5D6F61D44418269B6DE98BE7C89D335DC60935A77457C5747EB2BA108EF00C169F2DA33CA61EF341F1ABFC985";
  assert.equal(encryptTrandata({ amt: "1.00" }, key, standard), hidden);
  assert.deepEqual(decryptTrandata(hidden, key, standard), { amt: "1.00" });
  assert.deepEqual(decryptTrandata(hidden.toLowerCase(), key, standard), { amt: "1.00" });
});

test("what one side hides the other reads, whatever stands in it", () => {
  const options = [
    standard,
    { ...standard, isUrlEncoded: false },
    { ...standard, iv: Buffer.alloc(16) },
  ] satisfies TrandataOptions[];
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: "binary" })), fc.nat(2), (message, index) => {
      const chosen = options[index] ?? standard;
      const plain = { ...message };
      assert.deepEqual(
        { ...Object(decryptTrandata(encryptTrandata(plain, key, chosen), key, chosen)) },
        plain,
      );
    }),
  );
});

test("the gateway's own way to encode spaces and stars is read, and ours by it", () => {
  const message = { udf1: "a b+c*d %41 متجر" };
  assert.deepEqual(decryptTrandata(hide(message, key.reveal()), key, standard), message);
  assert.deepEqual(unhide(encryptTrandata(message, key, standard), key.reveal()), message);
});

test("text that is not hidden with this key gives nothing, and never throws", () => {
  const hidden = encryptTrandata({ amt: "1.00" }, key, standard);
  const other = new Secret("f".repeat(32));
  for (const text of ["", "zz", hidden.slice(2), hidden.slice(0, -32), "00".repeat(48)])
    assert.equal(decryptTrandata(text, key, standard), null, text);
  assert.equal(decryptTrandata(hidden, other, standard), null);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), (bytes) => {
      decryptTrandata(Buffer.from(bytes).toString("hex"), key, standard);
    }),
  );
});
