import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate for localhost that signs itself, built here so that no private key is in the repository. */
export function selfSigned(): { readonly certPem: string; readonly keyPem: string } {
  const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
  };
  const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
  const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
  const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes);

  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
  const alternativeName = sequence(oid("551d11"), der(0x04, sequence(der(0x82, Buffer.from("localhost")))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x18, Buffer.from("21200101000000Z"))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeName)),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign("sha256", content, privateKey)));
  const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    certPem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** The shortest form there is: browsers take no other. */
function lengthOf(bytes: number): readonly number[] {
  if (bytes < 128) return [bytes];
  return bytes < 256 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
}
