/** The public call of a card payment, which differs between methods only in its address (Spec 7). */
import { type BrowserDetails, openGatewayBody, paymentCalls } from "#contract/payment.ts";
import type { MethodCall, PayResult } from "./method-server.ts";

/** Builds the call at one of the two addresses. The session is the buyer's key: one session, one attempt. */
export function openGatewayCall(
  path: "POST /rest/pay/openGateway" | "POST /rest/pay/openAmexGateway",
): MethodCall {
  const { summary, replies } = paymentCalls[path];
  return {
    path,
    summary,
    step: "start",
    body: openGatewayBody,
    reply: replies[200],
    toInput: ({ sessionId }: { readonly sessionId: string }, browser: BrowserDetails | undefined) => ({
      input: { sessionId, browser },
      presentedKey: sessionId,
    }),
    toReply,
  };
}

function toReply(result: PayResult) {
  switch (result.kind) {
    case "paid":
      return result.result;
    case "challenge": {
      const { secure3DHtmlKey, signature, orderNumber } = result;
      return { secure3DHtmlKey, signature, orderNumber };
    }
    default:
      throw new Error(`a card payment cannot end in ${result.kind}`);
  }
}
