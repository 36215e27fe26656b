/** Which addresses a merchant's buyers may be sent to, by environment (decision K2). */
import type { ReturnUrlRule } from "#core/return-url.ts";
import type { EnvironmentName } from "../config.ts";

/**
 * The rule for `callbackUrl` and `cancelUrl` of one merchant: any host in `local` and `test`, elsewhere the hosts
 * that the merchant registered. To be given to `readReturnUrl`.
 */
export function returnUrlRule(environment: EnvironmentName, redirectHosts: readonly string[]): ReturnUrlRule {
  const isOpen = environment === "local" || environment === "test";
  return isOpen ? { hosts: "any", ipLiterals: "allowed" } : { hosts: redirectHosts, ipLiterals: "refused" };
}
