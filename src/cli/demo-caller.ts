/** The demo's own merchant and buyer: the calls that they make, over HTTP, to the server that was just started. */
import { randomUUID } from "node:crypto";
import type { ProductLinkModel } from "#contract/product.ts";
import type { CardSettings } from "#contract/settings.ts";

type Answer = Readonly<Record<string, string | number>>;

export type DemoCaller = {
  /** Issues an invoice through the merchant API; gives its order number. */
  readonly issue: (invoice: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Does something with an invoice: `cancel`, `complete`, `refunds`. */
  readonly act: (orderNumber: string, action: string, body: object) => Promise<void>;
  /** Creates or changes something else in the merchant API; gives the answer. */
  readonly send: (method: "POST" | "PATCH" | "PUT", path: string, body: object) => Promise<Answer>;
  /** Uploads a PNG picture; gives its id. */
  readonly upload: (png: Buffer) => Promise<string>;
  /** Orders from a product link as its page does; gives the order number. */
  readonly checkOut: (linkIdentity: string, order: { readonly qty: number }) => Promise<string>;
  /** Pays by a test card that needs no 3-D Secure page; its expiry decides what the bank says. */
  readonly pay: (orderNumber: string, card: { readonly expiry?: string }) => Promise<void>;
};

const buyer = { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" };

type Send = (
  path: string,
  body: object,
  headers?: Record<string, string>,
  method?: string,
) => Promise<{ readonly status: number; readonly body: never }>;

/** Makes the callers of one server. */
export function demoCaller(baseUrl: string, apiKey: string): DemoCaller {
  const send: Send = async (path, body, headers = {}, method = "POST") => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const merchant = (): Record<string, string> => ({
    authorization: `Bearer ${apiKey}`,
    "idempotency-key": randomUUID(),
  });
  return {
    issue: async (invoice) => {
      const answer = await send("/api/v1/invoices", { client: buyer, ...invoice }, merchant());
      if (answer.status !== 201)
        throw new Error(`the demo invoice was refused: ${JSON.stringify(answer.body)}`);
      return (answer.body as { orderNumber: string }).orderNumber;
    },
    act: async (orderNumber, action, body) => {
      const answer = await send(`/api/v1/invoices/${orderNumber}/${action}`, body, merchant());
      if (answer.status >= 300)
        throw new Error(`${action} of the demo invoice was refused: ${JSON.stringify(answer.body)}`);
    },
    send: async (method, path, body) => {
      const answer = await send(`/api/v1${path}`, body, merchant(), method);
      if (answer.status >= 300)
        throw new Error(`${path} of the demo was refused: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    upload: async (png) => {
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "image/png" };
      const body = new Uint8Array(png);
      const response = await fetch(`${baseUrl}/api/v1/images`, { method: "POST", headers, body });
      if (!response.ok) throw new Error(`a picture of the demo was refused: ${await response.text()}`);
      return ((await response.json()) as { id: string }).id;
    },
    checkOut: async (linkIdentity, { qty }) => {
      const link = (await (
        await fetch(`${baseUrl}/rest/pay/product/${linkIdentity}`)
      ).json()) as ProductLinkModel;
      const answer = await send("/rest/pay/product/", {
        merchantUsername: link.merchant.username,
        productNumber: link.linkIdentity,
        customerName: buyer.name,
        customerMobile: buyer.mobile,
        productPrice: link.product.price,
        signature: link.signature,
        qty,
      });
      if (answer.status !== 200)
        throw new Error(`the demo checkout was refused: ${JSON.stringify(answer.body)}`);
      return (answer.body as { orderDetails: { orderNumber: string } }).orderDetails.orderNumber;
    },
    pay: payingByCard(baseUrl, send),
  };
}

type Card = {
  readonly cardNumber: string;
  readonly cvv: string;
  readonly nameOnCard: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
};

/** What the fields of the simulated gateway send when the page submits them: in hosted mode we may not (decision K4). */
async function fillHostedFields(settings: CardSettings, sessionId: string, card: Card): Promise<void> {
  const { cardNumber: number, cvv: securityCode, ...others } = card;
  const response = await fetch(
    settings.sessionFormUrl.replace(/\/session\.js.*$/, `/session/${sessionId}/fields`),
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ number, securityCode, ...others }),
    },
  );
  const { status } = (await response.json()) as { status?: string };
  if (status !== "ok") throw new Error(`the gateway's fields took no card for the demo: ${status}`);
}

/** Pays an order as its page does. */
function payingByCard(baseUrl: string, send: Send): DemoCaller["pay"] {
  return async (orderNumber, card) => {
    const [expiryMonth = "", expiryYear = ""] = (card.expiry ?? "01/39").split("/");
    const number = {
      cardNumber: "5123456789012346",
      cvv: "100",
      nameOnCard: "NOURA ALOTAIBI",
      expiryMonth,
      expiryYear,
    };
    const settings = (await (
      await fetch(`${baseUrl}/rest/pay/cardSettings/${orderNumber}`)
    ).json()) as CardSettings;
    const session = await send("/rest/pay/prepareSession", {
      orderNumber,
      ...(settings.directApi && number),
    });
    if (session.status !== 200)
      throw new Error(`no card session for the demo: ${JSON.stringify(session.body)}`);
    if (!settings.directApi)
      await fillHostedFields(settings, (session.body as { session: { id: string } }).session.id, number);
    const model = (await (await fetch(`${baseUrl}/rest/pay/order/${orderNumber}`)).json()) as {
      transactionId: string;
      signature: string;
    };
    await send("/rest/pay/openGateway", {
      sessionId: (session.body as { session: { id: string } }).session.id,
      orderNumber,
      clientName: buyer.name,
      clientMobile: buyer.mobile,
      clientCountryCode: "sa",
      transactionId: model.transactionId,
      signature: model.signature,
    });
  };
}
