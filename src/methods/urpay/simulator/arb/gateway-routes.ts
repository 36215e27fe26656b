/** The gateway's two addresses for merchants: purchases on one, everything about them on the other. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatDecimal } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { ArbAccount } from "./account.ts";
import { hide, unhide } from "./cipher.ts";
import { notificationsOf } from "./notifications.ts";
import type { ArbTransaction, Payments } from "./payments.ts";
import { outage, refusal } from "./refusal.ts";
import { purchaseSchema, readAmount, readRequest, supportSchema } from "./requests.ts";
import { mobileTriggers } from "./triggers.ts";

export type GatewayParts = {
  readonly payments: Payments;
  readonly account: ArbAccount;
  /** The registered address for messages. */
  readonly webhookUrl: () => string | null;
};

/** A word that no document lists. */
const unlistedResult = "ON HOLD";

/** Adds the addresses. */
export function registerGateway(app: FastifyInstance, tools: SimulatorTools, parts: GatewayParts): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({
      request,
      reply,
      operation: operationOf(request.body, parts.account),
      outage,
      work: (call) =>
        call.operation === "PURCHASE"
          ? purchase(parts, request, `${tools.baseUrl(request)}/pg/URPaypage.htm`)
          : support(parts, request.body, call),
    });
  app.post("/pg/payment/hosted.htm", handle);
  app.post("/pg/payment/tranportal.htm", handle);
}

const hiddenSchema = z.tuple([z.object({ trandata: z.string() })]);
const actionSchema = z.object({ action: z.string() });
const names: Readonly<Record<string, string>> = { "1": "PURCHASE", "2": "REFUND", "8": "INQUIRY" };

function operationOf(body: unknown, account: ArbAccount): string {
  const hidden = hiddenSchema.safeParse(body).data?.[0].trandata ?? "";
  const action = actionSchema.safeParse(unhide(hidden, account.resourceKey));
  return names[action.data?.action ?? "1"] ?? "PURCHASE";
}

function purchase({ payments, account }: GatewayParts, request: FastifyRequest, pageUrl: string): Answer {
  const message = readRequest(purchaseSchema, request.body, account);
  // The first address in the header is the buyer's; without it the risk rules say no.
  if (!request.headers["x-forwarded-for"]) throw refusal("IPAY0100045");
  if (!/^5\d{8}$/.test(message.mobileNumber)) throw refusal("IPAY0100089");
  const refused = mobileTriggers[message.mobileNumber];
  if (refused !== undefined) throw refusal(refused);
  const page = payments.prepare({
    trackId: message.trackId,
    orderNumber: message.udf1 || message.trackId,
    mobile: message.mobileNumber,
    amount: readAmount(message.amt),
    responseUrl: message.responseURL,
    errorUrl: message.errorURL,
  });
  return {
    status: 200,
    body: [{ status: "1", result: `${page.paymentId}:${pageUrl}`, error: null, errorText: null }],
    note: `${page.orderNumber}: page prepared`,
  };
}

function support({ payments, account, webhookUrl }: GatewayParts, body: unknown, call: Call): Answer {
  const message = readRequest(supportSchema, body, account);
  const found = payments.find(message.udf5, message.transId);
  if (message.action === "8") {
    const page = payments.pageOf(message.transId);
    if (found === undefined && page && payments.stateOf(page) === "expired") throw refusal("IPAY0100042");
    if (found === undefined) throw refusal("IPAY0100263");
    return transactionAnswer(found, account, call);
  }
  if (
    found === undefined ||
    found.action !== "1" ||
    found.result !== "CAPTURED" ||
    message.trackId === undefined
  )
    throw refusal("IPAY0100263");
  const made = payments.refund({
    trackId: message.trackId,
    purchase: found,
    amount: readAmount(message.amt),
    byHand: endByHand(call),
  });
  return { ...transactionAnswer(made, account, call), webhooks: notificationsOf(made, webhookUrl()) };
}

/** How a refund ends that people at the bank make by hand. */
function endByHand(call: Call): "CAPTURED" | "NOT CAPTURED" | null {
  if (call.hasFault("refund_made_later")) return "CAPTURED";
  return call.hasFault("refund_refused_later") ? "NOT CAPTURED" : null;
}

function transactionAnswer(transaction: ArbTransaction, account: ArbAccount, call: Call): Answer {
  const { transId, orderNumber, result } = transaction;
  const isInquiry = call.operation === "INQUIRY";
  const shown = {
    ...shownTransaction(transaction),
    // An inquiry tells that it was successful, and by the response code how the transaction was.
    result: call.hasFault("unlisted_status")
      ? unlistedResult
      : isInquiry && result === "CAPTURED"
        ? "SUCCESS"
        : result,
  };
  return {
    status: 200,
    body: [
      {
        tranid: transId,
        trandata: hide(shown, account.resourceKey),
        status: result === "CAPTURED" ? "1" : "2",
        error: null,
        errorText: null,
      },
    ],
    note: `${orderNumber}: ${shown.result}`,
  };
}

/** A transaction as the hidden part of every answer shows it; amounts lose their last zero. */
export function shownTransaction(transaction: ArbTransaction) {
  return {
    paymentId: transaction.paymentId,
    result: transaction.result,
    transId: transaction.transId,
    ref: transaction.ref,
    date: new Date(transaction.at).toISOString().slice(5, 10).replace("-", ""),
    trackId: transaction.trackId,
    udf1: transaction.orderNumber,
    udf2: "",
    udf3: "",
    udf4: "",
    udf5: "",
    amt: formatDecimal(transaction.amount, "SAR").replace(/0$/, ""),
    authRespCode: transaction.responseCode,
    authCode: "000000",
    cardType: "",
    actionCode: transaction.action,
  };
}
