/** Seller and buyer of a tax document in UBL (BG-4, BG-7). Pure. */
import { homeCountry, type Identification, type PostalAddress } from "../tax/tax-party.ts";
import { branch, branchUnlessEmpty, leaf, type Xml } from "./canonical-xml.ts";
import type { EInvoice, EInvoiceBuyer, EInvoiceSeller } from "./e-invoice.ts";

/** The seller: every unit of a chain has one. */
export function sellerXml(seller: EInvoiceSeller): Xml {
  return branch("cac:AccountingSupplierParty", partyXml(seller));
}

/** The buyer; a simplified document may have none, and the element stays empty. */
export function buyerXml({ buyer, form }: Pick<EInvoice, "buyer" | "form">): Xml {
  return branch("cac:AccountingCustomerParty", buyer && partyXml(asNamed(buyer, form)));
}

/**
 * A VAT number of another country is no number of the authority (BR-KSA-44): it identifies its holder (BT-46) unless
 * something else does. On a simplified document an address is stated where all of it is known, for half of one is an
 * error (BR-KSA-63).
 */
function asNamed(buyer: EInvoiceBuyer, form: EInvoice["form"]): EInvoiceBuyer {
  const { vatNumber, identification } = buyer;
  const isSaudi = vatNumber !== null && /^3\d{13}3$/.test(vatNumber);
  const foreign = isSaudi ? null : vatNumber;
  return {
    ...buyer,
    vatNumber: isSaudi ? vatNumber : null,
    identification: identification ?? (foreign === null ? null : { scheme: "OTH", value: foreign }),
    address: form === "standard" ? buyer.address : null,
  };
}

function partyXml(party: EInvoiceBuyer): Xml {
  return branch(
    "cac:Party",
    party.identification && identificationXml(party.identification),
    party.address && addressXml(party.address),
    party.vatNumber === null
      ? null
      : branch("cac:PartyTaxScheme", leaf("cbc:CompanyID", party.vatNumber), taxScheme),
    party.name === null ? null : branch("cac:PartyLegalEntity", leaf("cbc:RegistrationName", party.name)),
  );
}

function identificationXml({ scheme, value }: Identification): Xml {
  return branch("cac:PartyIdentification", leaf("cbc:ID", value, { schemeID: scheme }));
}

/** In Saudi Arabia a district has its own element; elsewhere whatever is known is stated. */
function addressXml(address: PostalAddress): Xml | null {
  const part = (name: string, value: string | null): Xml | null =>
    value === null ? null : leaf(name, value);
  const isHome = address.country === homeCountry;
  return branchUnlessEmpty(
    "cac:PostalAddress",
    part("cbc:StreetName", address.street),
    part("cbc:BuildingNumber", address.buildingNumber),
    part("cbc:PlotIdentification", isHome ? address.additionalNumber : null),
    part("cbc:CitySubdivisionName", address.district),
    part("cbc:CityName", address.city),
    part("cbc:PostalZone", address.postalCode),
    branch("cac:Country", leaf("cbc:IdentificationCode", address.country)),
  );
}

/** Of every tax in these documents. */
export const taxScheme: Xml = branch("cac:TaxScheme", leaf("cbc:ID", "VAT"));
