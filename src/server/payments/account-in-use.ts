/**
 * What is open on an account must be asked of that account: another one answers that it knows no such payment, and money that
 * was taken, or given back, would be taken or given back again (docs/decisions/0345).
 */
import type { Transaction } from "kysely";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { Problem } from "#core/problem.ts";
import { openRefundStates } from "#core/refund-status.ts";
import type { Schema } from "#db/schema.ts";
import type { MethodId } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";

/** States about which a provider is still asked, or money may yet arrive. */
const openStates = attemptStates.filter((state) => attemptStateFacts[state].isChecked);

/**
 * Refuses while payments or refunds of a merchant's method are open.
 * @throws Problem `account_in_use`
 */
export async function refuseInUse(
  trx: Transaction<Schema>,
  { merchantId, method }: { readonly merchantId: number; readonly method: MethodId },
): Promise<void> {
  const open = await trx
    .selectFrom("payment_attempts as a")
    .select("a.id")
    .where("a.merchant_id", "=", merchantId)
    .where("a.method", "=", method)
    .where((eb) =>
      eb.or([
        eb("a.state", "in", openStates),
        eb.exists(
          eb
            .selectFrom("refunds as r")
            .select("r.id")
            .whereRef("r.merchant_id", "=", "a.merchant_id")
            .whereRef("r.attempt_id", "=", "a.id")
            .where("r.state", "in", openRefundStates),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (open) throw new Problem("account_in_use");
}

/**
 * Whether settings are those of one account, with another password, key or certificate, or other limits: by its identifiers, and by
 * its secrets where it has none.
 */
export function isSameAccount(method: MethodId, one: unknown, other: unknown): boolean {
  // None was stored: payments went to the installation's account.
  if (one === null) return false;
  const asked = methodEntry(method).accountSettings();
  const names = asked.filter(({ kind }) => kind === "text");
  const telling = names.length > 0 ? names : asked.filter(({ kind }) => kind === "secret");
  return telling.every(
    ({ path, usual }) => (valueAt(one, path) ?? usual) === (valueAt(other, path) ?? usual),
  );
}

function valueAt(settings: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => Object(value)[name], settings);
}
