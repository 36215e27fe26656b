/** Apple Pay on the payment info page (Spec 2.3). */
import { useTranslations } from "use-intl/react";
import type { WalletButtonProps } from "#web/payment/panel.ts";
import { isInAppBrowser } from "../device-wallets/in-app-browser.ts";
import { OpenInBrowser } from "../device-wallets/open-in-browser.tsx";
import { applePayOf } from "./apple-pay-api.ts";
import { HowToUseApplePay } from "./how-to.tsx";
import { ApplePayButtonFace } from "./pay-button.tsx";
import { useApplePay } from "./use-apple-pay.ts";

export function ApplePayButton({ isLocked = false, namesHowTo = false, ...props }: WalletButtonProps) {
  const t = useTranslations("applepay");
  const { press, isHowToOpen, closeHowTo } = useApplePay(props);
  const { userAgent } = window.navigator;
  if (!applePayOf(window) && isInAppBrowser(userAgent)) {
    // Android has no Apple Pay in any browser.
    if (!/iPhone|iPad/.test(userAgent)) return null;
    const { orderNumber } = props.order;
    return <OpenInBrowser orderNumber={orderNumber} text={t("openInSafari")} copyLabel={t("howToCopy")} />;
  }
  return (
    <>
      <ApplePayButtonFace
        onPress={press}
        isLocked={isLocked}
        says={namesHowTo && !applePayOf(window) ? "howToTitle" : "payWith"}
      />
      {isHowToOpen && <HowToUseApplePay orderNumber={props.order.orderNumber} onClose={closeHowTo} />}
    </>
  );
}
