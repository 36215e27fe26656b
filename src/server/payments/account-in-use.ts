/**
 * What is open on an account must be asked of that account: another one answers that it knows no such payment, and money that
 * was taken, or given back, would be taken or given back again (docs/decisions/0345).
 */
import { sql, type Transaction } from "kysely";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { Problem } from "#core/problem.ts";
import { openRefundStates } from "#core/refund-status.ts";
import type { Schema } from "#db/schema.ts";
import type { MethodId } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";

const openStates = attemptStates.filter((state) => attemptStateFacts[state].isChecked);
const liveStates = openStates.filter((state) => attemptStateFacts[state].live);

/**
 * Refuses while payments or refunds of a merchant's method are open: a provider is still asked about them, or money may yet arrive.
 * What another payment took the place of is asked about for an hour or two, and stays in its state.
 * @throws Problem `account_in_use`
 */
export async function refuseInUse(
  trx: Transaction<Schema>,
  { merchantId, method }: { readonly merchantId: number; readonly method: MethodId },
): Promise<void> {
  const { rows } = await sql<{ inUse: boolean }>`
    select exists (select from payment_attempts a
        where a.merchant_id = ${merchantId} and a.method = ${method} and a.state = any(${openStates})
          and (a.state = any(${liveStates}) or a.next_check_at is not null))
      or exists (select from refunds r where r.merchant_id = ${merchantId} and r.method = ${method}
        and r.state = any(${[...openRefundStates]})) as "inUse"`.execute(trx);
  if (rows[0]?.inUse) throw new Problem("account_in_use");
}

/**
 * Whether settings are those of one account, with another password, key or certificate, or other limits: by its identifiers, and by
 * its first secret where it has none: the one that opens it.
 */
export function isSameAccount(method: MethodId, one: unknown, other: unknown): boolean {
  const asked = methodEntry(method).accountSettings();
  const names = asked.filter(({ kind }) => kind === "text");
  const telling = names.length > 0 ? names : asked.filter(({ kind }) => kind === "secret").slice(0, 1);
  return telling.every(
    ({ path, usual }) =>
      (valueAt(one, path.split(".")) ?? usual) === (valueAt(other, path.split(".")) ?? usual),
  );
}

/** What settings have at a path; undefined where there is nothing. */
export function valueAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, name) => Object(value)[name], settings);
}
