/**
 * The console's one way to the merchant API: the calls of the contract, made with the session of the signed-in person for
 * one of their shops.
 */
import type { agreementCalls } from "#contract/agreements.ts";
import type { apiKeyCalls } from "#contract/api-keys.ts";
import type { apiRequestCalls } from "#contract/api-requests.ts";
import type { clientStatementCalls } from "#contract/client-statement.ts";
import type { clientCalls } from "#contract/clients.ts";
import type { CallInput, CallReply, CallShape } from "#contract/contract.ts";
import type { couponCalls } from "#contract/coupons.ts";
import type { dailyCloseCalls } from "#contract/daily-close.ts";
import type { eventCalls } from "#contract/events.ts";
import type { exportCalls } from "#contract/exports.ts";
import type { funnelCalls } from "#contract/funnel.ts";
import type { homeCalls } from "#contract/home.ts";
import type { imageCalls } from "#contract/images.ts";
import type { invoiceChangeCalls } from "#contract/invoice-changes.ts";
import type { invoiceDraftCalls } from "#contract/invoice-drafts.ts";
import type { invoiceCalls } from "#contract/invoices.ts";
import type { listViewCalls } from "#contract/list-views.ts";
import type { merchantCallsOfPerson } from "#contract/merchant.ts";
import type { messageAccountCalls } from "#contract/message-accounts.ts";
import type { messageSettingsCalls } from "#contract/message-settings.ts";
import type { messageTextCalls } from "#contract/message-texts.ts";
import type { messageCalls } from "#contract/messages.ts";
import type { paymentListCalls } from "#contract/payments.ts";
import type { paymentByHandCalls } from "#contract/payments-by-hand.ts";
import type { peopleCalls } from "#contract/people.ts";
import type { productLinksCalls } from "#contract/product-links.ts";
import type { productsCalls } from "#contract/products.ts";
import type { providerAccountCalls } from "#contract/provider-accounts.ts";
import type { pushCalls } from "#contract/push.ts";
import type { quoteCalls, quoteMessageCalls } from "#contract/quotes.ts";
import type { recurringCalls } from "#contract/recurring.ts";
import type { refundApprovalCalls, refundDecisionCalls } from "#contract/refund-approvals.ts";
import type { refundCalls } from "#contract/refunds.ts";
import type { reportCalls } from "#contract/reports.ts";
import type { returnRequestCalls } from "#contract/return-requests.ts";
import type { searchCalls } from "#contract/search.ts";
import type { settlementCalls } from "#contract/settlement.ts";
import type { taxDocumentCalls } from "#contract/tax-documents.ts";
import type { taxUnitCalls } from "#contract/tax-units.ts";
import type { testWorldCalls } from "#contract/test-world.ts";
import type { themeCalls } from "#contract/theme.ts";
import type { webhookEndpointCalls } from "#contract/webhook-endpoints.ts";
import { isUnattended } from "../session/attended.ts";
import { askPerson } from "../session/gate.ts";
import { previewedRole } from "../session/preview.ts";

declare global {
  interface Window {
    /**
     * Gives the answer to a call that the document has made by itself (server/console/first-calls.js), once and while it is fresh;
     * undefined for every other call.
     */
    waslFirst?: (address: string, shop: number) => Promise<Response> | undefined;
  }
}

/** Calls that the screens make. Types only: the browser ships no schemas. */
export type Calls = typeof agreementCalls &
  typeof apiKeyCalls &
  typeof apiRequestCalls &
  typeof clientCalls &
  typeof clientStatementCalls &
  typeof dailyCloseCalls &
  typeof eventCalls &
  typeof couponCalls &
  Pick<typeof exportCalls, "GET /api/v1/exports/invoices/count"> &
  typeof funnelCalls &
  typeof quoteCalls &
  typeof quoteMessageCalls &
  typeof recurringCalls &
  typeof returnRequestCalls &
  typeof homeCalls &
  typeof imageCalls &
  typeof invoiceCalls &
  typeof invoiceDraftCalls &
  typeof invoiceChangeCalls &
  typeof listViewCalls &
  typeof merchantCallsOfPerson &
  typeof messageAccountCalls &
  typeof messageCalls &
  typeof messageSettingsCalls &
  typeof messageTextCalls &
  typeof paymentListCalls &
  typeof paymentByHandCalls &
  typeof peopleCalls &
  typeof productLinksCalls &
  typeof productsCalls &
  typeof pushCalls &
  typeof providerAccountCalls &
  typeof refundApprovalCalls &
  typeof refundCalls &
  typeof refundDecisionCalls &
  typeof reportCalls &
  typeof searchCalls &
  typeof settlementCalls &
  typeof taxDocumentCalls &
  typeof taxUnitCalls &
  typeof testWorldCalls &
  typeof themeCalls &
  typeof webhookEndpointCalls;

export type CallKey = keyof Calls & string;

type Shape<Key extends CallKey> = Extract<Calls[Key], CallShape>;

/** Parts of a call that have a schema are required, the others are left out. */
export type Parts<Key extends CallKey> = {
  readonly [Part in keyof CallInput<Shape<Key>> as CallInput<Shape<Key>>[Part] extends undefined
    ? never
    : Part]: CallInput<Shape<Key>>[Part];
};

export type Reply<Key extends CallKey> = CallReply<Shape<Key>>;

export type WrongField = { readonly path: string; readonly code: string };

/** Why a call has no answer. */
export class CallFailure extends Error {
  // Declared, not defined: each definition would come with 250 bytes that define it for older browsers.
  /** `no_answer`: it may have been carried out. */
  declare readonly kind: "refused" | "offline" | "no_answer";
  /** The code of the problem, where it was refused. */
  declare readonly code: string;
  declare readonly fields: readonly WrongField[];
  /** How long to wait before the same call, where the refusal says so. */
  declare readonly retryAfterMs: number | null;

  constructor(
    kind: CallFailure["kind"],
    code: string = kind,
    fields: readonly WrongField[] = [],
    retryAfterMs: number | null = null,
  ) {
    super(code);
    this.kind = kind;
    this.code = code;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
  }
}

export type CallOptions = {
  readonly shop: number;
  readonly signal?: AbortSignal | undefined;
  /** Of a call that changes something: the same for each repetition of it. */
  readonly idempotencyKey?: string | undefined;
  /** The ETag of what is changed. */
  readonly ifMatch?: string | undefined;
  /** Refused for its session it fails, and asks no person who may be typing. */
  readonly isQuiet?: boolean;
};

const timeoutMs = 30_000;

/**
 * Makes a call and reads its answer.
 * @throws CallFailure
 */
export async function call<Key extends CallKey>(
  key: Key,
  parts: Parts<Key>,
  options: CallOptions,
): Promise<Reply<Key>> {
  const response = await request(key, parts, options);
  return (await response.json()) as Reply<Key>;
}

/**
 * Makes a call of the API whatever its answer is, such as a file.
 * @throws CallFailure when it was refused or has no answer
 */
export async function request(key: string, parts: object, options: CallOptions): Promise<Response> {
  const response = await send(key, parts, options);
  if (response.ok) return response;
  const failure = await readFailure(response);
  const asked = { unauthorized: "ended", reauthentication_required: "stale" } as const;
  const what = asked[failure.code as keyof typeof asked];
  if (what !== undefined && !options.isQuiet && (await askPerson(what)))
    return await request(key, parts, options);
  throw failure;
}

async function send(key: string, parts: object, options: CallOptions): Promise<Response> {
  const { method, address, body } = toRequest(key, parts);
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-language": document.documentElement.lang,
    "wasl-shop": String(options.shop),
  };
  const preview = previewedRole();
  if (preview !== null) headers["wasl-as-role"] = preview;
  if (isUnattended()) headers["wasl-unattended"] = "1";
  if (body !== undefined) headers["content-type"] = typeof body === "string" ? "application/json" : body.type;
  if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
  if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  options.signal?.addEventListener("abort", () => limit.abort());
  try {
    return await (window.waslFirst?.(address, options.shop) ??
      fetch(address, {
        method,
        headers,
        cache: "no-store",
        // A draft that is saved as its tab is left must outlive the tab.
        keepalive: document.visibilityState === "hidden",
        signal: limit.signal,
        ...(body !== undefined && { body }),
      }));
  } catch {
    throw new CallFailure(navigator.onLine ? "no_answer" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

/** A key for a change. Not `randomUUID`, which browsers have on secure origins alone. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function readFailure(response: Response): Promise<CallFailure> {
  const problem = await response.json().catch(() => null);
  // Another program answered, such as a proxy: what our server did is not known.
  if (problem === null || typeof problem.code !== "string") return new CallFailure("no_answer");
  const retryAfter = Number(response.headers.get("retry-after")) * 1000;
  const fields = Array.isArray(problem.fields) ? problem.fields : [];
  return new CallFailure("refused", problem.code, fields, retryAfter || null);
}

type QueryValue = string | number | readonly string[] | undefined;

function toRequest(
  key: string,
  parts: object,
): { method: string; address: string; body: string | Blob | undefined } {
  const { params, query, body } = parts as {
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, QueryValue>>;
    body?: unknown;
  };
  const [method = "GET", template = ""] = key.split(" ");
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of [value ?? []].flat()) search.append(name, String(each));
  return {
    method,
    address: search.size > 0 ? `${path}?${search}` : path,
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
  };
}
