/** Our addresses for providers' messages. */
import type { Config } from "../settings/config.ts";

/**
 * Where messages about an account's payments come.
 * @param account without a merchant the installation's, which serves many merchants by one address
 */
export function notificationAddress(
  { serverUrl }: Pick<Config, "serverUrl">,
  { method, merchantId }: { readonly method: string; readonly merchantId: number | null },
): string {
  return `${serverUrl}/rest/pay/notify/${merchantId === null ? method : `${method}/${merchantId}`}`;
}
