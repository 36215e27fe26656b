/** Telling Moyasar where to report to: a payment cannot carry that address, the account has it. */
import type { Secret } from "#core/secret/secret.ts";
import type { MoyasarApi } from "./api.ts";

/** What can become of a bill. */
const events = ["payment_paid", "payment_expired", "payment_failed"] as const;

/**
 * Registers our address with the secret that proves Moyasar's messages, unless it is there. Harmless when repeated.
 * A changed secret needs the old address to be removed in Moyasar's dashboard: a list does not show secrets.
 * An address that was never verified is registered again.
 * @returns whether Moyasar has the address now
 */
export async function registerWebhook(api: MoyasarApi, url: string, secret: Secret): Promise<boolean> {
  const listed = await api.listWebhooks();
  if (listed.kind !== "answer") return false;
  const known = listed.value.webhooks.find((webhook) => webhook.url === url);
  if (known && known.verified !== false) return true;
  // Its code was lost on the way, or while it was sent back. A new address gets a new one.
  if (known && (await api.deleteWebhook(known.id)).kind !== "answer") return false;
  return (await api.createWebhook({ url, secret, events })).kind === "answer";
}
