/** Ends a key at once; programs that still have it are refused, and no press brings it back, so that it is asked. */
import type { ApiKeyModel } from "#contract/api-keys.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { LastUse } from "./last-use.tsx";

type RevokeProps = { readonly apiKey: ApiKeyModel; readonly onClose: () => void };

export function RevokeDialog({ apiKey, onClose }: RevokeProps) {
  const { t } = useWording();
  const revoking = useChange("POST /api/v1/keys/:keyId/revoke");
  const revoke = (): void =>
    revoking.mutate({ params: { keyId: String(apiKey.id) } }, { onSuccess: onClose });
  return (
    <Dialog title={t("keys.revoke")} onClose={onClose}>
      <div className="form">
        <p>
          <bdi className="long-word">{apiKey.name}</bdi>
        </p>
        <LastUse apiKey={apiKey} />
        <p>{t("keys.revokeHint")}</p>
        {revoking.error && <Failed failure={revoking.error} />}
        <button type="button" className="button button-danger" disabled={revoking.isPending} onClick={revoke}>
          {t("keys.revokeNow")}
        </button>
      </div>
    </Dialog>
  );
}
