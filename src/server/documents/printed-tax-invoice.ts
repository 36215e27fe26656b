/** The tax invoice of an order for the page that prints it: what its QR code says must stand on the paper in words. */
import type { PrintedTaxInvoice } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { toJsonNumber } from "#core/money.ts";
import { taxCurrency, vatGroups } from "#core/tax/tax-invoice.ts";
import { vatLineOf } from "../orders/vat-lines.ts";
import type { Services } from "../services.ts";
import type { DocumentBuyer } from "./document-facts.ts";
import { type DocumentTexts, textsIn } from "./document-texts.ts";
import { sellerAddress, sellerInEnglish } from "./parties.ts";
import { addressText } from "./party-facts.ts";
import { findTaxInvoice, type TaxDocument } from "./tax-document-store.ts";

/** From the stored content, which never changes; null when none was issued. */
export async function loadPrintedTaxInvoice(
  { db }: Pick<Services, "db">,
  orderNumber: string,
): Promise<PrintedTaxInvoice | null> {
  const order = await db.kysely
    .selectFrom("orders")
    .select("id")
    .where("order_number", "=", orderNumber)
    .executeTakeFirst();
  const document = order ? await findTaxInvoice(db.kysely, order.id) : null;
  if (!document) return null;
  const { facts, riyals } = document.content;
  const inRiyals = riyals && [
    { label: textOf((texts) => texts.totals.vatInRiyals), amount: toJsonNumber(riyals.vat, taxCurrency) },
    { label: textOf((texts) => texts.totals.totalInRiyals), amount: toJsonNumber(riyals.total, taxCurrency) },
  ];
  const title = { ar: titleIn("ar", document), en: titleIn("en", document) };
  // Decision 0079: of a standard one the page says its number.
  if (document.form === "standard") return { form: "standard", title, number: document.number };
  return {
    form: "simplified",
    title,
    number: document.number,
    issuedAt: new Date(document.issuedAt).toISOString(),
    isStamped: document.standing !== null,
    seller: {
      name: facts.seller.name,
      commercialRegistration: facts.seller.commercialRegistration,
      vatNumber: facts.seller.vatNumber,
      address: sellerAddress(facts.seller),
      inEnglish: sellerInEnglish(facts.seller),
    },
    buyer: facts.buyer && {
      name: facts.buyer.name,
      vatNumber: facts.buyer.vatNumber,
      address: addressOf(facts.buyer),
    },
    vatLines: vatGroups(facts.lines.filter((line) => line.vatBps !== null || line.exemption !== null)).map(
      (group) => vatLineOf(group, facts.currency),
    ),
    orderLabel: textOf((texts) => texts.facts.orderNumber),
    inRiyals: inRiyals ?? [],
  };
}

function textOf(pick: (texts: DocumentTexts) => string): Readonly<Record<Language, string>> {
  return { ar: pick(textsIn("ar")), en: pick(textsIn("en")) };
}

/** The title, and what keeps it from being one: it is not cleared yet, or was rejected. */
function titleIn(language: Language, { form, standing }: TaxDocument): string {
  const { titles, stamps } = textsIn(language);
  const title = form === "standard" ? titles.taxInvoiceStandard : titles.taxInvoiceSimplified;
  if (standing === "awaiting_clearance") return `${title} – ${stamps.awaitingClearance}`;
  return standing === "rejected" ? `${title} – ${stamps.rejected}` : title;
}

/** The address in parts, as papers put it together in the script of its words, or the one text of before. */
function addressOf({ address, party }: DocumentBuyer): string | null {
  const parts = party?.postalAddress;
  return parts ? (addressText(parts, "ar")?.text ?? null) : address;
}
