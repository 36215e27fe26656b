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
export const period = "?from=2026-01-01&to=2026-12-31";
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
