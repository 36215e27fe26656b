/**
 * Lanes of the work that providers are asked for: one per account at a provider, so that an account that hangs delays
 * no other payment, at another provider or at the same one.
 */
import { type RawBuilder, sql } from "kysely";

/** An account at a provider. */
export type AccountLane = {
  /** The provider profile, such as `mpgs-cards`. */
  readonly provider: string;
  /** The merchant whose own account it is; null for the installation's. */
  readonly owner: number | null;
};

/** One text per lane. */
export function laneKey({ provider, owner }: AccountLane): string {
  return `${provider} ${owner ?? "installation"}`;
}

/**
 * Joins the owner of the account that the attempt `a` is paid through: `own.merchant_id` is the lane's owner. For statements
 * that read `payment_attempts a`.
 */
export const joinAccount: RawBuilder<unknown> = sql`
  join orders o on o.merchant_id = a.merchant_id and o.id = a.order_id
  left join provider_accounts own on own.merchant_id = o.merchant_id and own.method = a.method`;
