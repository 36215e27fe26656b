/** What the walk of isolation asks of each call: kinds of rows, and those of what a shop offers and shows. */

/** Ids of what the live shop has, by their names in addresses. */
export type Things = Readonly<Record<string, string>>;

/**
 * `thing`: the address names one; `list`: shows many; `borrow`: the body or query names something; `own`: names nothing that could be
 * another's, and why.
 */
export type Row =
  | {
      readonly kind: "thing";
      readonly query?: (things: Things) => string;
      readonly body?: (things: Things) => unknown;
    }
  | { readonly kind: "list"; readonly query?: string; readonly body?: unknown }
  | {
      readonly kind: "borrow";
      readonly query?: (things: Things) => string;
      readonly body?: (things: Things) => unknown;
    }
  | { readonly kind: "own"; readonly why: string };

export const thing = (body?: unknown): Row =>
  body === undefined ? { kind: "thing" } : { kind: "thing", body: () => body };
export const list = (query = ""): Row => ({ kind: "list", query });
export const own = (why: string): Row => ({ kind: "own", why });
const years = "from=2026-01-01&to=2026-12-31";
export const period = `?${years}`;
export const creates = "makes something of the caller's";
export const settings = "has no name of anything: the caller's own settings";

/** Quotes, what repeats, saved looks, papers to pay by, evidence, returns. */
export const rowsOfOffers: Readonly<Record<string, Row>> = {
  "GET /api/v1/invoices/:orderNumber/pdf": thing(),
  "GET /api/v1/reports/funnel": list(period),
  "POST /api/v1/recurring-invoices": own(creates),
  "GET /api/v1/recurring-invoices": list(),
  "GET /api/v1/recurring-invoices/:recurringId": thing(),
  "PATCH /api/v1/recurring-invoices/:recurringId": thing({ name: "y" }),
  "POST /api/v1/recurring-invoices/:recurringId/pause": thing({}),
  "POST /api/v1/recurring-invoices/:recurringId/resume": thing({}),
  "POST /api/v1/recurring-invoices/:recurringId/skip": thing({}),
  "POST /api/v1/recurring-invoices/:recurringId/end": thing({}),
  "GET /api/v1/payments/:paymentId/evidence": thing(),
  "GET /api/v1/theme/versions": list(),
  "POST /api/v1/theme/versions/:version/restore": own("versions are numbered by each shop"),
  "GET /api/v1/return-requests": list(),
  "GET /api/v1/return-requests/:requestId": thing(),
  "POST /api/v1/return-requests/:requestId/answer": thing({ answer: "accept" }),
  "POST /api/v1/quotes": own(creates),
  "GET /api/v1/quotes": list(),
  "GET /api/v1/quotes/:quoteNumber": thing(),
  "GET /api/v1/quotes/:quoteNumber/pdf": thing(),
  "POST /api/v1/quotes/:quoteNumber/messages": thing({ channel: "email" }),
  "GET /api/v1/quotes/:quoteNumber/messages": thing(),
  "POST /api/v1/quotes/:quoteNumber/accept": thing({}),
  "POST /api/v1/quotes/:quoteNumber/withdraw": thing({}),
  "POST /api/v1/product-links/:linkIdentity/prefill": thing({ name: "نورة" }),
};

type Borrowing = (things: Things) => {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  readonly url: string;
  readonly body?: unknown;
};

const get =
  (url: (things: Things) => string): Borrowing =>
  (things) => ({ method: "GET", url: url(things) });
const line = { title: "t", quantity: 1, unitPrice: "1.00" };
const soon = { every: "month", startsOn: "2099-01-01" };

/** What the live shop has, named by another shop in a filter, in something that it makes, or in what is its own (`own…`). */
export const borrowings: readonly Borrowing[] = [
  get(({ orderNumber }) => `/payments?order=${orderNumber}`),
  get(({ orderNumber }) => `/refunds?order=${orderNumber}`),
  get(({ orderNumber }) => `/return-requests?orderNumber=${orderNumber}`),
  get(({ orderNumber }) => `/requests?order=${orderNumber}`),
  get(({ keyId }) => `/requests?keyId=${keyId}`),
  get(({ linkIdentity }) => `/invoices?link=${linkIdentity}`),
  get(({ productId }) => `/invoices?product=${productId}`),
  get(({ clientId }) => `/invoices?client=${clientId}`),
  get(({ orderNumber }) => `/invoices?search=${orderNumber}`),
  get(({ productId }) => `/product-links?productId=${productId}`),
  get(({ clientId }) => `/exports/invoices/count?${years}&client=${clientId}`),
  get(({ orderNumber }) => `/exports/invoices?${years}&orderNumber=${orderNumber}`),
  ...["clientId", "imageId", "fileId"].flatMap((name): Borrowing[] => {
    const invoice = (things: Things) =>
      name === "clientId"
        ? { clientId: Number(things[name]), lines: [line] }
        : name === "imageId"
          ? { lines: [{ ...line, imageId: things[name] }] }
          : { lines: [{ ...line, isDigital: true, digitalContent: { fileId: things[name] } }] };
    const making =
      (url: string, more: object): Borrowing =>
      (things) => ({ method: "POST", url, body: { invoice: invoice(things), ...more } });
    return [
      (things) => ({ method: "POST", url: "/invoices", body: invoice(things) }),
      making("/quotes", { validUntil: "2099-01-01" }),
      making("/recurring-invoices", { name: "n", ...soon }),
      (things) => ({
        method: "PATCH",
        url: `/recurring-invoices/${things["ownRecurring"]}`,
        body: { invoice: invoice(things) },
      }),
      (things) => ({
        method: "POST",
        url: `/invoice-drafts/${things["ownDraft"]}/page`,
        body: { invoice: invoice(things) },
      }),
      ...(name === "clientId"
        ? []
        : [
            (things: Things) =>
              ({ method: "PATCH", url: `/invoices/${things["ownOrder"]}`, body: invoice(things) }) as const,
          ]),
    ];
  }),
  ({ fileId }) => ({
    method: "POST",
    url: "/products",
    body: { title: "t", price: "1.00", isDigital: true, digitalContent: { fileId } },
  }),
  ({ imageId, ownProduct }) => ({ method: "PATCH", url: `/products/${ownProduct}`, body: { imageId } }),
  ({ fileId, ownProduct }) => ({
    method: "PATCH",
    url: `/products/${ownProduct}`,
    body: { isDigital: true, digitalContent: { fileId } },
  }),
  ({ clientId, ownClient }) => ({
    method: "POST",
    url: `/clients/${ownClient}/merge`,
    body: { duplicateId: Number(clientId) },
  }),
  ({ productId }) => ({
    method: "POST",
    url: "/coupons",
    body: { code: "MINE10", discount: { type: "PERCENTAGE", value: "10" }, productId: Number(productId) },
  }),
  ({ eventId, ownEndpoint }) => ({
    method: "POST",
    url: `/webhook-endpoints/${ownEndpoint}/replay`,
    body: { eventId },
  }),
];
