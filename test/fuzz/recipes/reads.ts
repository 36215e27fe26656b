/** Pages, papers, pictures and lists of orders in each state: what is read after hostile texts were stored. */
import { encodeResult } from "#core/payment-result.ts";
import { clientIdText } from "#server/documents/document-addresses.ts";
import { issueInvoice, type TestApp } from "../../app-harness.ts";
import { callOfMerchant } from "../../buyers.ts";
import { codeTexts, oddTexts } from "../../hostile-texts.ts";
import { ways } from "../../kill-loop/load.ts";
import { makeLink } from "../../product-links.ts";
import { madeOnce } from "../story.ts";
import type { Story } from "./buyers.ts";

const hostile = {
  title: `${codeTexts[0]} ${codeTexts[10]}`,
  description: `${codeTexts[11]}\n${oddTexts[0]}`,
};

/** Makes an order and leaves it in a state. */
const inState: Readonly<Record<string, (shop: TestApp) => Promise<string>>> = {
  open: async (shop) => await issueInvoice(shop),
  hostile: async (shop) =>
    await issueInvoice(shop, {
      client: { name: codeTexts[1], mobile: "0551234567", countryCode: "SA" },
      note: codeTexts.join("\n"),
      lines: [{ ...hostile, quantity: 2, unitPrice: "50.00", vatRate: "15" }],
    }),
  paid: async (shop) => {
    const order = await issueInvoice(shop, {
      lines: [{ ...hostile, quantity: 1, unitPrice: "100.00", vatRate: "15" }],
    });
    await ways["card"]?.(shop, order, []);
    return order;
  },
  refunded: async (shop) => {
    const order = await issueInvoice(shop);
    await ways["card"]?.(shop, order, []);
    await callOfMerchant(shop, order, { path: "refunds", body: { amount: "15.00" } });
    return order;
  },
  billed: async (shop) => {
    const order = await issueInvoice(shop);
    await ways["sadad"]?.(shop, order, []);
    return order;
  },
  cancelled: async (shop) => {
    const order = await issueInvoice(shop);
    await callOfMerchant(shop, order, { path: "cancel" });
    return order;
  },
};

const orderAddresses: readonly ((order: string, papers: string, note: string) => string)[] = [
  (order) => `/pay/order/${order}?lang=ar`,
  (order) => `/pay/${order}?lang=en`,
  (order) => `/pay/print/${order}`,
  (order) => `/pay/info/${order}?lang=en&theme=x`,
  (order) => `/pay/applePay/${order}`,
  (order) => `/pay/simple/${order}?lang=ar`,
  (order) => `/pay/frame/${order}?lang=en&primaryColor=%23112233&fontFamily=x`,
  (order) => `/pay/googlepay/${order}`,
  (order) => `/pay/info3/${order}`,
  (order) => `/pay/process3DSecure?msg=${encodeResult({ orderNumber: order })}`,
  (order) => `/pay/displayPayment?msg=${encodeResult({ orderNumber: order, statusCode: 200 })}`,
  (order) => `/verify/${order}?lang=ar`,
  (order) => `/rest/pay/order/${order}?lang=ar`,
  (order) => `/web/embeddedJs/${order}`,
  (order) => `/rest/pay/theme/o/${order}`,
  (order) => `/rest/pay/cardSettings/${order}`,
  (order) => `/openApi/loadMerchantImage/o/${order}`,
  (order) => `/openApi/loadPreviewImage/o/${order}`,
  (order) => `/openApi/loadInvoiceQRCode/${order}`,
  (order) => `/openApi/loadPaymentQRCode/${order}`,
  (_order, papers) => `/openApi/getPdfReceipt/${papers}`,
  (_order, papers) => `/openApi/getVatInvoice/${papers}`,
  (_order, papers, note) => `/openApi/getCreditNote/${papers}/${note}`,
  (order) => `/web/getDesktopOrderFile/${order}`,
  (order) => `/api/v1/invoices/${order}`,
  (order) => `/api/v1/invoices/${order}/qr?size=200`,
  (order) => `/api/v1/invoices/${order}/refunds?limit=10`,
  (order) => `/api/v1/invoices/${order}/messages`,
  (order) => `/api/v1/invoices/${order}/messages/sms-preview`,
  (order) => `/api/v1/payments?order=${order}&limit=5`,
];

const listAddresses: readonly string[] = [
  "/api/v1/invoices?limit=20&status=PAID",
  "/api/v1/invoices?limit=20&search=%D9%86%D9%88%D8%B1%D8%A9&createdSince=2026-01-01T00:00:00Z",
  "/api/v1/refunds?limit=20",
  "/api/v1/tax-documents?limit=20",
  "/api/v1/clients?limit=20&search=05512",
  "/api/v1/events?limit=20&type=invoice.paid",
  "/api/v1/products?limit=20",
  "/api/v1/coupons?limit=20",
  "/api/v1/home?lang=ar",
  "/api/v1/reports/vat?from=2026-01-01&to=2026-12-31",
  "/api/v1/reports/sales?from=2026-01-01&to=2026-12-31&by=day",
  "/api/v1/reports/reconciliation?from=2026-01-01&to=2026-12-31",
  "/api/v1/reports/close?day=2026-11-22",
  "/api/v1/reports/fees?from=2026-01-01&to=2026-12-31",
  "/api/v1/reports/funnel?from=2026-01-01&to=2026-12-31",
  "/api/v1/exports/invoices?from=2026-01-01&to=2026-01-31&format=csv&language=ar",
  "/api/v1/exports/payments?from=2026-01-01&to=2026-01-31&format=xlsx",
  "/api/v1/requests?limit=10",
  "/",
  "/sales-terms?lang=en",
  "/verify?lang=ar",
  "/pay/error/order-not-found?lang=ar",
  "/pay/quote/QT-000000?lang=ar",
  "/pay/mine/none?lang=ar",
  ...["/rest/pay/settings", "/rest/pay/terms?lang=ar", "/rest/pay/wasl-subscriptions"],
  ...["/docs", "/docs/ar", "/docs/api", "/docs/reference.js", "/llms.txt", "/v1/wasl.js", "/v1/wasl.d.ts"],
  ...["/api/v1/openapi.json", "/api/v1/openapi-pages.json"],
  "/healthz",
  "/readyz",
  "/assets/none.js",
  "/.well-known/apple-developer-merchantid-domain-association",
];

function asReader(
  shop: TestApp,
  url: string,
): { readonly url: string; readonly headers: Record<string, string> } {
  return { url, headers: url.startsWith("/api/") ? { authorization: `Bearer ${shop.apiKey}` } : {} };
}

const linkAddresses = (linkIdentity: string): readonly string[] => [
  `/pay/product/${linkIdentity}?lang=en`,
  `/rest/pay/product/${linkIdentity}`,
  `/rest/pay/theme/l/${linkIdentity}`,
  `/openApi/loadPreviewImage/l/${linkIdentity}`,
  `/api/v1/product-links/${linkIdentity}/qr`,
];

/** All that the stories read, of one order and one link. */
export function readAddresses(order: string, linkIdentity: string): readonly string[] {
  const ofOrder = orderAddresses.map((address) => address(order, "1/1", "CN-000001"));
  return [...ofOrder, ...listAddresses, ...linkAddresses(linkIdentity)];
}

type Place = { readonly order: string; readonly papers: string; readonly note: string };

/** What leads to the papers of an order, and the newest note of a kind about it. */
export async function papersOf(
  { db: { pool } }: TestApp,
  order: string,
  kind: "credit_note" | "debit_note",
): Promise<Place> {
  const orders = await pool.query("select merchant_id, client_id from orders where order_number = $1", [
    order,
  ]);
  const notes = await pool.query(
    "select d.number from tax_documents d join orders o on o.id = d.order_id where o.order_number = $1 and d.kind = $2",
    [order, kind],
  );
  const { merchant_id, client_id } = Object(orders.rows[0]);
  return {
    order,
    papers: `${merchant_id}/${clientIdText(client_id ?? null)}/${order}`,
    note: notes.rows[0]?.number ?? "CN-000001",
  };
}

async function makePlace(shop: TestApp, state: string): Promise<Place> {
  return await papersOf(shop, (await inState[state]?.(shop)) ?? "", "credit_note");
}

const readOf =
  (state: string, addresses: typeof orderAddresses): Story =>
  async (shop) => {
    const make = (): Promise<Place> => makePlace(shop.before, state);
    const { order, papers, note } = await madeOnce(shop, { name: state, uses: 400 }, make);
    for (const address of addresses) await shop.app.inject(asReader(shop, address(order, papers, note)));
  };

const lists: Story = async (shop) => {
  for (const address of listAddresses) await shop.app.inject(asReader(shop, address));
};

const linkPages: Story = async (shop) => {
  const product = { title: hostile.title, description: hostile.description };
  const { linkIdentity } = await madeOnce(shop, { name: "link", uses: 400 }, () =>
    makeLink(shop.before, { product }),
  );
  for (const url of linkAddresses(linkIdentity)) await shop.app.inject(asReader(shop, url));
};

/** The calls at the end of a story are what is read; those before them made what is there. */
export const readStories: Readonly<Record<string, Story>> = {
  ...Object.fromEntries(
    Object.keys(inState).map((state) => [`read ${state}`, readOf(state, orderAddresses)]),
  ),
  "read lists": lists,
  "read links": linkPages,
};
