/** Whether what happens in the shop reaches an endpoint. */
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { DateShown } from "../display/date.tsx";
import { useWording } from "../i18n/texts.ts";

type EndpointProps = { readonly endpoint: WebhookEndpointModel };

/** In a word, coloured and never by colour alone. */
export function EndpointState({ endpoint: { isEnabled, failingSince, disabledReason } }: EndpointProps) {
  const { t } = useWording();
  if (!isEnabled)
    return (
      <span className={disabledReason === "failing" ? "chip chip-declined" : "chip"}>
        {t("webhooks.off")}
      </span>
    );
  if (failingSince) return <span className="chip chip-unknown">{t("webhooks.failing")}</span>;
  return <span className="chip chip-paid">{t("webhooks.on")}</span>;
}

/** Why it gets nothing, and since when; nothing where all is well. */
export function EndpointTrouble({ endpoint }: EndpointProps) {
  const { t } = useWording();
  const { isEnabled, failingSince, disabledAt, disabledReason } = endpoint;
  const since = isEnabled ? failingSince : disabledAt;
  if (since === null) return null;
  const text = isEnabled ? "webhooks.failingHint" : `webhooks.offBy.${disabledReason ?? "merchant"}`;
  return (
    <p className="why">
      {t(text as "webhooks.failingHint")} <DateShown instant={since} hasTime />
    </p>
  );
}
