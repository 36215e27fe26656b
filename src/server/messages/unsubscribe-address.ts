/** Where one click ends a merchant's reminders to an address: signed, so that no stranger can end another's. */
import type { Services } from "../services.ts";
import type { MessageKey, MessageRow } from "./message-store.ts";

const partsOf = ({ merchantId, id }: MessageKey): string[] => ["unsubscribe", String(merchantId), String(id)];

/** The address in a reminder. */
export function unsubscribeUrl(
  { signing, config }: Pick<Services, "signing" | "config">,
  row: Pick<MessageRow, "merchant_id" | "id" | "language">,
): string {
  const key = { merchantId: row.merchant_id, id: row.id };
  const signature = signing.sign("message", partsOf(key));
  return `${config.webUrl}/rest/messages/stop/${key.merchantId}/${key.id}/${signature}?lang=${row.language}`;
}

/** Whether an address is one that we made. */
export function isUnsubscribeOf(
  { signing }: Pick<Services, "signing">,
  key: MessageKey,
  signature: string,
): boolean {
  return signing.verify("message", partsOf(key), signature);
}
