/** Which addresses a merchant's buyers may be sent to, by environment (decision K2). */
import { type ReturnUrlRule, readReturnUrl } from "#core/return-url.ts";
import type { EnvironmentName } from "../config.ts";
import type { OrderRecord } from "./order-store.ts";

/**
 * The rule for `callbackUrl` and `cancelUrl` of one merchant: any host in `local` and `test`, elsewhere the hosts
 * that the merchant registered. To be given to `readReturnUrl`.
 */
export function returnUrlRule(environment: EnvironmentName, redirectHosts: readonly string[]): ReturnUrlRule {
  const isOpen = environment === "local" || environment === "test";
  return isOpen ? { hosts: "any", ipLiterals: "allowed" } : { hosts: redirectHosts, ipLiterals: "refused" };
}

type Stored = Pick<OrderRecord, "callback_url" | "cancel_url" | "merchant_redirect_hosts">;
type Environment = { readonly environment: EnvironmentName };

/** The order's callback address, judged again now: hosts may have been taken off the list since (decision K2). */
export function callbackUrlOf({ environment }: Environment, order: Stored): string | null {
  return readStored(order.callback_url, environment, order);
}

/** The order's cancel address, judged again now. */
export function cancelUrlOf({ environment }: Environment, order: Stored): string | null {
  return readStored(order.cancel_url, environment, order);
}

function readStored(address: string | null, environment: EnvironmentName, order: Stored): string | null {
  return address === null
    ? null
    : readReturnUrl(address, returnUrlRule(environment, order.merchant_redirect_hosts));
}
