/** The words for what the last press came to, read out as they appear; nothing for null. */
import type { Ref } from "react";
import { useTranslations } from "use-intl/react";
import type { Message } from "./after-pay.ts";

export function PayMessage({
  message,
  ref,
}: {
  readonly message: Message | null;
  readonly ref?: Ref<HTMLDivElement>;
}) {
  const t = useTranslations("payment");
  return (
    <div ref={ref} className="pay-message" role="alert">
      {message && <p>{"key" in message ? t(message.key) : message.text}</p>}
    </div>
  );
}
