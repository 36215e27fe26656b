/** The card gateway's calls of one payment, with the same bodies and no reading of the answers beyond what is needed. */
import type { Agent } from "undici";

const merchantId = "TESTWASL";
const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:simulator-card-password`).toString("base64")}`;
const card = {
  number: "5123456789012346",
  expiry: { month: "01", year: "39" },
  securityCode: "100",
  nameOnCard: "NOURA ALOTAIBI",
};

type Payment = {
  readonly orderNumber: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly amountHalalas: number;
};

type Answer = {
  readonly session: { readonly id: string; readonly version: string };
  readonly transaction: { readonly id: string };
};

/** The calls, on kept connections. */
export function createBareGateway(to: {
  readonly gatewayUrl: string;
  readonly ownUrl: string;
  readonly agent: Agent;
}) {
  const { pathname, origin } = new URL(`${to.gatewayUrl}/api/rest/version/100/merchant/${merchantId}`);
  const notificationUrl = `${to.ownUrl}/notify`;
  const call = async (method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Answer> => {
    const response = await to.agent.request({
      origin,
      path: `${pathname}/${path}`,
      method,
      headers: {
        authorization,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`the gateway has refused ${method} ${path}: ${answer}`);
    return JSON.parse(answer);
  };
  const money = (amountHalalas: number) => ({ amount: (amountHalalas / 100).toFixed(2), currency: "SAR" });

  return {
    /** Opens a session and puts the card in; gives its id. */
    openSession: async (orderNumber: string, amountHalalas: number): Promise<string> => {
      const { session } = await call("POST", "session", {});
      await call("PUT", `session/${session.id}`, {
        order: { id: orderNumber, ...money(amountHalalas) },
        sourceOfFunds: { type: "CARD", provided: { card } },
      });
      return session.id;
    },

    /** Looks at the session and runs 3-D Secure; gives the session's version. */
    authenticate: async ({ orderNumber, attemptId, sessionId, amountHalalas }: Payment): Promise<string> => {
      const { session } = await call("GET", `session/${sessionId}`);
      const path = `order/${orderNumber}/transaction/a-${attemptId}`;
      await call("PUT", path, {
        apiOperation: "INITIATE_AUTHENTICATION",
        authentication: { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
        order: { currency: "SAR", reference: orderNumber, notificationUrl },
        session: { id: sessionId, version: session.version },
        transaction: { reference: `a-${attemptId}` },
      });
      await call("PUT", path, {
        apiOperation: "AUTHENTICATE_PAYER",
        authentication: { redirectResponseUrl: `${to.ownUrl}/return` },
        device,
        order: money(amountHalalas),
        session: { id: sessionId },
      });
      return session.version;
    },

    /** Takes the money; gives the gateway's reference. */
    pay: async (payment: Payment, version: string): Promise<string> => {
      const { orderNumber, attemptId, sessionId, amountHalalas } = payment;
      const { transaction } = await call("PUT", `order/${orderNumber}/transaction/p-${attemptId}`, {
        apiOperation: "PAY",
        authentication: { transactionId: `a-${attemptId}` },
        order: { ...money(amountHalalas), reference: orderNumber, notificationUrl },
        session: { id: sessionId, version },
        sourceOfFunds: { type: "CARD" },
        transaction: { reference: `p-${attemptId}`, source: "INTERNET" },
      });
      return transaction.id;
    },
  };
}

const device = {
  browser: "bench",
  ipAddress: "127.0.0.1",
  browserDetails: {
    "3DSecureChallengeWindowSize": "FULL_SCREEN",
    acceptHeaders: "text/html",
    colorDepth: 24,
    javaEnabled: false,
    javaScriptEnabled: true,
    language: "ar-SA",
    screenHeight: 480,
    screenWidth: 640,
    timeZone: -180,
  },
};
