/** Who orders from a product link, as the order keeps it, and the form of the tax invoice that it will get. */
import { Problem } from "#core/problem.ts";
import { companyIds } from "#core/tax/company-buyer.ts";
import { chooseTaxForm, isExport, missingOfBuyer } from "#core/tax/tax-form.ts";
import { namesBuyer } from "#core/tax/tax-invoice.ts";
import { homeCountry } from "#core/tax/tax-party.ts";
import type { ClientToIssue } from "../orders/issued-client.ts";
import type { OrderToIssue } from "../orders/order-to-issue.ts";
import { unknownParty } from "../parties/buyer-party.ts";
import type { CheckoutInput } from "./checkout-input.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/** The buyer of a checkout; a company is in Saudi Arabia. */
export function toClient({ name, mobile, countryCode, company }: CheckoutInput): ClientToIssue {
  const person = { name, mobile, countryCode, email: null, vatNumber: null, address: null, ...unknownParty };
  if (company === null) return person;
  const { name: legalName, number, ...address } = company;
  const postalAddress = { ...address, additionalNumber: null, country: homeCountry };
  return { ...person, legalName, ...companyIds(number), postalAddress };
}

/**
 * The form of the tax invoice; null for a seller without a VAT number.
 * @throws Problem `shop_not_ready` for an export to a buyer who is not named whole, and for what only citizens get
 *   without VAT: a link asks for neither address nor national id
 */
export function taxFormOf(link: ProductLinkRecord, client: ClientToIssue): OrderToIssue["taxForm"] {
  if (link.merchant_vat_number === null) return null;
  if (isOfCitizens(link.product_vat_exemption))
    throw new Problem("shop_not_ready", {
      detail: "education and healthcare need the citizen's national id",
    });
  const choice = chooseTaxForm({
    buyer: {
      vatNumber: client.vatNumber,
      scheme: client.identification?.scheme ?? null,
      isBusiness: client.legalName !== null,
    },
    exemptions: [link.product_vat_exemption],
    asked: null,
  });
  if (choice.kind === "forbidden" || (choice.form === "standard" && missingOfBuyer(client).length > 0))
    throw new Problem("shop_not_ready", { detail: "an export needs a buyer that is named whole" });
  return choice;
}

/** Whether a product cannot be sold by links, whose buyers are not asked for what a tax invoice of it needs. */
export function needsNamedBuyer(
  merchant: { readonly vatNumber: string | null },
  exemption: ProductLinkRecord["product_vat_exemption"],
): boolean {
  return merchant.vatNumber !== null && (isExport(exemption) || isOfCitizens(exemption));
}

function isOfCitizens(exemption: ProductLinkRecord["product_vat_exemption"]): boolean {
  return exemption !== null && namesBuyer(exemption);
}
