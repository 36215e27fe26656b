/**
 * The result of a payment as pages hand it on in the address, `msg` (Spec 2.5 and 3), and what the result page makes
 * of it. A message in an address is a hint (decision K1): any sender can write one. Green is shown for a message that
 * this server signed or for the server's own word, for nothing else; and while the end of a payment is unknown, the
 * page says so and never invites a second one (decision S3).
 */
import type { AttemptState } from "./attempt-status.ts";
import { readOrderNumber } from "./crockford.ts";
import { type OrderStanding, type OrderStatus, orderStatusFacts } from "./order-status.ts";

/** Longest encoded message that is looked at, in characters. */
export const maxMessageLength = 4096;

/**
 * A decoded message. Of the fields of Spec 3 it leaves out `webUrl` and `callbackUrl`: where a buyer is sent comes
 * from the stored order alone (decision K2).
 */
export type ResultMessage = {
  readonly orderNumber: string;
  readonly statusCode?: number;
  /** Major units, as the buyer calls show amounts. For showing only. */
  readonly orderAmount?: number;
  readonly msg?: string;
  readonly mode?: string;
  readonly secure3DHtmlKey?: string;
  readonly paymentSessionId?: string;
  readonly signature?: string;
  readonly externalOrderNumber?: string;
};

/** Text fields of a message and the longest value that each may have. */
const textFields = [
  ["msg", 500],
  ["mode", 20],
  ["secure3DHtmlKey", 128],
  ["paymentSessionId", 128],
  ["signature", 512],
  ["externalOrderNumber", 100],
] as const;

/** A result as base64 of its JSON in UTF-8 (Spec 2.5). The caller puts it into an address with URLSearchParams. */
export function encodeResult(result: Readonly<Record<string, unknown>>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(result));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Reads a message from an address: base64 in either alphabet, with or without padding. Null for everything that is
 * too long, is not such a message, has a field of a wrong kind, or names no order number that could exist.
 */
export function decodeResult(encoded: string): ResultMessage | null {
  const values = encoded.length > maxMessageLength ? null : readJsonObject(encoded);
  if (values === null) return null;
  const given = (name: string): unknown =>
    Object.hasOwn(values, name) ? (values[name] ?? undefined) : undefined;
  const texts: Record<string, string> = {};
  for (const [name, longest] of textFields) {
    const value = given(name);
    if (value === undefined) continue;
    if (typeof value !== "string" || value.length > longest) return null;
    texts[name] = value;
  }
  const typedNumber = given("orderNumber");
  const orderNumber = typeof typedNumber === "string" ? readOrderNumber(typedNumber) : null;
  const statusCode = given("statusCode");
  const orderAmount = given("orderAmount");
  if (orderNumber === null) return null;
  if (statusCode !== undefined && !isStatusCode(statusCode)) return null;
  if (orderAmount !== undefined && !isAmount(orderAmount)) return null;
  return {
    ...texts,
    orderNumber,
    ...(statusCode !== undefined && { statusCode }),
    ...(orderAmount !== undefined && { orderAmount }),
  };
}

function readJsonObject(encoded: string): Record<string, unknown> | null {
  try {
    // A "+" that was put into an address unescaped arrives as a space.
    const binary = atob(encoded.replace(/[ -]/g, "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function isStatusCode(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** All that the result page depends on. */
export type ResultFacts = {
  /** The address says that the result is only to be shown (after a wallet), not processed (after 3-D Secure). */
  readonly displayOnly: boolean;
  readonly message: ResultMessage | null;
  /** The message carries a signature of this server, for these values and lately (decision K1). */
  readonly signatureVerified: boolean;
  /** Null when there is no such order. */
  readonly orderStatus: OrderStatus | null;
  /** State of the order's latest attempt; null when there is none. */
  readonly attemptState: AttemptState | null;
  /** A bank or service has declined it: what we ended ourselves, or was never tried, is never called that. */
  readonly wasDeclined: boolean;
  /** Money arrived for an order that is not over, is not the amount due, and was not given back yet. */
  readonly hasSurplus: boolean;
  /** `statusCode` of the server's answer to process3dSecure or checkPaymentStatus, once the page has asked. */
  readonly answerStatusCode: number | null;
  readonly hasCallbackUrl: boolean;
  readonly hidesVatInvoice: boolean;
  readonly merchantHasVatNumber: boolean;
};

export type ResultLink = "viewBill" | "downloadReceipt" | "downloadVatInvoice" | "tryAgain";

export type ResultView = Verdict & {
  /** As on the wire: 200 paid, 202 not known yet, 400 not paid, 404 no such order. */
  readonly statusCode: 200 | 202 | 400 | 404;
  readonly links: readonly ResultLink[];
  /** The page continues to the order's callback URL after its delay (Spec 4). */
  readonly redirectsToCallback: boolean;
};

/** Names of the page's texts; the texts are in the translations. */
export type ResultTextKey =
  /** "Order Paid Successfully" */
  | "success"
  /** "Order {n} was processed." */
  | "processed"
  | "declined"
  | "cancelled"
  | "checking"
  | "surplus"
  | "processing"
  | "unpaid"
  | "invoiceCancelled"
  | "invoiceRefunded"
  | "missing";

/** Those of an order that is closed: each has a heading, a hint and a look of its own on the page. */
export type ClosedTextKey = Extract<ResultTextKey, `invoice${string}`>;

type Verdict =
  | {
      readonly kind:
        | "success"
        | "declined"
        /** Nothing was paid and nothing is under way, and nothing was declined. */
        | "unpaid"
        /** Not known yet: the page asks checkPaymentStatus and continues asking. */
        | "checking"
        /** What arrived is to be given back; until then nothing is paid. */
        | "surplus"
        /** Back from 3-D Secure: the page posts the message to process3dSecure. */
        | "process3ds"
        | "not_found";
      readonly textKey: Exclude<ResultTextKey, ClosedTextKey>;
    }
  | OrderVerdict;

/** What an order says by itself is an end: a page that waited would load itself again and again. */
type OrderVerdict =
  | { readonly kind: "success"; readonly textKey: "success" }
  /** Cancelled or refunded: a notice and no way to pay. */
  | { readonly kind: "closed"; readonly textKey: ClosedTextKey };

const statusCodes = {
  success: 200,
  declined: 400,
  unpaid: 400,
  checking: 202,
  surplus: 202,
  process3ds: 202,
  closed: 400,
  not_found: 404,
} as const satisfies Record<ResultView["kind"], number>;

const checking: Verdict = { kind: "checking", textKey: "checking" };
const surplus: Verdict = { kind: "surplus", textKey: "surplus" };
const declined: Verdict = { kind: "declined", textKey: "declined" };
const cancelled: Verdict = { kind: "unpaid", textKey: "cancelled" };
const unpaid: Verdict = { kind: "unpaid", textKey: "unpaid" };

/**
 * What the latest attempt of an order that is still payable says. Money that was taken or may have been taken is
 * being checked, although the order does not show it yet.
 */
const attemptVerdicts: Readonly<Record<AttemptState, Verdict>> = {
  in_flight: checking,
  awaiting_buyer: checking,
  offered: unpaid,
  unknown: checking,
  authorised: checking,
  captured: checking,
  declined,
  cancelled,
  expired: unpaid,
  superseded: unpaid,
  surplus,
  refunded: unpaid,
};

/** What the order itself says; null while the last try decides. */
const orderVerdicts: { readonly payable: null } & Readonly<
  Record<Exclude<OrderStanding, "payable">, OrderVerdict>
> = {
  payable: null,
  paid: { kind: "success", textKey: "success" },
  cancelled: { kind: "closed", textKey: "invoiceCancelled" },
  refunded: { kind: "closed", textKey: "invoiceRefunded" },
};

/** The inner status of an order by its standing; null while the last try decides. */
export function statusCodeOf(standing: OrderStanding): ResultView["statusCode"] | null {
  const verdict = orderVerdicts[standing];
  return verdict && statusCodes[verdict.kind];
}

/** The decision table of the result page (Spec 4 "Result page", decisions K1, K6 and S3). */
export function decideResult(facts: ResultFacts): ResultView {
  const verdict = decide(facts);
  const redirectsToCallback = facts.hasCallbackUrl && isOver(verdict.kind);
  return {
    ...verdict,
    statusCode: statusCodes[verdict.kind],
    links: redirectsToCallback ? [] : linksOf(verdict.kind, facts),
    redirectsToCallback,
  };
}

/** There is nothing to wait for. */
function isOver(kind: ResultView["kind"]): boolean {
  return statusCodes[kind] !== 202 && kind !== "not_found";
}

function decide(facts: ResultFacts): Verdict {
  const { orderStatus, answerStatusCode, message } = facts;
  if (facts.hasSurplus) return surplus;
  // The server's word comes first: what the order is, then what it answered since.
  const closed = orderStatus === null ? null : orderVerdicts[orderStatusFacts[orderStatus].standing];
  if (closed !== null) return closed;
  if (answerStatusCode === 200 || isSignedSuccess(facts)) return { kind: "success", textKey: "processed" };
  if (answerStatusCode === 202) return checking;
  if (answerStatusCode !== null) return facts.wasDeclined ? declined : unpaid;
  if (orderStatus === null) return { kind: "not_found", textKey: "missing" };
  if (facts.attemptState === null) return unpaid;
  const isReturn = !facts.displayOnly && message !== null && (message.statusCode ?? 200) === 200;
  if (facts.attemptState === "awaiting_buyer" && isReturn)
    return { kind: "process3ds", textKey: "processing" };
  const verdict = attemptVerdicts[facts.attemptState];
  return verdict === declined && !facts.wasDeclined ? unpaid : verdict;
}

/** Spec 4: a display-only result without a status counts as 200; decision K1: only when we signed it. */
function isSignedSuccess({ displayOnly, message, signatureVerified }: ResultFacts): boolean {
  if (message === null || !signatureVerified) return false;
  return message.statusCode === 200 || (displayOnly && message.statusCode === undefined);
}

/** The ways on, the main one first. */
const ways: Readonly<Record<ResultView["kind"], readonly ResultLink[]>> = {
  success: ["viewBill", "downloadReceipt", "downloadVatInvoice"],
  declined: ["tryAgain"],
  unpaid: ["tryAgain"],
  closed: ["viewBill"],
  surplus: ["viewBill"],
  checking: [],
  process3ds: [],
  not_found: [],
};

function linksOf(kind: ResultView["kind"], facts: ResultFacts): readonly ResultLink[] {
  // Spec 2.1: who hides the tax invoice hides the receipt with it.
  const isThere: Readonly<Record<ResultLink, boolean>> = {
    viewBill: true,
    tryAgain: true,
    downloadReceipt: !facts.hidesVatInvoice,
    downloadVatInvoice: !facts.hidesVatInvoice && facts.merchantHasVatNumber,
  };
  return ways[kind].filter((link) => isThere[link]);
}
