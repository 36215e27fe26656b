/**
 * What acts of the audit log are about, so that its owner finds them by kind. Each kind is a pattern of the act's name; the kind is
 * written down with the act. A test holds that each named act has exactly one. What a pattern says from now on changes no act of the past.
 */
const call = "^[A-Z]+ /api/v1/";
const money = "invoices/:orderNumber/(refunds|payments)";
const tax = "invoices/:orderNumber/debit-notes";

export const actKinds = {
  access: "^(sign in|(make|set up|remove|change|choose) )",
  team: `^take invitation$|${call}(team|audit)`,
  invoices: `${call}(invoice-drafts|quotes|recurring-invoices|invoices(?!/:orderNumber/(refunds|payments|debit-notes)))`,
  money: `${call}(refund-|return-|account-terms|payments|reports|exports|${money})`,
  tax: `${call}(tax-|${tax})`,
  customers: `${call}(clients|buyers)`,
  products: `${call}(products|product-links|coupons|digital-files|images)`,
  shop: `^(open a shop|approve-merchant)$|${call}(merchant|theme|agreements|accounts|messages|list-views|me/push)`,
  developers: `${call}(keys|webhook-endpoints|requests)`,
} as const;

export type ActKind = keyof typeof actKinds;

export const actKindNames = Object.keys(actKinds) as readonly ActKind[];

/** The kind of an act by its name; null for what the operator does, which is found by who did it. */
export function actKindOf(act: string): ActKind | null {
  return actKindNames.find((kind) => new RegExp(actKinds[kind]).test(act)) ?? null;
}

/** Reads the kind that an address names; null for any other text. */
export function readActKind(text: unknown): ActKind | null {
  return actKindNames.find((kind) => kind === text) ?? null;
}
