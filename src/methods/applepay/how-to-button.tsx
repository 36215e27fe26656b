/**
 * Apple Pay where there is none (Spec 1): the button opens the window about how to use it, which is fetched on a press.
 * Apart from the button that pays, so that such browsers do not fetch what drives Apple's sheet.
 */
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Later } from "#web/forms/later.tsx";
import { NotLoaded } from "#web/forms/not-loaded.tsx";
import type { WalletButtonProps } from "#web/payment/panel.ts";
import { isInAppBrowser } from "../device-wallets/in-app-browser.ts";
import { LaterOpenInBrowser } from "../device-wallets/later-open-in-browser.tsx";
import { ApplePayButtonFace } from "./pay-button.tsx";

const loadHowTo = async () => (await import("./how-to.tsx")).HowToUseApplePay;

export function ApplePayHowToButton({ order, isLocked = false, namesHowTo = false }: WalletButtonProps) {
  const t = useTranslations("applepay");
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { userAgent } = window.navigator;
  const { orderNumber } = order;
  if (isInAppBrowser(userAgent)) {
    // Android has no Apple Pay in any browser.
    if (!/iPhone|iPad/.test(userAgent)) return null;
    return (
      <LaterOpenInBrowser orderNumber={orderNumber} text={t("openInSafari")} copyLabel={t("howToCopy")} />
    );
  }
  return (
    <>
      <ApplePayButtonFace
        onPress={() => setOpen(true)}
        isLocked={isLocked}
        says={namesHowTo ? "howToTitle" : "payWith"}
      />
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
