/** A key that was just made: it can be read and copied this once. */
import { useState } from "react";
import type { CreatedApiKey } from "#contract/api-keys.ts";
import { Icon } from "../display/icon.tsx";
import { check, copy } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

export function MadeKey({ made, onClose }: { readonly made: CreatedApiKey; readonly onClose: () => void }) {
  const { t } = useWording();
  const [isCopied, setCopied] = useState(false);
  const { key } = made;
  return (
    <Dialog title={t("keys.made")} onClose={onClose}>
      <div className="form">
        <p>{t(key === null ? "keys.goneHint" : "keys.madeHint")}</p>
        {key !== null && (
          <>
            <code className="made-key" dir="ltr">
              {key}
            </code>
            <button
              type="button"
              className="button button-primary"
              onClick={() => void navigator.clipboard.writeText(key).then(() => setCopied(true))}
            >
              <Icon path={isCopied ? check : copy} />
              <span aria-live="polite">{t(isCopied ? "send.copied" : "keys.copy")}</span>
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
