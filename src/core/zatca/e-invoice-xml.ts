/**
 * A tax document in UBL 2.1 as the tax authority wants it (Electronic Invoice XML Implementation Standard; KSA and BT
 * numbers are its terms), in canonical form. Pure.
 */
import { formatDecimal } from "../money.ts";
import { taxCurrency } from "../tax/tax-invoice.ts";
import { branch, leaf, type Xml } from "./canonical-xml.ts";
import { type EInvoice, paymentMeans, typeCodes } from "./e-invoice.ts";
import { lineXml, taxSubtotalXml } from "./lines-xml.ts";
import { buyerXml, sellerXml } from "./parties-xml.ts";

export type EInvoiceXml = {
  /** Canonical, without what the hash leaves out: stamp, signature and QR code. The hash is SHA-256 of its UTF-8. */
  readonly hashed: string;
  /** The file as it is kept and sent: byte for byte, with what the hash leaves out. */
  readonly stamped: (stamp: Stamp) => string;
};

export type Stamp = {
  /** The element `ext:UBLExtensions` with the XAdES signature. */
  readonly extensions: Xml;
  /** Content of the QR code, base64. */
  readonly qr: string;
};

const root =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"' +
  ' xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">';

/** Writes a tax document. What it may not say is refused before (`rules.ts`): this writes what it is given. */
export function eInvoiceXml(invoice: EInvoice): EInvoiceXml {
  const head = headXml(invoice).join("");
  const body = bodyXml(invoice).join("");
  return {
    hashed: `${root}${head}${body}</Invoice>`,
    stamped: ({ extensions, qr }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n${root}${extensions}${head}` +
      `${reference("QR", attachment(qr))}${signature}${body}</Invoice>`,
  };
}

/** Everything up to where the QR code stands, in the order of the schema. */
function headXml(invoice: EInvoice): Xml[] {
  const [date = "", time = ""] = invoice.issuedAt.split("T");
  const { correction } = invoice;
  return [
    leaf("cbc:ProfileID", "reporting:1.0"),
    leaf("cbc:ID", invoice.number),
    leaf("cbc:UUID", invoice.uuid),
    leaf("cbc:IssueDate", date),
    leaf("cbc:IssueTime", time),
    leaf("cbc:InvoiceTypeCode", typeCodes[invoice.kind], { name: transactionCode(invoice) }),
    leaf("cbc:DocumentCurrencyCode", invoice.currency),
    leaf("cbc:TaxCurrencyCode", taxCurrency),
    // What a note takes back comes first, then the invoice of both (decision 0114).
    ...[correction?.debitNote, correction?.number].flatMap((number) =>
      number === undefined ? [] : billingReference(number),
    ),
    reference("ICV", leaf("cbc:UUID", String(invoice.counter))),
    reference("PIH", attachment(invoice.previousHash)),
  ];
}

/** Everything from the parties on, in the order of the schema. */
function bodyXml(invoice: EInvoice): Xml[] {
  const { currency, taxable, vat, total, correction } = invoice;
  const amount = (name: string, value: typeof total): Xml =>
    leaf(name, formatDecimal(value, currency), { currencyID: currency });
  const vatInRiyals = formatDecimal(invoice.vatInRiyals, taxCurrency);
  return [
    sellerXml(invoice.seller),
    buyerXml(invoice),
    branch("cac:Delivery", leaf("cbc:ActualDeliveryDate", invoice.suppliedOn)),
    branch(
      "cac:PaymentMeans",
      leaf("cbc:PaymentMeansCode", paymentMeans[invoice.payment]),
      correction && leaf("cbc:InstructionNote", correction.reason),
    ),
    // Twice: in riyals for the authority (BT-111), then in the document's currency with its breakdown (BT-110).
    branch("cac:TaxTotal", leaf("cbc:TaxAmount", vatInRiyals, { currencyID: taxCurrency })),
    branch("cac:TaxTotal", amount("cbc:TaxAmount", vat), taxSubtotalXml(invoice)),
    branch(
      "cac:LegalMonetaryTotal",
      amount("cbc:LineExtensionAmount", taxable),
      amount("cbc:TaxExclusiveAmount", taxable),
      amount("cbc:TaxInclusiveAmount", total),
      amount("cbc:PayableAmount", total),
    ),
    ...invoice.lines.map((line, index) => lineXml(line, { id: index + 1, currency })),
  ];
}

/** KSA-2: 01 standard or 02 simplified, then flags, of which exports have the third. */
function transactionCode({ form, lines }: EInvoice): string {
  const isExport = lines.some(({ exemption }) => exemption !== null && exportCodes.includes(exemption.code));
  return `${form === "standard" ? "01" : "02"}00${isExport && form === "standard" ? "1" : "0"}00`;
}

/** Goods and services that leave the country. */
const exportCodes: readonly string[] = ["VATEX-SA-32", "VATEX-SA-33"];

/** A document that a note is about (BG-3). */
function billingReference(number: string): Xml {
  return branch("cac:BillingReference", branch("cac:InvoiceDocumentReference", leaf("cbc:ID", number)));
}

function reference(id: string, content: Xml): Xml {
  return branch("cac:AdditionalDocumentReference", leaf("cbc:ID", id), content);
}

function attachment(base64: string): Xml {
  return branch(
    "cac:Attachment",
    leaf("cbc:EmbeddedDocumentBinaryObject", base64, { mimeCode: "text/plain" }),
  );
}

/** Says that the extensions hold the signature (KSA-15). */
const signature = branch(
  "cac:Signature",
  leaf("cbc:ID", "urn:oasis:names:specification:ubl:signature:Invoice"),
  leaf("cbc:SignatureMethod", "urn:oasis:names:specification:ubl:dsig:enveloped:xades"),
);
