/**
 * Apple Pay where there is none (Spec 1): a quiet link to the window about how to use it, which is fetched on a press.
 * Apart from the button that pays, so that such browsers do not fetch what drives Apple's sheet.
 */
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Mark } from "#web/components/mark.tsx";
import { Later } from "#web/forms/later.tsx";
import { NotLoaded } from "#web/forms/not-loaded.tsx";
import type { WalletElsewhereProps } from "#web/payment/panel.ts";
import { isInAppBrowser } from "../device-wallets/in-app-browser.ts";
import { LaterOpenInBrowser } from "../device-wallets/later-open-in-browser.tsx";

const loadHowTo = async () => (await import("./how-to.tsx")).HowToUseApplePay;

export function ApplePayHowToLink({ orderNumber, missing }: WalletElsewhereProps) {
  const t = useTranslations("applepay");
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { userAgent } = window.navigator;
  if (isInAppBrowser(userAgent)) {
    // Android has no Apple Pay in any browser.
    if (!/iPhone|iPad/.test(userAgent)) return missing;
    return (
      <LaterOpenInBrowser orderNumber={orderNumber} text={t("openInSafari")} copyLabel={t("howToCopy")} />
    );
  }
  return (
    <>
      <button type="button" className="text-button apple-pay-how-to" onClick={() => setOpen(true)}>
        <Mark name="applepay" /> {t("howToTitle")}
      </button>
      {isOpen && (
        <Later
          load={loadHowTo}
          props={{ orderNumber, onClose: close }}
          failed={<NotLoaded text={t("howToWarning")} />}
        />
      )}
    </>
  );
}
