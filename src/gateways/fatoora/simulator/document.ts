/** A document as the simulated authority reads it: by a parser, from the file alone. */
import { createHash } from "node:crypto";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { signCleared } from "./certificates.ts";

const names = {
  i: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
  ds: "http://www.w3.org/2000/09/xmldsig#",
  xades: "http://uri.etsi.org/01903/v1.3.2#",
};

const reference = (id: string): string => `/i:Invoice/cac:AdditionalDocumentReference[cbc:ID='${id}']`;
const attached = (id: string): string => `${reference(id)}/cac:Attachment/cbc:EmbeddedDocumentBinaryObject`;
const seller = "/i:Invoice/cac:AccountingSupplierParty/cac:Party";

const paths = {
  uuid: "/i:Invoice/cbc:UUID",
  number: "/i:Invoice/cbc:ID",
  date: "/i:Invoice/cbc:IssueDate",
  time: "/i:Invoice/cbc:IssueTime",
  form: "/i:Invoice/cbc:InvoiceTypeCode/@name",
  kind: "/i:Invoice/cbc:InvoiceTypeCode",
  counter: `${reference("ICV")}/cbc:UUID`,
  previousHash: attached("PIH"),
  qr: attached("QR"),
  sellerName: `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`,
  vatNumber: `${seller}/cac:PartyTaxScheme/cbc:CompanyID`,
  total: "/i:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount",
  vat: "/i:Invoice/cac:TaxTotal/cbc:TaxAmount",
  digest: "//ds:Reference[@Id='invoiceSignedData']/ds:DigestValue",
  propertiesDigest: "//ds:Reference[@URI='#xadesSignedProperties']/ds:DigestValue",
  signature: "//ds:SignatureValue",
  certificate: "//ds:X509Certificate",
  certificateDigest: "//xades:CertDigest/ds:DigestValue",
} as const;

export type ReadDocument = { readonly [field in keyof typeof paths]: string } & {
  /** SHA-256 of the canonical form without stamp, signature and QR code. */
  readonly hash: Buffer;
  /** The signed properties as they are hashed. */
  readonly properties: string;
};

/** Reads a file; null for what is no XML. What the file does not have is an empty text. */
export function readDocument(xml: string): ReadDocument | null {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(xml);
  } catch {
    return null;
  }
  try {
    const fields = Object.fromEntries(
      Object.entries(paths).map(([field, path]) => [field, document.find(path, names)[0]?.content ?? ""]),
    ) as Record<keyof typeof paths, string>;
    for (const path of ["/i:Invoice/ext:UBLExtensions", "/i:Invoice/cac:Signature", reference("QR")])
      for (const node of document.find(path, names)) node.remove();
    const canonical = document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
    return {
      ...fields,
      hash: createHash("sha256").update(canonical).digest(),
      properties: propertiesIn(xml),
    };
  } finally {
    document.dispose();
  }
}

/** The text of the properties with the two namespaces that the authority writes into it before hashing. */
function propertiesIn(xml: string): string {
  const [embedded = ""] = /<xades:SignedProperties[\s\S]*<\/xades:SignedProperties>/.exec(xml) ?? [];
  return embedded
    .replace("<xades:SignedProperties ", `<xades:SignedProperties xmlns:xades="${names.xades}" `)
    .replace(
      /<ds:(DigestMethod|DigestValue|X509IssuerName|X509SerialNumber)(?=[ >])/g,
      `<ds:$1 xmlns:ds="${names.ds}"`,
    );
}

/** The values of a QR code, tag after tag; null when the tags are not 1, 2, 3 and so on. */
export function tagsOf(qr: string): Buffer[] | null {
  const bytes = Buffer.from(qr, "base64");
  const values: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] ?? 0);
    if (bytes[at] !== values.length + 1 || end > bytes.length) return null;
    values.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return values;
}

/** The file with the authority's own QR code in place of the unit's. */
export function clearedXml(xml: string, { qr, hash }: ReadDocument): string {
  const { signature, publicKey } = signCleared(hash);
  const values = [
    ...(tagsOf(qr) ?? []).slice(0, 5),
    Buffer.from(hash.toString("base64")),
    Buffer.from(signature),
    publicKey,
  ];
  const bytes = values.map((value, index) => Buffer.concat([Buffer.of(index + 1, value.length), value]));
  return xml.replace(qr, Buffer.concat(bytes).toString("base64"));
}
