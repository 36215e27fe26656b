/**
 * The island of the Apple Pay page (Spec 2.8): one button that presses itself once, a way out, and the processing
 * window. The page has no fields: what the order does not know of the buyer, the sheet asks for.
 */
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { DialCode } from "#core/phone/mobile.ts";
import * as timing from "#core/timing.ts";
import { resultAddress } from "#web/browser/navigation.ts";
import { knownPayer } from "#web/payment/known-payer.ts";
import { OrderAgreement } from "#web/payment/order-agreement.tsx";
import type { PayOutcome } from "#web/payment/panel.ts";
import { PayMessage } from "#web/payment/pay-message.tsx";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { ProcessingModal } from "#web/payment/processing-modal.tsx";
import { usePayForm } from "#web/payment/use-pay-form.ts";
import { addresses } from "#web/routes.ts";
import { applePayOf } from "./apple-pay-api.ts";
import { useApplePay } from "./button.tsx";
import { HowToUseApplePay } from "./how-to.tsx";
import { ApplePayButtonFace } from "./pay-button.tsx";

export type ApplePayScreenProps = {
  readonly order: PaymentOrder;
  /** From the stored order alone (decision K2). */
  readonly callbackUrl: string | null;
  /** Of the order's client, else Saudi Arabia. */
  readonly country: DialCode;
};

export function ApplePayScreen({ order: initial, callbackUrl, country }: ApplePayScreenProps) {
  const t = useTranslations("applepay");
  const pay = usePayForm(initial, {
    channel: "applePay",
    knownPayer: (order, form) => knownPayer(order, country, form),
  });
  const { order, isLocked, message, wallet } = pay;
  const applePay = useApplePay({
    ...wallet,
    run: (work) => wallet.run(async () => await thenLeave(await work())),
  });
  // The server cannot know. Its HTML has the button, whose press is kept for buyers with Apple Pay.
  const [hasApplePay, setHasApplePay] = useState(true);
  useEffect(() => setHasApplePay(applePayOf(window) !== null), []);
  const wasPressed = useRef(false);
  const press = (): void => {
    wasPressed.current = true;
    applePay.press();
  };
  // A buyer who has pressed already needs no second sheet.
  usePressAlone(() => !wasPressed.current && applePay.tryAlone(), !isLocked);

  if (pay.instead) return pay.instead;
  return (
    <div className="apple-pay-screen">
      <OrderAgreement pay={pay} />
      {hasApplePay ? (
        <ApplePayButtonFace onPress={press} isLocked={isLocked} />
      ) : (
        <button type="button" className="button" onClick={applePay.press}>
          {t("howToTitle")}
        </button>
      )}
      <PayMessage message={message} />
      {message && (
        <a className="button" href={addresses.info(order.orderNumber)}>
          {t("otherMethods")}
        </a>
      )}
      <Cancel orderNumber={order.orderNumber} callbackUrl={callbackUrl} />
      <ProcessingModal isOpen={pay.isBusy} />
      {applePay.isHowToOpen && (
        <HowToUseApplePay orderNumber={order.orderNumber} onClose={applePay.closeHowTo} />
      )}
    </div>
  );
}

/** Spec 2.8: to the shop where the order has a way there, else back to where the buyer came from. */
function Cancel({
  orderNumber,
  callbackUrl,
}: {
  readonly orderNumber: string;
  readonly callbackUrl: string | null;
}) {
  const t = useTranslations("applepay");
  const onClick = (event: MouseEvent): void => {
    if (callbackUrl !== null || window.history.length < 2) return;
    event.preventDefault();
    window.history.back();
  };
  return (
    <a className="cancel-link" href={callbackUrl ?? addresses.info(orderNumber)} onClick={onClick}>
      {t("cancel")}
    </a>
  );
}

/** Presses once, a second after the page has come (Spec 9). */
function usePressAlone(press: () => void, mayPress: boolean): void {
  const pressIfMay = useEffectEvent((): void => {
    if (mayPress) press();
  });
  useEffect(() => {
    const timer = setTimeout(() => pressIfMay(), timing.applePayAutoClickMs);
    return () => clearTimeout(timer);
  }, []);
}

/** Spec 2.8: after a payment the page stays for three seconds, then goes to the shop or shows the result. */
async function thenLeave(outcome: PayOutcome): Promise<PayOutcome> {
  if (outcome.kind !== "result" || outcome.result.statusCode >= 300) return outcome;
  await new Promise((resolve) => {
    setTimeout(resolve, timing.walletResultRedirectMs);
  });
  // The result's own way to the shop says that the order is paid; the page's was written before.
  const { result } = outcome;
  return { kind: "redirect", url: result.callbackUrl ?? `${resultAddress(result)}&displayOnly=true` };
}
