/**
 * The request for a unit's certificate (PKCS #10) with the fields that the tax authority asks for in it (Security
 * Features Implementation Standards, 2.2.2; developer portal manual). Written by hand: WebCrypto, which the libraries
 * build on, does not know the curve.
 */
import { createPublicKey, type KeyObject, sign } from "node:crypto";
import {
  bits,
  context,
  type Der,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  utf8,
} from "#core/zatca/der.ts";

/** The authority's three systems. */
export const environments = ["sandbox", "simulation", "production"] as const;
export type ZatcaEnvironment = (typeof environments)[number];

/** Tells the authority's systems apart: a request with another one's name is refused. */
const templates: Readonly<Record<ZatcaEnvironment, string>> = {
  sandbox: "TSTZATCA-Code-Signing",
  simulation: "PREZATCA-Code-Signing",
  production: "ZATCA-Code-Signing",
};

export type UnitSubject = {
  readonly environment: ZatcaEnvironment;
  /** What the unit is called. */
  readonly commonName: string;
  /** The seller's legal name. */
  readonly organization: string;
  /** Its branch; of a VAT group, the member's TIN. */
  readonly branch: string;
  readonly vatNumber: string;
  /** "1-maker|2-model|3-number of its own". */
  readonly serialNumber: string;
  /** Which forms it issues. */
  readonly forms: { readonly standard: boolean; readonly simplified: boolean };
  readonly address: string;
  readonly businessCategory: string;
};

/** The request in PEM, signed with the unit's key. */
export function certificateRequest(key: KeyObject, subject: UnitSubject): string {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const info = sequence(
    integer(Uint8Array.of(0)),
    sequence(
      named("2.5.4.6", printable("SA")),
      named("2.5.4.11", utf8(subject.branch)),
      named("2.5.4.10", utf8(subject.organization)),
      named("2.5.4.3", utf8(subject.commonName)),
    ),
    publicKey,
    context(0, sequence(oid("1.2.840.113549.1.9.14"), set(extensions(subject)))),
  );
  const request = sequence(info, sequence(oid(ecdsaWithSha256)), bits(sign("sha256", info, key)));
  return toPem("CERTIFICATE REQUEST", request);
}

/** Whether a request, as it is kept, was made for a VAT number: the certificate that it got stamps for that one alone. */
export function requestsFor(pem: string, vatNumber: string): boolean {
  return Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64").includes(vatNumber);
}

const ecdsaWithSha256 = "1.2.840.10045.4.3.2";

function named(type: string, value: Der): Der {
  return set(sequence(oid(type), value));
}

/** The template's name, and what the unit is in an alternative name that is a directory name. */
function extensions({ environment, ...subject }: UnitSubject): Der {
  const flag = (is: boolean): string => (is ? "1" : "0");
  const unit = sequence(
    // Surname, of all things, holds the serial number.
    named("2.5.4.4", utf8(subject.serialNumber)),
    named("0.9.2342.19200300.100.1.1", utf8(subject.vatNumber)),
    named("2.5.4.12", utf8(`${flag(subject.forms.standard)}${flag(subject.forms.simplified)}00`)),
    named("2.5.4.26", utf8(subject.address)),
    named("2.5.4.15", utf8(subject.businessCategory)),
  );
  return sequence(
    sequence(oid("1.3.6.1.4.1.311.20.2"), octets(printable(templates[environment]))),
    sequence(oid("2.5.29.17"), octets(sequence(context(4, unit)))),
  );
}

function toPem(label: string, der: Der): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
