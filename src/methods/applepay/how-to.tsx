/** The window for buyers whose device has no Apple Pay: what it needs, and that there are other ways (Spec 1, 2.3). */
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Icon } from "#web/icons/icon.tsx";
import * as icons from "#web/icons/icon-paths.ts";
import { paymentCodeAddress } from "#web/order/file-addresses.ts";
import { CopyValue } from "#web/payment/copy-value.tsx";
import { addresses } from "#web/routes.ts";

const titleId = "apple-pay-how-to-title";

/** The way to the same payment on another device; the page itself may stand in a frame. */
function paymentAddress(orderNumber: string): string {
  return new URL(addresses.info(orderNumber), window.location.href).href;
}

type HowToProps = { readonly orderNumber: string; readonly onClose: () => void };

export function HowToUseApplePay({ orderNumber, onClose }: HowToProps) {
  const t = useTranslations("applepay");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={titleId} data-dismissible="" onClose={onClose}>
      <div className="modal-head">
        <h2 id={titleId}>{t("howToTitle")}</h2>
        <button type="button" className="icon-button" aria-label={t("close")} onClick={close}>
          <Icon path={icons.cross} />
        </button>
      </div>
      <div className="modal-body">
        <p>{t("howToWarning")}</p>
        {/* Shown where there is a screen for a phone to look at (payment-form.css). */}
        <p className="apple-pay-code">
          <img src={paymentCodeAddress(orderNumber)} alt="" width="148" height="148" />
          <span>{t("howToScan")}</span>
        </p>
        <ol>
          <li>
            {t("howToDevice")} <CopyValue label={t("howToCopy")} value={paymentAddress(orderNumber)} />
          </li>
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
