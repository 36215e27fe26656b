/**
 * Apple Pay where there is none (Spec 1): the button opens the window about how to use it. Apart from the button that
 * pays, so that such browsers do not fetch what drives Apple's sheet.
 */
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { WalletButtonProps } from "#web/payment/panel.ts";
import { isInAppBrowser } from "../device-wallets/in-app-browser.ts";
import { OpenInBrowser } from "../device-wallets/open-in-browser.tsx";
import { HowToUseApplePay } from "./how-to.tsx";
import { ApplePayButtonFace } from "./pay-button.tsx";

export function ApplePayHowToButton({ order, isLocked = false, namesHowTo = false }: WalletButtonProps) {
  const t = useTranslations("applepay");
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { userAgent } = window.navigator;
  const { orderNumber } = order;
  if (isInAppBrowser(userAgent)) {
    // Android has no Apple Pay in any browser.
    if (!/iPhone|iPad/.test(userAgent)) return null;
    return <OpenInBrowser orderNumber={orderNumber} text={t("openInSafari")} copyLabel={t("howToCopy")} />;
  }
  return (
    <>
      <ApplePayButtonFace
        onPress={() => setOpen(true)}
        isLocked={isLocked}
        says={namesHowTo ? "howToTitle" : "payWith"}
      />
      {isOpen && <HowToUseApplePay orderNumber={orderNumber} onClose={close} />}
    </>
  );
}
