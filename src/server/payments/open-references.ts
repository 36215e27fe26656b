/** Open bills and transfer accounts: the buyer pays them at a bank, and the page shows their numbers again. */
import type { Kysely } from "kysely";
import type { OpenReference } from "#contract/pages.ts";
import { formatDecimal } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { referenceMethods } from "#methods/allowed.ts";
import type { PayResult } from "#methods/method-server.ts";
import type { ReferenceReply } from "#methods/reference-replies.ts";
import { methodEntry } from "#methods/registry.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";

/** What the method's own call replies with for an attempt that is offered, before it is put into its words. */
export function referenceResult(
  attempt: Pick<AttemptRow, "provider_reference" | "provider_data" | "received_amount" | "currency">,
): PayResult {
  return {
    kind: "reference_issued",
    reference: attempt.provider_reference ?? "",
    details: {
      ...attempt.provider_data,
      expiresAt: endOf(attempt.provider_data),
      ...(attempt.received_amount !== null && {
        received: formatDecimal(attempt.received_amount, attempt.currency),
      }),
    },
  };
}

/**
 * The references of an order that can still be paid, the newest first; no two of one method. They hold nothing that a
 * press of Pay does not show to any holder of the order's address: nothing about the buyer.
 */
export async function loadOpenReferences(
  services: Pick<Services, "config" | "clock"> & { readonly db: { readonly kysely: Kysely<Schema> } },
  orderNumber: string,
): Promise<readonly OpenReference[]> {
  const offered = await services.db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    // The newest mail with the open reference of this method.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("reference_mails as m")
          .select(["m.masked_address", "m.state"])
          .whereRef("m.merchant_id", "=", "o.merchant_id")
          .whereRef("m.order_id", "=", "o.id")
          .whereRef("m.method", "=", "a.method")
          .whereRef("m.created_at", ">=", "a.created_at")
          .orderBy("m.id", "desc")
          .limit(1)
          .as("mail"),
      (join) => join.onTrue(),
    )
    .select(["a.method", "a.provider_reference", "a.provider_data", "a.received_amount", "a.currency"])
    .select(["mail.masked_address", "mail.state as mail_state"])
    .where("o.order_number", "=", orderNumber)
    .where("a.state", "=", "offered")
    .orderBy("a.created_at", "desc")
    .execute();
  const open: OpenReference[] = [];
  for (const attempt of offered) {
    const method = referenceMethods.find((id) => id === attempt.method);
    const call = method && methodEntry(method).calls.find(({ step }) => step === "start");
    if (!call || open.some((other) => other.method === method)) continue;
    if (hasRunOut(attempt.provider_data, services.clock.now())) continue;
    const { masked_address: address, mail_state: state } = attempt;
    // Whether an address exists is not disclosed.
    const last = address === null ? null : { address, isSent: state !== "failed" };
    // That the reply is its method's the registry has asked for.
    const reference = { method, reply: call.toReply(referenceResult(attempt)) } as ReferenceReply;
    open.push({
      ...reference,
      ...(services.config.smtpUrl !== null && { mail: { problem: null, last } }),
    });
  }
  return open;
}

/** Whether the number of an attempt is out and can be paid still. */
export function isNumberOut(
  { state, provider_data: data }: Pick<AttemptRow, "state" | "provider_data">,
  now: number,
): boolean {
  return state === "offered" && !hasRunOut(data, now);
}

/** Its end has passed: no buyer is sent to the bank with an expired number. */
function hasRunOut(data: AttemptRow["provider_data"], now: number): boolean {
  return Date.parse(endOf(data)) < now;
}

/** As RFC 3339, empty for none. Rows of bills from earlier releases have their last day in Riyadh alone. */
function endOf({ lastDay, expiresAt }: AttemptRow["provider_data"]): string {
  return expiresAt || (lastDay ? `${lastDay}T20:59:59.999Z` : "");
}
