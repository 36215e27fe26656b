/** Telling Tabby where to report to: a session cannot carry that address, the account has it. */
import type { Secret } from "#core/secret/secret.ts";
import type { TabbyApi } from "./api.ts";
import { webhookHeader } from "./notification.ts";

/**
 * Registers our address with the secret that proves Tabby's messages, or puts the secret of an address that is
 * registered already right. Harmless when repeated.
 * @returns whether Tabby has the address and the secret now
 */
export async function registerWebhook(api: TabbyApi, url: string, secret: Secret): Promise<boolean> {
  const listed = await api.listWebhooks();
  if (listed.kind !== "answer") return false;
  const wanted = { url, header: { title: webhookHeader, value: secret.reveal() } };
  const found = listed.value.find((webhook) => webhook.url === url);
  if (!found) return (await api.createWebhook(wanted)).kind === "answer";
  const isRight =
    found.header?.title.toLowerCase() === webhookHeader && found.header.value === wanted.header.value;
  return isRight || (await api.changeWebhook(found.id, wanted)).kind === "answer";
}
