/** Whom an invoice is for: how to reach the buyer, and how a tax invoice names it (core/tax/tax-form.ts, decision 0048). */
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { NewClient } from "#contract/parties.ts";
import type { CorrectedClient } from "#contract/tax-documents.ts";
import { readCountryCode } from "#core/phone/country-code.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { isProblem } from "#core/problem.ts";
import { type BuyerParty, chooseTaxForm, type FormChoice, missingOfBuyer } from "#core/tax/tax-form.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import {
  type AddressPart,
  addressParts,
  homeCountry,
  type PostalAddress,
  readAddressPart,
  readIdentification,
  readVatNumberOf,
} from "#core/tax/tax-party.ts";
import { isEmail } from "#core/validators.ts";
import type { ClientToIssue } from "../orders/issued-client.ts";
import type { OrderLine } from "../orders/order-lines.ts";
import type { BuyerCorrection } from "../tax-documents/correct-document.ts";
import { FieldReader } from "./field-reader.ts";
import { wrongFields } from "./validation.ts";
import type { Seller } from "./vat-input.ts";

/** Reads the client; what is wrong is remembered by the reader. */
export function readClient(reader: FieldReader, client: NewClient): ClientToIssue {
  const name = reader.optional("client.name", client.name, 100);
  const email = reader.optional("client.email", client.email, 254);
  const country = readCountryCode(client.countryCode ?? defaultCountry);
  if (country === null) reader.wrong("client.countryCode", "unknown_country", "not a country of ISO 3166");
  const countryCode = country ?? defaultCountry;
  const mobile = parseMobile(client.mobile ?? "", countryCode);
  if (client.mobile !== undefined && country !== null && mobile.kind === "refused") {
    reader.wrong("client.mobile", mobile.code, "not a mobile number of the country in countryCode");
  }
  if (client.name === undefined && client.legalName === undefined && client.mobile === undefined) {
    reader.wrong("client.name", "required", "a name, a legal name or a mobile is required");
  }
  if (email !== null && !isEmail(email))
    reader.wrong("client.email", "invalid_email", "not an e-mail address");
  const party = readParty(reader, client);
  return {
    name,
    mobile: mobile.kind === "ok" ? mobile.e164 : null,
    countryCode,
    email,
    ...party,
    vatNumber: readBuyersVatNumber(reader, client.vatNumber, party.postalAddress),
    address: reader.optional("client.address", client.address, 500),
  };
}

/**
 * Reads what a correction says of a buyer; the paths are those of invoices.
 */
export function readCorrection(
  reader: FieldReader,
  { vatNumber, identification, ...given }: CorrectedClient,
): BuyerCorrection {
  const party = readParty(reader, { ...given, ...(identification && { identification }) });
  const read = readBuyersVatNumber(reader, vatNumber ?? undefined, party.postalAddress);
  refuseUnprintableOf(reader, { name: null, address: null, ...party });
  return {
    ...(party.legalName !== null && { legalName: party.legalName }),
    ...(party.postalAddress && { postalAddress: party.postalAddress }),
    ...(vatNumber !== undefined && { vatNumber: read }),
    ...(identification !== undefined && { identification: party.identification }),
  };
}

function readParty(
  reader: FieldReader,
  {
    legalName,
    identification,
    postalAddress,
  }: Pick<NewClient, "legalName" | "identification" | "postalAddress">,
): BuyerParty {
  const value = identification && readIdentification(identification.scheme, identification.value);
  if (identification && !value) {
    const words = `is no identification of the scheme ${identification.scheme}`;
    reader.wrong("client.identification.value", "invalid_number", words);
  }
  return {
    legalName: reader.optional("client.legalName", legalName, 200),
    identification: identification && value ? { scheme: identification.scheme, value } : null,
    postalAddress: postalAddress ? readPostalAddress(reader, postalAddress) : null,
  };
}

function readPostalAddress(
  reader: FieldReader,
  given: NonNullable<NewClient["postalAddress"]>,
): PostalAddress {
  const country = readCountryCode(given.country ?? homeCountry);
  if (country === null)
    reader.wrong("client.postalAddress.country", "unknown_country", "not a country of ISO 3166");
  const read = (part: AddressPart): string | null => {
    const text = given[part];
    if (text === undefined) return null;
    const value = readAddressPart(part, text, country ?? homeCountry);
    const isEmpty = text.trim() === "";
    const words = isEmpty ? "must not be empty" : `must be ${part === "postalCode" ? 5 : 4} digits`;
    if (value === null)
      reader.wrong(`client.postalAddress.${part}`, isEmpty ? "required" : "invalid_number", words);
    return value;
  };
  return {
    street: read("street"),
    buildingNumber: read("buildingNumber"),
    additionalNumber: read("additionalNumber"),
    district: read("district"),
    postalCode: read("postalCode"),
    city: read("city"),
    country: country ?? homeCountry,
  };
}

function readBuyersVatNumber(
  reader: FieldReader,
  vatNumber: string | undefined,
  address: PostalAddress | null,
): string | null {
  if (vatNumber === undefined) return null;
  const read = readVatNumberOf(address?.country ?? homeCountry, vatNumber);
  if (read === null) {
    const words = "must be 15 digits that begin and end with 3, or that of the country in postalAddress";
    reader.wrong("client.vatNumber", "invalid_vat_number", words);
  }
  return read;
}

/**
 * Chooses the form of the tax invoice, and checks that it can say what it must of its buyer.
 * @param of what was read of the invoice; the seller has a VAT number
 */
export function readTaxForm(
  reader: FieldReader,
  body: Pick<NewInvoice, "client" | "taxForm">,
  of: {
    readonly client: ClientToIssue | null;
    readonly lines: readonly Pick<OrderLine, "vat_exemption">[];
    readonly seller: Seller;
  },
): FormChoice {
  const { client, lines, seller } = of;
  const choice = chooseTaxForm({
    buyer: client && {
      vatNumber: client.vatNumber,
      scheme: client.identification?.scheme ?? null,
      isBusiness: body.client?.isBusiness ?? false,
    },
    exemptions: lines.map((line) => line.vat_exemption),
    asked: body.taxForm ?? null,
  });
  if (client?.vatNumber && client.vatNumber === seller.vatNumber)
    reader.wrong("client.vatNumber", "own_vat_number", "must not be your own");
  if (choice.kind === "forbidden" || choice.form === "simplified") return choice;
  for (const fact of missingOfBuyer(client)) {
    const path = `client.${fact}`;
    // What was given and is wrong has been named.
    if (
      !reader.isWrong(path) &&
      !(fact === "identification" && reader.isWrong("client.identification.value"))
    )
      reader.wrong(
        path,
        "required",
        "a standard tax invoice names its buyer, its address and a number of it",
      );
  }
  return choice;
}

/** What papers print of a client. */
export function refuseUnprintableOf(
  reader: FieldReader,
  client: Pick<ClientToIssue, "name" | "legalName" | "address" | "postalAddress">,
): void {
  for (const fact of ["name", "legalName", "address"] as const)
    reader.refuseUnprintable(`client.${fact}`, client[fact]);
  for (const part of addressParts)
    reader.refuseUnprintable(`client.postalAddress.${part}`, client.postalAddress?.[part]);
}

/**
 * Reads a client that is no invoice's yet.
 * @throws Problem `validation_failed` with every wrong field, by the names of the body
 */
export function readNewClient(body: Omit<NewClient, "isBusiness">): ClientToIssue {
  const reader = new FieldReader(taxCurrency);
  const client = readClient(reader, body);
  refuseUnprintableOf(reader, client);
  try {
    reader.refuseWrong();
  } catch (error) {
    if (!isProblem(error)) throw error;
    throw wrongFields(
      (error.fields ?? []).map((wrong) => ({ ...wrong, path: wrong.path.replace(/^client\./, "") })),
    );
  }
  return client;
}

/** Texts of a client that are kept and shown hold no card number (decision K4). */
export function refuseCardNumbersOf(reader: FieldReader, client: ClientToIssue): void {
  reader.refuseCardNumber("client.name", client.name);
  reader.refuseCardNumber("client.legalName", client.legalName);
  reader.refuseCardNumber("client.address", client.address);
  for (const part of addressParts)
    reader.refuseCardNumber(`client.postalAddress.${part}`, client.postalAddress?.[part]);
}
