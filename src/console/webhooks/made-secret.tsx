/** The secret of an endpoint that was just made or rotated. */
import type { Reply } from "../calls/call.ts";
import { ShownOnce } from "../developers/shown-once.tsx";
import { useWording } from "../i18n/texts.ts";

export type Made = Reply<"POST /api/v1/webhook-endpoints">;

export function MadeSecret({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useWording();
  return (
    <ShownOnce
      title={t("webhooks.secret")}
      secret={made.secret}
      hint={t("webhooks.secretHint")}
      goneHint={t("webhooks.secretGone")}
      copyText={t("webhooks.copySecret")}
      onClose={onClose}
    />
  );
}
