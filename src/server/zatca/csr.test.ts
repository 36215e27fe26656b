/** The request for a certificate, taken apart field by field. */
import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import { contentsOf, element, oid } from "#core/zatca/der.ts";
import { certificateRequest, type UnitSubject } from "./csr.ts";
import { newUnitKey, readUnitKey } from "./unit-key.ts";

const subject: UnitSubject = {
  environment: "simulation",
  commonName: "wasl-1",
  organization: "شركة النخيل للتجارة",
  branch: "فرع الرياض",
  vatNumber: "310122393500003",
  serialNumber: "1-Wasl|2-1.11|3-ed22f1d8-e6a2-4118-9b58-d9a8f11e445f",
  forms: { standard: true, simplified: true },
  address: "RRRD2929",
  businessCategory: "تجارة التجزئة",
};

const key = readUnitKey(newUnitKey());

function derOf(pem: string): Buffer {
  assert.match(
    pem,
    /^-----BEGIN CERTIFICATE REQUEST-----\n(?:[\w+/=]{1,64}\n)+-----END CERTIFICATE REQUEST-----\n$/,
  );
  return Buffer.from(pem.replace(/-----.*-----|\n/g, ""), "base64");
}

/** Names by their dotted type. */
function namesOf(content: Uint8Array): Map<string, string> {
  const parts = contentsOf(element(0x30, content)).map((part) => {
    const [type, value] = contentsOf(element(0x30, ...contentsOf(element(0x30, part))));
    return [Buffer.from(type ?? []).toString("hex"), Buffer.from(value ?? []).toString()] as const;
  });
  return new Map(parts);
}

const typeOf = (dotted: string): string => Buffer.from(oid(dotted).subarray(2)).toString("hex");

function parse(pem: string) {
  const [info, , signature] = contentsOf(derOf(pem));
  assert.ok(info && signature);
  const [version, name, publicKey, attributes] = contentsOf(element(0x30, info));
  assert.ok(version && name && publicKey && attributes);
  const [, requested] = contentsOf(element(0x30, ...contentsOf(element(0x30, attributes))));
  const extensions = contentsOf(element(0x30, ...contentsOf(element(0x30, requested ?? new Uint8Array()))));
  const values = extensions.map((extension) => contentsOf(element(0x30, extension))[1] ?? new Uint8Array());
  return { info, signature, version, names: namesOf(name), publicKey, values };
}

test("the request is signed with the unit's own key, which it carries", () => {
  const { info, signature, version, publicKey } = parse(certificateRequest(key, subject));
  assert.deepEqual([...version], [0]);
  const spki = Buffer.from(element(0x30, publicKey));
  assert.deepEqual(spki, createPublicKey(key).export({ type: "spki", format: "der" }));
  assert.ok(verify("sha256", element(0x30, info), createPublicKey(key), signature.subarray(1)));
});

test("it names seller, branch and unit, and the authority's fields stand in the alternative name", () => {
  const { names, values } = parse(certificateRequest(key, subject));
  assert.deepEqual(
    ["2.5.4.6", "2.5.4.11", "2.5.4.10", "2.5.4.3"].map((type) => names.get(typeOf(type))),
    ["SA", "فرع الرياض", "شركة النخيل للتجارة", "wasl-1"],
  );
  const [template, alternative] = values;
  assert.equal(Buffer.from(template?.subarray(2) ?? []).toString(), "PREZATCA-Code-Signing");
  const [directory] = contentsOf(alternative ?? new Uint8Array());
  const [unit] = contentsOf(element(0x30, directory ?? new Uint8Array()));
  const fields = namesOf(unit ?? new Uint8Array());
  assert.deepEqual(
    ["2.5.4.4", "0.9.2342.19200300.100.1.1", "2.5.4.12", "2.5.4.26", "2.5.4.15"].map((type) =>
      fields.get(typeOf(type)),
    ),
    [subject.serialNumber, "310122393500003", "1100", "RRRD2929", "تجارة التجزئة"],
  );
});

test("each of the authority's systems is asked with its own template", () => {
  const templateOf = (environment: UnitSubject["environment"]): string =>
    Buffer.from(
      parse(certificateRequest(key, { ...subject, environment })).values[0]?.subarray(2) ?? [],
    ).toString();
  assert.deepEqual((["sandbox", "simulation", "production"] as const).map(templateOf), [
    "TSTZATCA-Code-Signing",
    "PREZATCA-Code-Signing",
    "ZATCA-Code-Signing",
  ]);
});

test("a key of another curve is no stamping key", () => {
  const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  assert.throws(() => readUnitKey(other.export({ type: "pkcs8", format: "pem" }).toString()));
  assert.equal(readUnitKey(newUnitKey()).asymmetricKeyDetails?.namedCurve, "secp256k1");
});
