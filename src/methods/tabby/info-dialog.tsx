/**
 * The window about Tabby (Spec 2.3). We draw it; Tabby's own page is only inside of the frame, and only once the
 * buyer has opened the window.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Icon } from "#web/icons/icon.tsx";
import * as icons from "#web/icons/icon-paths.ts";

type InfoDialogProps = {
  /** Tabby's page; null where the installation has none. */
  readonly address: string | null;
  readonly onClose: () => void;
  /** Our own words on the matter, above the frame. */
  readonly children: ReactNode;
};

export function InfoDialog({ address, onClose, children }: InfoDialogProps) {
  const t = useTranslations("tabby");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="modal" aria-labelledby="tabby-info-title" onClose={onClose}>
      <div className="modal-head">
        <h2 id="tabby-info-title">{t("infoTitle")}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t("close")}
          onClick={() => dialog.current?.close()}
        >
          <Icon path={icons.cross} />
        </button>
      </div>
      <div className="modal-body">
        {children}
        {address === null ? (
          <p className="field-hint">{t("infoMissing")}</p>
        ) : (
          <>
            <p className="field-hint">{t("infoNote")}</p>
            {/* Its own origin, so it may run as itself; the sandbox keeps it from leaving the frame and from forms. */}
            <iframe
              className="tabby-info-frame"
              src={address}
              title={t("infoFrame")}
              sandbox="allow-scripts allow-same-origin"
              referrerPolicy="no-referrer"
              width="100%"
              height="520"
            />
          </>
        )}
      </div>
    </dialog>
  );
}
