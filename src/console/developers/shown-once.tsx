/** A secret that was just made: it can be read and copied this once. */
import { useState } from "react";
import { Icon } from "../display/icon.tsx";
import { check, copy } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type ShownOnceProps = {
  readonly title: string;
  /** Null when the answer was that of an earlier, equal request: it cannot be read any more. */
  readonly secret: string | null;
  /** What to do with it. */
  readonly hint: string;
  /** What to do where it cannot be shown. */
  readonly goneHint: string;
  readonly copyText: string;
  readonly onClose: () => void;
};

export function ShownOnce({ title, secret, hint, goneHint, copyText, onClose }: ShownOnceProps) {
  const { t } = useWording();
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{secret === null ? goneHint : hint}</p>
        {secret !== null && (
          <>
            <code className="made-key" dir="ltr">
              {secret}
            </code>
            <button
              type="button"
              className="button button-primary"
              onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
            >
              <Icon path={isCopied ? check : copy} />
              <span aria-live="polite">{isCopied ? t("send.copied") : copyText}</span>
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
