/** The window for buyers whose device has no Apple Pay: what it needs, and that there are other ways (Spec 1, 2.3). */
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Icon } from "#web/components/icon.tsx";

const titleId = "apple-pay-how-to-title";

export function HowToUseApplePay({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("applepay");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={titleId} data-dismissible="" onClose={onClose}>
      <div className="modal-head">
        <h2 id={titleId}>{t("howToTitle")}</h2>
        <button type="button" className="icon-button" aria-label={t("close")} onClick={close}>
          <Icon name="cross" />
        </button>
      </div>
      <div className="modal-body">
        <p>{t("howToWarning")}</p>
        <ol>
          <li>{t("howToDevice")}</li>
          <li>{t("howToSafari")}</li>
          <li>{t("howToCard")}</li>
        </ol>
        <p>{t("howToOther")}</p>
        <p>
          <button type="button" className="button" onClick={close}>
            {t("understood")}
          </button>
        </p>
      </div>
    </dialog>
  );
}
