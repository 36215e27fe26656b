/**
 * The tools that a person is asked about first, since they give money back, change what a buyer is asked to pay, stop an address
 * that buyers were given, or take something away permanently.
 */
import type { Client } from "#contract/clients.ts";
import type { Coupon } from "#contract/coupons.ts";
import type { Invoice } from "#contract/invoices.ts";
import type { ProductLink } from "#contract/product-links.ts";
import type { Product } from "#contract/products.ts";
import type { ReturnRequest } from "#contract/return-requests.ts";
import type { ToolRequest } from "./mcp-tools.ts";

export type Answer = { readonly status: number; readonly text: string; readonly etag: string | null };
type Ask = (request: ToolRequest) => Promise<Answer>;
type Wish = Readonly<Record<string, unknown>>;

/** What the person is asked; or the refusal, when there is nothing to ask about. */
export type Question =
  | {
      readonly text: string;
      /** Of what was looked at: the call is made only while it is so. */
      readonly etag: string | null;
    }
  | { readonly refusal: Answer };

type ConfirmedTool = {
  /** What the model reads of it. */
  readonly rule: string;
  /** The label of the yes. */
  readonly yes: string;
  readonly nothingDone: string;
  readonly question: (ask: Ask, wish: Wish) => Promise<Question>;
};

const rule = (what: string): string =>
  `${what} only after the person you work for has agreed: the first call answers with what would be done and a ` +
  "confirmation; show it, and call again with the same arguments and that confirmation once they agree.";

const nothingDone = "Nothing was changed: the person did not agree.";

/** By the name of the tool. */
export const confirmedTools: Readonly<Record<string, ConfirmedTool>> = {
  record_payment: {
    rule: rule("An invoice is recorded as paid without a provider"),
    yes: "It was paid",
    nothingDone,
    question: async (ask, wish) =>
      await about<Invoice>(ask, `/invoices/${part(wish["orderNumber"])}`, (invoice) => {
        const { orderNumber, currency, client, dueTotal } = invoice;
        return (
          `Record that invoice ${orderNumber} of ${JSON.stringify(client?.name ?? "")} was paid without a provider ` +
          `(${String(wish["way"])}), ${currency} ${String(wish["amount"])} of ${currency} ${dueTotal} that are due?`
        );
      }),
  },
  refund_invoice: {
    rule: rule("Money is given back"),
    yes: "Give the money back",
    nothingDone: "Nothing was given back: the person did not agree.",
    question: async (ask, wish) =>
      await about<Invoice>(ask, `/invoices/${part(wish["orderNumber"])}`, (invoice) => {
        const { orderNumber, currency, client, paidTotal, refundedTotal } = invoice;
        const { amount, lines } = wish;
        const what =
          amount !== undefined
            ? `${currency} ${String(amount)}`
            : lines !== undefined
              ? `these lines: ${JSON.stringify(lines)}`
              : "all that has not been given back yet";
        return (
          `Give back ${what} of invoice ${orderNumber} of ${JSON.stringify(client?.name ?? "")}? ` +
          `${currency} ${paidTotal} was paid, ${currency} ${refundedTotal} was given back before.`
        );
      }),
  },
  answer_return_request: {
    rule: rule("A buyer's request for a return is answered, which cannot be undone,"),
    yes: "Answer it",
    nothingDone: "Nothing was answered: the person did not agree.",
    question: async (ask, { requestId, answer, words }) =>
      await about<ReturnRequest>(
        ask,
        `/return-requests/${part(requestId)}`,
        ({ id, orderNumber, buyer, reason }) =>
          `${answer === "accept" ? "Accept" : "Decline"} the return ${id} of invoice ${orderNumber} of ` +
          `${JSON.stringify(buyer.name ?? "")} (${reason})? The buyer reads: ${JSON.stringify(words ?? "")}. No money is given back by it.`,
      ),
  },
  edit_invoice: {
    rule: rule("What the buyer is asked to pay changes"),
    yes: "Change the invoice",
    nothingDone,
    question: async (ask, { orderNumber, ...changes }) =>
      await about<Invoice>(
        ask,
        `/invoices/${part(orderNumber)}`,
        ({ orderNumber: number, currency, total, client }) =>
          `Change invoice ${number} of ${JSON.stringify(client?.name ?? "")}, now ${currency} ${total}?${withWishes(changes)}`,
        true,
      ),
  },
  cancel_invoice: {
    rule: rule("An invoice is cancelled, which cannot be undone,"),
    yes: "Cancel the invoice",
    nothingDone: "Nothing was cancelled: the person did not agree.",
    question: async (ask, { orderNumber }) =>
      await about<Invoice>(
        ask,
        `/invoices/${part(orderNumber)}`,
        ({ orderNumber: number, currency, total, client }) =>
          `Cancel invoice ${number} of ${JSON.stringify(client?.name ?? "")}, ${currency} ${total}? Its buyer can no ` +
          "longer pay it. This cannot be undone.",
      ),
  },
  reissue_invoice: {
    rule: rule("An invoice's address stops, and it is issued again at another one,"),
    yes: "Issue it again",
    nothingDone: "Nothing was issued again: the person did not agree.",
    question: async (ask, { orderNumber, ...wishes }) =>
      await about<Invoice>(
        ask,
        `/invoices/${part(orderNumber)}`,
        ({ orderNumber: number, currency, total, client }) =>
          `Issue invoice ${number} of ${JSON.stringify(client?.name ?? "")}, ${currency} ${total}, again at another ` +
          `address? The address that the buyer has stops.${withWishes(wishes)}`,
      ),
  },
  change_product: {
    rule: rule("A product's price changes, or its links stop selling,"),
    yes: "Change the product",
    nothingDone,
    question: async (ask, { productId, ...changes }) =>
      await about<Product>(
        ask,
        `/products/${part(productId)}`,
        ({ id, title, currency, price }) =>
          `Change product ${id} (${JSON.stringify(title)}), now ${currency} ${price}?${withWishes(changes)}`,
      ),
  },
  change_product_link: {
    rule: rule("What a product link asks of buyers changes, or its address stops,"),
    yes: "Change the link",
    nothingDone,
    question: async (ask, { linkIdentity, ...changes }) =>
      await about<ProductLink>(
        ask,
        `/product-links/${part(linkIdentity)}`,
        ({ linkIdentity: link, product, currency, unitTotal, buyerAmount, isActive }) =>
          `Change link ${link} to ${JSON.stringify(product.title)}, now ${isActive ? "open" : "closed"}` +
          `${unitTotal === null ? "" : ` at ${currency} ${unitTotal} a piece`}` +
          `${buyerAmount === null ? "" : ` at ${currency} ${buyerAmount.least} to ${buyerAmount.most} by choice`}?${withWishes(changes)}`,
      ),
  },
  change_coupon: {
    rule: rule("What a coupon takes off changes, or it stops,"),
    yes: "Change the coupon",
    nothingDone,
    question: async (ask, { couponId, ...changes }) =>
      await about<Coupon>(
        ask,
        `/coupons/${part(couponId)}`,
        ({ code, discount: { type, value }, isActive }) =>
          `Change coupon ${JSON.stringify(code)}, now ${isActive ? "on" : "off"} and ` +
          `${type === "PERCENTAGE" ? `${value} %` : `SAR ${value}`} off?${withWishes(changes)}`,
      ),
  },
  merge_clients: {
    rule: rule("Two clients become one, which cannot be undone,"),
    yes: "Merge them",
    nothingDone: "Nothing was merged: the person did not agree.",
    question: async (ask, { clientId, duplicateId }) => {
      const duplicate = await ask(read(`/clients/${part(duplicateId)}`));
      if (duplicate.status !== 200) return { refusal: duplicate };
      const named = ({ id, name, legalName, mobile }: Client): string =>
        `client ${id} (${JSON.stringify(name ?? legalName ?? "")}, ${mobile ?? "no mobile"})`;
      return await about<Client>(
        ask,
        `/clients/${part(clientId)}`,
        (client) =>
          `Merge ${named(JSON.parse(duplicate.text))} into ${named(client)}? All invoices become the second one's. ` +
          "This cannot be undone.",
        true,
      );
    },
  },
  discard_draft: {
    rule: rule("A draft is removed"),
    yes: "Remove the draft",
    nothingDone: "Nothing was removed: the person did not agree.",
    question: async (ask, { draftId }) =>
      await about<{ readonly id: string }>(
        ask,
        `/invoice-drafts/${part(draftId)}`,
        ({ id }) => `Remove the draft ${id}? What was typed in it is lost.`,
      ),
  },
};

/** What the model asks for beside the name of the thing. */
function withWishes(wishes: Wish): string {
  return Object.keys(wishes).length === 0 ? "" : ` These changes: ${JSON.stringify(wishes)}`;
}

function read(path: string): ToolRequest {
  return { method: "GET", url: `/api/v1${path}`, body: undefined, idempotencyKey: undefined };
}

function part(value: unknown): string {
  return encodeURIComponent(String(value ?? " "));
}

/** @param isConditional whether the call is made only while what was asked about is the same */
async function about<Model>(
  ask: Ask,
  path: string,
  textOf: (model: Model) => string,
  isConditional = false,
): Promise<Question> {
  const answer = await ask(read(path));
  if (answer.status !== 200) return { refusal: answer };
  return { text: textOf(JSON.parse(answer.text)), etag: isConditional ? answer.etag : null };
}
