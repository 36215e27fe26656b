/**
 * Transfers to a virtual IBAN. Nothing is charged here: an account is opened for this one payment, the buyer sends
 * the money from any bank, in one transfer or several, and the bank tells us or is asked (decision 0010).
 *
 * The account stays open until all of the money is there. Then it is closed, so that what we say of it stays true:
 * another transfer is sent back by the bank instead of arriving unseen. The same goes for a part on an account that
 * has run out. There is no `refund`: money goes back by a transfer of the merchant's own.
 */
import { z } from "zod";
import { type Outcome, startedBy } from "#core/outcome.ts";
import { cleanText } from "#core/text.ts";
import type { AttemptContext, PagelessProvider, ProviderPorts, Statement } from "../payment-method.ts";
import { refusalRecord, whyOf } from "../provider-api/api-call.ts";
import { bookedSum, issue, readEnded, standingOf, unreadable } from "./account-state.ts";
import { createVibanApi, type NewAccount, type VibanApi } from "./api.ts";
import { readNotification } from "./notification.ts";
import type { A2aSettings } from "./settings.ts";
import type { AccountAnswer } from "./wire.ts";

/** What the buyer typed into the panel, checked by the method's field table. */
export const a2aStart = z.object({
  /** International form: "+966551234567". */
  mobile: z.string(),
  email: z.string(),
});

export type A2aStart = z.output<typeof a2aStart>;

/** Transfers above the limit of instant ones wait for banking days, and holidays take most of a week. */
const accountLifetimeMs = 7 * 24 * 60 * 60_000;

/** Builds the provider of one account. */
export function createA2aProvider(settings: A2aSettings, ports: ProviderPorts): PagelessProvider {
  const api = createVibanApi(settings, ports);
  return {
    id: "viban-a2a",
    start: async (context, input) =>
      startedBy(["reference_issued"], await openAccount(api, context, a2aStart.parse(input))),
    check: (context) => checkAccount(api, context),
    statement: (context) => stateAccount(api, context),
    cancel: (context) => giveUp(api, context),
    readWebhook: (request) => readNotification(settings.webhookSecret, request, ports.clock.now()),
  };
}

async function openAccount(api: VibanApi, context: AttemptContext, input: A2aStart): Promise<Outcome> {
  if (context.attempt.currency !== "SAR")
    return { kind: "declined", reason: "rejected_by_provider", providerCode: "currency_not_supported" };
  const result = await api.open(newAccount(context, input));
  if (result.kind === "answer") return await readAccount(api, result.value, context);
  // The account of ours may not do this; no IBAN was given out.
  if (result.kind === "refused" && result.httpStatus !== 403)
    return { kind: "declined", reason: "rejected_by_provider", ...refusalRecord(result) };
  return result.kind === "no_answer"
    ? { kind: "unknown", why: result.why }
    : { kind: "not_sent", why: whyOf(result) };
}

function newAccount(context: AttemptContext, { mobile, email }: A2aStart): NewAccount {
  const { attempt, order, payer, notificationUrl } = context;
  return {
    reference: attempt.id,
    invoiceNumber: order.orderNumber,
    amount: attempt.amount,
    currency: attempt.currency,
    expiresAt: Math.min(attempt.createdAt + accountLifetimeMs, order.expiresAt ?? Number.POSITIVE_INFINITY),
    payer: { name: cleanText(payer.name, 100), mobile, email },
    notificationUrl,
  };
}

async function checkAccount(api: VibanApi, context: AttemptContext): Promise<Outcome> {
  const found = await findAccount(api, context);
  return found.kind === "account" ? await readAccount(api, found.account, context) : found;
}

/** Closes the account so that nothing can come any more. Money that was faster is reported. */
async function giveUp(api: VibanApi, context: AttemptContext): Promise<Outcome> {
  const found = await findAccount(api, context);
  if (found.kind === "not_found") return { kind: "closed", as: "cancelled", providerCode: "not_found" };
  if (found.kind !== "account") return found;
  const { account } = found;
  if (standingOf(account) !== "live") return readEnded(account, context.attempt);
  const closed = await api.close(account.vibanId);
  return closed.kind === "answer"
    ? readEnded(closed.value, context.attempt)
    : { kind: "unknown", why: whyOf(closed) };
}

/** The outcome of an account as it is now. */
async function readAccount(
  api: VibanApi,
  account: AccountAnswer,
  { attempt }: AttemptContext,
): Promise<Outcome> {
  const standing = standingOf(account);
  if (standing === "unlisted") return { kind: "pending", ...withReference(attempt.reference) };
  const booked = bookedSum(account, attempt.currency);
  if (booked === null) return unreadable;
  const { reference } = attempt;
  if (standing === "live" && booked < attempt.amount) {
    if (reference === null) return issue(account, attempt);
    if (booked === 0) return { kind: "pending", reference };
    return { kind: "part_received", reference, received: { amount: booked, currency: attempt.currency } };
  }
  if (booked === 0 || standing === "closed") return readEnded(account, attempt);
  // Whether it can be closed or not, the money that is there counts.
  const closed = await api.close(account.vibanId);
  return readEnded(closed.kind === "answer" ? closed.value : account, attempt);
}

/** What the bank's books say of an attempt's account. What goes back goes back by hand, past this account. */
async function stateAccount(api: VibanApi, context: AttemptContext): Promise<Statement> {
  const found = await findAccount(api, context);
  if (found.kind === "not_found") return { kind: "stated", payments: [] };
  if (found.kind !== "account") return { kind: "unknown", why: found.why };
  const { currency } = context.attempt;
  const taken = bookedSum(found.account, currency);
  if (taken === null) return { kind: "unknown", why: "a credit that cannot be read" };
  const reference = found.account.vibanId;
  return {
    kind: "stated",
    payments: [{ reference, attemptId: context.attempt.id, currency, taken, givenBack: null }],
  };
}

type Found =
  | { readonly kind: "account"; readonly account: AccountAnswer }
  | Extract<Outcome, { kind: "not_found" | "not_sent" | "unknown" }>;

async function findAccount(api: VibanApi, { attempt }: AttemptContext): Promise<Found> {
  const result = await api.find(attempt.id);
  switch (result.kind) {
    case "answer": {
      const [account] = result.value.accounts;
      return account ? { kind: "account", account } : { kind: "not_found" };
    }
    case "not_sent":
      return result;
    case "refused":
    case "no_answer":
      return { kind: "unknown", why: whyOf(result) };
  }
}

function withReference(reference: string | null): { readonly reference?: string } {
  return reference === null ? {} : { reference };
}
