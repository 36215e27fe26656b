/** Starting a payment by card, coming back from 3-D Secure, and asking how it went (Spec 3, 4 and 7). */
import { z } from "zod";
import { cardMethods } from "#core/card/card-brands.ts";
import { jsonMoney, orderNumber, orderNumberParams, personText } from "./common.ts";
import type { CallMap } from "./contract.ts";
import { openOrderProblems, outcomeProblems, sessionProblems, startProblems } from "./payment-problems.ts";

/** What a payment came to, as the pages and their addresses carry it (Spec 3 "Payment result"). */
export const paymentResult = z.object({
  msg: z.string(),
  orderAmount: jsonMoney,
  orderNumber: z.string(),
  /** 200 paid, 202 still being checked, 400 not paid. */
  statusCode: z.number().int(),
  /** True where a bank or service declined the latest try; absent where none did. */
  declined: z.literal(true).optional(),
  /** True where money arrived that the order could not take, mostly another amount, and that is to be given back (202); absent otherwise. */
  surplus: z.literal(true).optional(),
  /** True where the order itself says why it does not count as paid: it is cancelled, or was given back. Absent while the last try decides. */
  closed: z.literal(true).optional(),
  /** The methods whose number for a bank is out and can still be paid; stated by `checkPaymentStatus` while nothing is paid. */
  numbersOut: z.array(z.string()).optional(),
  webUrl: z.string(),
  callbackUrl: z.string().nullable(),
  mode: z.string().nullable(),
  secure3DHtmlKey: z.string().nullable(),
  paymentSessionId: z.string().nullable(),
  /** Proof of this result; or, beside `secure3DHtmlKey`, the signature that opens the 3-D Secure page. */
  signature: z.string(),
  externalOrderNumber: z.string().nullable(),
  /** What was paid with, in words: "mada •••• 0008". Absent where nothing was taken. */
  paidWith: z.string().optional(),
});

export type PaymentResult = z.output<typeof paymentResult>;

/** What the buyer's browser says of itself; the gateway wants it for 3-D Secure. */
export const browserDetails = z.strictObject({
  colorDepth: z.number().int().min(1).max(48).optional(),
  language: z.string().max(35).optional(),
  screenHeight: z.number().int().min(0).max(100_000).optional(),
  screenWidth: z.number().int().min(0).max(100_000).optional(),
  /** Minutes, as JavaScript's getTimezoneOffset gives them (Riyadh: -180). */
  timeZone: z.number().int().min(-900).max(900).optional(),
});

export type BrowserDetails = z.output<typeof browserDetails>;

/** Which page a payment was started from. */
export const channel = z.enum(["info", "simple", "frame", "applePay"]);

export type PaymentChannel = z.output<typeof channel>;

/** Longest token of a wallet that is parsed, in characters; the wallets' own have less than a third of it. */
export const maxTokenLength = 16_384;

/**
 * What a call of a method has that no person writes, and the buyer's mobile, which is read as one and may be of any country:
 * their digits may look like a card number. Every other text of these calls is refused with a card number in it, whatever its
 * name (server/payments/guards.ts), so the calls take these from here.
 */
export const opaqueTexts = {
  orderNumber,
  /** Spec 7 has the number twice in the calls of bills and transfers. */
  waslOrderNumber: orderNumber,
  clientMobile: personText,
  transactionId: z.string().max(64),
  signature: z.string().max(128),
  emailSignature: z.string().max(512),
  /** Of a card at the gateway. */
  sessionId: z.string().min(1).max(64),
  /** Of a payment that a code is typed for. */
  paymentSessionId: z.string().min(1).max(128),
  paymentToken: z.union([z.string().min(1).max(maxTokenLength), z.looseObject({})]),
};

/** The part that every payment call shares. */
export const payerFields = {
  orderNumber: opaqueTexts.orderNumber,
  clientName: personText.nullish(),
  clientEmail: personText.nullish(),
  clientMobile: opaqueTexts.clientMobile.nullish(),
  /** ISO 3166 in either case; `fastpay` from the simple page (Spec 7). The guards know which codes are countries. */
  clientCountryCode: z.string().max(7).nullish(),
  shipmentCity: personText.nullish(),
  shipmentAddress: z.string().max(500).nullish(),
  transactionId: opaqueTexts.transactionId,
  signature: opaqueTexts.signature,
  emailSignature: opaqueTexts.emailSignature.nullish(),
  /** The buyer ticked the terms of sale; required when the order has an agreement (decision K7). */
  agreementAccepted: z.boolean().optional(),
  mode: z.enum(["frame"]).nullish(),
  channel: channel.optional(),
  /** Rounded to two decimals, from the simple page only (decision K11). */
  geolocation: z
    .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullish(),
};

/** Hosted mode: the gateway's own fields fill in the card. */
export const hostedSessionBody = z.strictObject({
  orderNumber,
  cardType: z.enum(cardMethods).optional(),
});

/** Direct mode: the card passes through the server. */
export const directSessionBody = z.strictObject({
  ...hostedSessionBody.shape,
  cardNumber: z.string().max(30),
  expiryYear: z.string().max(4),
  expiryMonth: z.string().max(2),
  nameOnCard: z.string().max(100),
  cvv: z.string().max(6),
});

export const prepareSessionBody = z.union([hostedSessionBody, directSessionBody]);

export const openGatewayBody = z.strictObject({
  ...payerFields,
  sessionId: opaqueTexts.sessionId,
  browser: browserDetails.optional(),
});

const openGatewayReply = z.union([
  paymentResult,
  z.object({ secure3DHtmlKey: z.string(), signature: z.string(), orderNumber: z.string() }),
]);

/** A 3-D Secure page that was left: `again` is the buyer's word that they want to continue with it. */
const bankWay = {
  key: z.string().max(128),
  signature: z.string().max(128),
  again: z.string().max(1).optional(),
};

/** The query of the payment frame, carried along so that its result looks like it (Spec 2.6); and its language. */
const frameWay = { frame: z.string().max(500).optional(), lang: z.enum(["ar", "en"]).optional() };

export const paymentCalls = {
  "POST /rest/pay/prepareSession": {
    summary: "Open a card session at the gateway; with card data in direct mode, without in hosted mode",
    audience: "buyer",
    body: prepareSessionBody,
    replies: {
      200: z.object({ status: z.literal("ok"), session: z.object({ id: z.string(), version: z.string() }) }),
    },
    problems: [...openOrderProblems, ...sessionProblems],
  },
  "POST /rest/pay/openGateway": {
    summary: "Pay by the mada, Visa or Mastercard card of a session",
    audience: "buyer",
    body: openGatewayBody,
    replies: { 200: openGatewayReply },
    problems: startProblems,
  },
  "POST /rest/pay/openAmexGateway": {
    summary: "Pay by the American Express card of a session",
    audience: "buyer",
    body: openGatewayBody,
    replies: { 200: openGatewayReply },
    problems: startProblems,
  },
  "GET /rest/pay/get3DPage/:orderNumber": {
    summary: "The 3-D Secure page of the card's bank: once, and again to continue with it",
    audience: "buyer",
    params: orderNumberParams,
    query: z.object({ ...bankWay, ...frameWay }),
    leadsTo: "The page was used: how the payment stands.",
    replies: { 200: z.string() },
  },
  "POST /rest/pay/process3dSecure": {
    summary: "Finish a payment after 3-D Secure; the gateway is asked, the body is only a hint",
    audience: "buyer",
    body: z.object({
      orderNumber,
      paymentSessionId: z.string().max(128).nullish(),
      mode: z.string().max(20).nullish(),
    }),
    replies: { 200: paymentResult },
    problems: ["order_not_found", ...outcomeProblems],
  },
  // Relative to the address of the test page, whose only caller it is (decision K12).
  "PUT /pay/info3/3dsreceipt": {
    summary: "What the gateway answered to the test page; taken and forgotten",
    audience: "internal",
    body: z.strictObject({ apiResponse: z.union([z.looseObject({}), z.string()]) }),
    replies: { 200: z.object({ received: z.literal(true) }) },
  },
  "POST /rest/pay/checkPaymentStatus": {
    summary: "How the order's payment stands; 200 paid, 202 being checked, 400 not paid",
    audience: "buyer",
    body: z.strictObject({ orderNumber }),
    replies: { 200: paymentResult },
    problems: ["order_not_found", "outcome_unknown"],
  },
} as const satisfies CallMap;
