/** Whether the caller of an answer that continues may read on: keys are revoked, sessions end and roles change meanwhile. */
import { roleMay } from "#core/roles.ts";
import { isSessionOpen } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { type ApiMerchant, findMerchant, findMerchantOfPerson } from "./api-merchant.ts";
import { rightOfRoute } from "./scopes.ts";

/**
 * Looks again, as for a new request. A person whose role has changed is not the caller that was let in.
 * @param route of the table of rights
 */
export async function isStillAllowed(
  services: Pick<Services, "db" | "clock">,
  { id: merchantId, principal }: Pick<ApiMerchant, "id" | "principal">,
  route: { readonly method: string; readonly url: string },
): Promise<boolean> {
  const { scope, may } = rightOfRoute(route);
  if (principal.kind === "key") {
    const found = await findMerchant(services, { id: principal.keyId }, null);
    return found !== null && scope !== null && found.scopes.includes(scope);
  }
  const { personId, sessionId, role } = principal;
  if (!(await isSessionOpen(services, sessionId))) return false;
  const found = await findMerchantOfPerson(services, { merchantId, personId, sessionId });
  if (found?.principal.kind !== "person" || found.principal.role !== role) return false;
  return may === null || roleMay(role, may);
}
