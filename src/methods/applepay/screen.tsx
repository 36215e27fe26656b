/**
 * The island of the Apple Pay page (Spec 2.8): one button that presses itself once, a way out, and the processing
 * window. The page has no fields: what the order does not know of the buyer, the sheet asks for.
 */
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { DialCode } from "#core/phone/mobile.ts";
import * as timing from "#core/timing.ts";
import { goTo, resultAddress } from "#web/browser/navigation.ts";
import { Agreement, agreementId } from "#web/forms/agreement.tsx";
import { dialCodeText } from "#web/forms/dial-code-text.ts";
import { toPayer } from "#web/payment/main-form.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { ProcessingModal } from "#web/payment/processing-modal.tsx";
import { usePayment } from "#web/payment/use-payment.ts";
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
  const payment = useTranslations("payment");
  const { order, isBusy, end, run } = usePayment(initial);
  const [isAgreed, setAgreed] = useState(false);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const isLocked = order.hasAgreement && !isAgreed;

  const readPayer = (): Payer | null => {
    if (!isLocked) return payerOf(order, country, isAgreed);
    setAgreementMissing(true);
    document.getElementById(agreementId)?.focus();
    return null;
  };
  const applePay = useApplePay({
    order,
    readPayer,
    run: (work) => run(async () => await thenLeave(await work())),
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

  // What is missing is asked for on the payment page: this one has no place for it.
  useEffect(() => {
    if (end && end.kind !== "message" && end.kind !== "agreement") goTo(addresses.info(order.orderNumber));
  }, [end, order.orderNumber]);

  const onAgreed = (accepted: boolean): void => {
    setAgreed(accepted);
    setAgreementMissing(false);
  };
  return (
    <div className="apple-pay-screen">
      {order.hasAgreement && (
        <Agreement
          file={`${order.webUrl}/web/getDesktopOrderFile/${encodeURIComponent(order.orderNumber)}`}
          isAccepted={isAgreed}
          onChange={onAgreed}
          isMissing={isAgreementMissing || end?.kind === "agreement"}
        />
      )}
      {hasApplePay ? (
        <ApplePayButtonFace onPress={press} isLocked={isLocked} />
      ) : (
        <button type="button" className="button" onClick={applePay.press}>
          {t("howToTitle")}
        </button>
      )}
      <div className="pay-message" role="alert">
        {end?.kind === "message" && (
          <p>{"key" in end.message ? payment(end.message.key) : end.message.text}</p>
        )}
      </div>
      {end?.kind === "message" && (
        <a className="button" href={addresses.info(order.orderNumber)}>
          {t("otherMethods")}
        </a>
      )}
      <Cancel orderNumber={order.orderNumber} callbackUrl={callbackUrl} />
      <ProcessingModal isOpen={isBusy} />
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
  const latest = useRef({ press, mayPress });
  latest.current = { press, mayPress };
  useEffect(() => {
    const timer = setTimeout(() => {
      if (latest.current.mayPress) latest.current.press();
    }, timing.applePayAutoClickMs);
    return () => clearTimeout(timer);
  }, []);
}

/** Who pays, as far as the order knows. */
function payerOf(order: PaymentOrder, country: DialCode, agreementAccepted: boolean): Payer {
  const values = {
    clientName: order.client.name,
    clientMobile: order.client.mobile,
    clientCountry: dialCodeText(country),
  };
  return toPayer(order, values, { agreementAccepted, channel: "applePay" });
}

/** Spec 2.8: after a payment the page stands for three seconds, then goes to the shop or shows the result. */
async function thenLeave(outcome: PayOutcome): Promise<PayOutcome> {
  if (outcome.kind !== "result" || outcome.result.statusCode >= 300) return outcome;
  await new Promise((resolve) => {
    setTimeout(resolve, timing.walletResultRedirectMs);
  });
  // The result's own way to the shop says that the order is paid; the page's was written before.
  const { result } = outcome;
  return { kind: "redirect", url: result.callbackUrl ?? `${resultAddress(result)}&displayOnly=true` };
}
