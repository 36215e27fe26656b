/** The groups in which a reader of the merchant API's reference finds the calls, in the order of their first use. */

/** By the first part of the address below /api/v1. */
export const merchantTags: Readonly<Record<string, string>> = {
  merchant: "Your account: who the key belongs to, what papers and buyers are shown of you.",
  invoices: "What a buyer owes, with the page to pay it on.",
  "invoice-drafts": "Invoices that are being written.",
  quotes: "What you offer to a buyer, which becomes an invoice when it is accepted.",
  "recurring-invoices": "Invoices that are issued and sent by themselves.",
  payments: "Every try to pay an invoice.",
  refunds: "Money that was given back.",
  "refund-approvals": "Refunds above your limits, which wait for a second person.",
  "refund-limits": "Above which amounts a refund needs a second person.",
  "return-requests": "Returns that buyers have asked for on an invoice's page.",
  "tax-documents": "Tax invoices, credit notes and debit notes.",
  "tax-units": "What stamps your tax documents for the tax authority, and its status.",
  messages: "What is sent to buyers by e-mail, SMS and WhatsApp.",
  clients: "Whom your invoices are for.",
  agreements: "Your terms of sale, version by version.",
  products: "What product links sell.",
  "product-links": "Addresses at which any buyer orders a product.",
  coupons: "Codes that make product links cheaper.",
  images: "Pictures of products, lines and your logo.",
  "digital-files": "Files that are delivered to buyers.",
  search: "One box for everything.",
  home: "What a shop looks at first.",
  reports: "Sums over a period.",
  exports: "Lists as files for spreadsheets, whatever their length.",
  events: "What happened, in order.",
  "webhook-endpoints": "Where events are brought to.",
  theme: "How your pages look.",
  keys: "Keys of this API.",
  requests: "Calls that were made with your keys.",
  accounts: "Your accounts at payment providers.",
  "account-terms": "What providers keep, and when they pay out.",
  buyers: "What is kept of buyers.",
};

/** By the first two parts of the address. */
export const pageTags: Readonly<Record<string, string>> = {
  "rest/pay": "What the payment pages ask of the server.",
  openApi: "Pictures, codes and papers by their address.",
  web: "What the invoice page loads.",
};

/**
 * The group of a call.
 * @throws Error for an address without one: who adds a resource says what it is
 */
export function tagOf(path: string, tags: Readonly<Record<string, string>>): string {
  const found = Object.keys(tags).find((tag) =>
    `${path.replace(/^\/(?:api\/v1\/)?/, "")}/`.startsWith(`${tag}/`),
  );
  if (found === undefined) throw new Error(`${path} has no row in merchant-api/openapi-tags.ts`);
  return found;
}
