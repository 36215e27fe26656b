/** The words for what the last press came to, read out as they appear; nothing for null. */
import { useTranslations } from "use-intl/react";
import type { Message } from "./after-pay.ts";

export function PayMessage({ message }: { readonly message: Message | null }) {
  const t = useTranslations("payment");
  return (
    <div className="pay-message" role="alert">
      {message && <p>{"key" in message ? t(message.key) : message.text}</p>}
    </div>
  );
}
