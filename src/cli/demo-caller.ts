/** The demo's own merchant and buyer: the calls that they make, over HTTP, to the server that was just started. */
import { randomUUID } from "node:crypto";

export type DemoCaller = {
  /** Issues an invoice through the merchant API; gives its order number. */
  readonly issue: (invoice: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Does something with an invoice: `cancel`, `complete`, `refunds`. */
  readonly act: (orderNumber: string, action: string, body: object) => Promise<void>;
  /** Pays by a test card that needs no 3-D Secure page; its expiry decides what the bank says. */
  readonly pay: (orderNumber: string, card: { readonly expiry?: string }) => Promise<void>;
};

/** Makes the callers of one server. */
export function demoCaller(baseUrl: string, apiKey: string): DemoCaller {
  const send = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: never }> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const merchant = (): Record<string, string> => ({
    authorization: `Bearer ${apiKey}`,
    "idempotency-key": randomUUID(),
  });
  const buyer = { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" };
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
    pay: async (orderNumber, card) => {
      const [expiryMonth = "", expiryYear = ""] = (card.expiry ?? "01/39").split("/");
      const number = {
        cardNumber: "5123456789012346",
        cvv: "100",
        nameOnCard: "NOURA ALOTAIBI",
        expiryMonth,
        expiryYear,
      };
      const session = await send("/rest/pay/prepareSession", { orderNumber, ...number });
      if (session.status !== 200)
        throw new Error(`no card session for the demo: ${JSON.stringify(session.body)}`);
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
    },
  };
}
