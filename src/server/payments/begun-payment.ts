/**
 * A payment that was begun, as the payment page shows it to a returning buyer: the bank's page, the field for a one-time
 * code, or that the number to pay by has ended. It comes from the attempt itself, so it is the same after a reload, in a second tab and
 * on another device (docs/decisions/0052).
 */
import type { ExpressionBuilder } from "kysely";
import type { BegunPayment } from "#contract/pages.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { allMethods, referenceMethods } from "#methods/allowed.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { guessesLeft } from "./code-guesses.ts";
import { isNumberOut } from "./open-references.ts";
import { whatItWaitsFor } from "./waits-for.ts";

/** The cookie of the browser that began at a bank: the key of the bank's page and its signature. */
export const bankStepCookie = "wasl-bank-step";

/** The cookie of the method that a browser began to pay by last: it stands near the front the next time. No order, no person. */
export const lastMethodCookie = "wasl-method";

/** The content of the cookie; only what can be a key and a signature. */
export function readBankStep(cookie: string | null): { key: string; signature: string } | null {
  const [, key, signature] = /^([\w-]{1,128})\.([\w-]{1,128})$/.exec(cookie ?? "") ?? [];
  return key === undefined || signature === undefined ? null : { key, signature };
}

/**
 * The payment of an order that its buyer has begun, or null. One statement.
 * @param cookie what the asking browser has kept of a bank's page
 */
export async function loadBegunPayment(
  services: Services,
  orderNumber: string,
  cookie: string | null,
): Promise<BegunPayment | null> {
  const { clock } = services;
  const attempt = await services.db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    .select(["a.id", "a.method", "a.provider_reference", "a.provider_data", "a.code_guesses", "a.created_at"])
    .select("a.state")
    .where("o.order_number", "=", orderNumber)
    .where((eb) => eb.or([eb("a.state", "=", "awaiting_buyer"), isGivenNumber(eb)]))
    .orderBy(({ eb }) => eb("a.state", "=", "awaiting_buyer"), "desc")
    .orderBy("a.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!attempt) return null;
  if (attempt.state !== "awaiting_buyer") return endedNumber(attempt, clock.now());
  const ageMs = clock.now() - attempt.created_at.getTime();
  if (ageMs >= timing.threeDSecureLifetimeMs) return null;
  switch (whatItWaitsFor(attempt)) {
    case "bank":
      return bankStep(services, orderNumber, cookie);
    case "code":
      return codeStep(services, orderNumber, { attempt, ageMs });
    // What was begun on the provider's page is continued there.
    case "page":
    case "number":
      return null;
  }
}

/** The bank's page is the browser's that began there: its address needs what that has kept. */
function bankStep(
  { config, signing }: Pick<Services, "config" | "signing">,
  orderNumber: string,
  cookie: string | null,
): BegunPayment {
  const kept = readBankStep(cookie);
  const isOwn = kept && signing.verify("three-d-secure", [orderNumber, kept.key], kept.signature);
  const address = `${config.webUrl}/rest/pay/get3DPage/${orderNumber}`;
  return {
    kind: "bank",
    address: isOwn ? `${address}?${new URLSearchParams({ ...kept, again: "1" })}` : null,
  };
}

type SentCode = {
  readonly attempt: Pick<
    AttemptRow,
    "id" | "method" | "provider_reference" | "provider_data" | "code_guesses"
  >;
  readonly ageMs: number;
};

function codeStep(
  { clock, signing }: Pick<Services, "clock" | "signing">,
  orderNumber: string,
  { attempt, ageMs }: SentCode,
): BegunPayment | null {
  const { mobileEnd = "", codeExpiresAt } = attempt.provider_data;
  const isOver = codeExpiresAt !== undefined && clock.now() >= Number(codeExpiresAt);
  const method = allMethods.find(({ id }) => id === attempt.method);
  if (!method || isOver) return null;
  const reference = attempt.provider_reference ?? "";
  return {
    kind: "code",
    method: method.id,
    session: {
      paymentSessionId: reference,
      signature: signing.sign("otp", [orderNumber, attempt.id, reference]),
    },
    mobileEnd,
    triesLeft: guessesLeft(attempt),
    secondsAgo: Math.max(0, Math.floor(ageMs / 1000)),
  };
}

function isGivenNumber(eb: ExpressionBuilder<Schema & { a: Schema["payment_attempts"] }, "a">) {
  return eb.and([
    eb("a.method", "in", referenceMethods),
    eb("a.state", "in", ["offered", "expired", "cancelled"]),
    eb("a.provider_reference", "is not", null),
  ]);
}

/** A buyer may have written it down, and would be asked for another without a word. */
function endedNumber(
  attempt: Pick<AttemptRow, "method" | "state" | "provider_data">,
  now: number,
): BegunPayment | null {
  const method = referenceMethods.find((id) => id === attempt.method);
  return !method || isNumberOut(attempt, now) ? null : { kind: "number_over", method };
}
