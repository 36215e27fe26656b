/**
 * Which form a tax invoice takes, by law (VAT Implementing Regulations, article 53; decision 0048). The standard one is
 * for exports and for legal persons, registered for VAT or not; to a legal person the simplified one will do below a
 * thousand riyals, if it is asked for. All others get the simplified one, unless the standard one is asked for.
 * Pure.
 */
import { type Minor, minor } from "../money.ts";
import type { TaxInvoiceForm, VatExemption } from "./tax-invoice.ts";
import {
  type AddressPart,
  type BuyerScheme,
  homeCountry,
  type Identification,
  isOfLegalPerson,
  missingOfAddress,
  type PostalAddress,
} from "./tax-party.ts";

/** The buyer as a tax invoice names it. */
export type BuyerParty = {
  readonly legalName: string | null;
  readonly identification: Identification | null;
  readonly postalAddress: PostalAddress | null;
};

/** Supplies to other countries and between them, which have no simplified invoice. */
const exportReasons: readonly VatExemption[] = [
  "VATEX-SA-32",
  "VATEX-SA-33",
  "VATEX-SA-34-1",
  "VATEX-SA-34-2",
  "VATEX-SA-34-3",
  "VATEX-SA-34-4",
  "VATEX-SA-34-5",
];

/** Whether a line with this reason makes the whole invoice an export's. */
export function isExport(exemption: VatExemption | null): boolean {
  return exemption !== null && exportReasons.includes(exemption);
}

/** From so much on, VAT included, a legal person must get the standard invoice: a supply of less may be simplified. */
export const simplifiedBelow: Minor = minor(100_000);

export type FormChoice =
  | {
      readonly kind: "chosen";
      readonly form: TaxInvoiceForm;
      /** In halalas: only a total below this may have the form; null for any. */
      readonly below: Minor | null;
    }
  /** A simplified invoice was asked for, which the law does not know for exports. */
  | { readonly kind: "forbidden" };

/**
 * Chooses the form of an invoice.
 * @param of who buys, why lines carry no VAT, and the form that was asked for, if one was
 */
export function chooseTaxForm(of: {
  readonly buyer: {
    readonly vatNumber: string | null;
    readonly scheme: BuyerScheme | null;
    /** The seller says that the buyer is a legal person. */
    readonly isBusiness: boolean;
  } | null;
  readonly exemptions: readonly (VatExemption | null)[];
  readonly asked: TaxInvoiceForm | null;
}): FormChoice {
  const { buyer, exemptions, asked } = of;
  if (exemptions.some(isExport))
    return asked === "simplified" ? { kind: "forbidden" } : { kind: "chosen", form: "standard", below: null };
  const isLegalPerson =
    buyer !== null &&
    (buyer.vatNumber !== null ||
      buyer.isBusiness ||
      (buyer.scheme !== null && isOfLegalPerson(buyer.scheme)));
  if (!isLegalPerson) return { kind: "chosen", form: asked ?? "simplified", below: null };
  return asked === "simplified"
    ? { kind: "chosen", form: "simplified", below: simplifiedBelow }
    : { kind: "chosen", form: "standard", below: null };
}

/** What a standard invoice still has to know of its buyer. */
export type BuyerFact = "name" | "identification" | `postalAddress.${AddressPart}`;

/**
 * What is missing of a buyer for a standard invoice: a name (BR-KSA-42), the address (BR-KSA-10, 63 and 67), and in Saudi
 * Arabia a VAT number or another identification (BR-KSA-81).
 */
export function missingOfBuyer(
  buyer: (BuyerParty & { readonly name: string | null; readonly vatNumber: string | null }) | null,
): BuyerFact[] {
  const country = buyer?.postalAddress?.country ?? homeCountry;
  const isUnknown = country === homeCountry && !buyer?.vatNumber && !buyer?.identification;
  return [
    ...(buyer?.legalName || buyer?.name ? [] : ["name" as const]),
    ...(isUnknown ? ["identification" as const] : []),
    ...missingOfAddress(buyer?.postalAddress ?? null).map((part) => `postalAddress.${part}` as const),
  ];
}
