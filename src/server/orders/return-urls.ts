/** Which addresses a merchant's buyers may be sent to, by environment (decision K2), and what those of an order say. */
import { type ReturnUrlRule, readReturnUrl } from "#core/address/return-url.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Services } from "../services.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { environmentOf } from "../settings/world.ts";
import type { OrderRecord } from "./order-store.ts";
import { paylinkReturnAddress, returnAddress } from "./return-address.ts";
import { returnSecretsOf, type SealedReturnSecrets } from "./return-secret.ts";

/**
 * The rule for `callbackUrl` and `cancelUrl` of one merchant, by the environment in which it is served: any host in `local` and `test`, elsewhere the hosts
 * that the merchant registered. To be given to `readReturnUrl`.
 */
export function returnUrlRule(environment: EnvironmentName, redirectHosts: readonly string[]): ReturnUrlRule {
  const isOpen = environment === "local" || environment === "test";
  return isOpen ? { hosts: "any", ipLiterals: "allowed" } : { hosts: redirectHosts, ipLiterals: "refused" };
}

type Stored = Pick<
  OrderRecord,
  | "callback_url"
  | "cancel_url"
  | "merchant_redirect_hosts"
  | "merchant_world"
  | "order_number"
  | "external_order_number"
  | "status"
  | "paylink"
> &
  SealedReturnSecrets;

/** What the addresses of an order are made with. */
export type ReturnEnvironment = {
  readonly environment: EnvironmentName;
  readonly sealing: Sealing;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** That of an installation, now. */
export function returnEnvironment({
  config,
  sealing,
  clock,
}: Pick<Services, "config" | "sealing" | "clock">): ReturnEnvironment {
  return { environment: config.environment, sealing, now: clock.now() };
}

/**
 * Where the buyer goes after paying, with what the shop needs to know (docs/return-address.md); null when there is no
 * such way. The stored address is judged again now: hosts may have been taken off the list since (decision K2).
 */
export function callbackUrlOf(environment: ReturnEnvironment, order: Stored): string | null {
  return wayBack(order.callback_url, environment, order);
}

/** Where Cancel leads; otherwise as `callbackUrlOf`. */
export function cancelUrlOf(environment: ReturnEnvironment, order: Stored): string | null {
  return wayBack(order.cancel_url, environment, order);
}

function wayBack(stored: string | null, environment: ReturnEnvironment, order: Stored): string | null {
  if (stored === null) return null;
  const served = environmentOf(environment.environment, { world: order.merchant_world });
  const address = readReturnUrl(stored, returnUrlRule(served, order.merchant_redirect_hosts));
  if (address === null) return null;
  if (order.paylink) return paylinkReturnAddress(address, order.paylink);
  const facts = {
    orderNumber: order.order_number,
    externalOrderNumber: order.external_order_number,
    status: order.status,
    timestamp: Math.floor(environment.now / 1000),
  };
  return returnAddress(address, facts, returnSecretsOf(environment, order));
}
