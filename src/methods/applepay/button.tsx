/**
 * Apple Pay on devices that have it: the payment pages' button (Spec 2.3), and one press of such a button on every page
 * that has one. One file, and fetched with all that the press needs: Apple's sheet must open inside of the press.
 */
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call, callsOf } from "#web/browser/api.ts";
import type { Payer, PayOutcome, WalletButtonProps } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { applePayOf } from "./apple-pay-api.ts";
import type { ApplePayCalls } from "./calls.ts";
import { sheetCalls } from "./client.ts";
import { ApplePayButtonFace } from "./pay-button.tsx";
import { openSheet, type SheetEnd } from "./session.ts";
import { sheetRequest } from "./sheet-request.ts";

export type ApplePayPress = {
  readonly order: PaymentOrder;
  /** The payer, or null after showing what is missing. Called only where there is Apple Pay. */
  readonly readPayer: () => Payer | null;
  /** Follows how the sheet ends. */
  readonly run: (work: () => Promise<PayOutcome>) => void;
};

export type UseApplePay = {
  /** Opens the sheet; where there is no Apple Pay, the window about it. */
  readonly press: () => void;
  /** Tries once to open the sheet without a press; browsers that require a press make it wait for one (decision K8). */
  readonly tryAlone: () => void;
  readonly isHowToOpen: boolean;
  readonly closeHowTo: () => void;
};

export function ApplePayButton({ isLocked = false, ...props }: WalletButtonProps) {
  const { press } = useApplePay(props);
  return <ApplePayButtonFace onPress={press} isLocked={isLocked} />;
}

export function useApplePay({ order, readPayer, run }: ApplePayPress): UseApplePay {
  const t = useTranslations("applepay");
  const [isHowToOpen, setHowToOpen] = useState(false);
  const closeHowTo = useCallback(() => setHowToOpen(false), []);

  const toOutcome = (end: SheetEnd): PayOutcome => {
    switch (end.kind) {
      case "cancelled":
        return { kind: "failed", text: t("cancelled") };
      case "not_opened":
        return { kind: "failed", text: t("notOpened") };
      case "refused":
        // Spec 8: a decline that came without words of ours.
        return end.refusal.text === null && end.refusal.code === "payment_declined"
          ? { kind: "failed", text: t("declined") }
          : end;
      default:
        return end;
    }
  };

  const open = (): "opened" | "not_ready" | "refused" => {
    const applePay = applePayOf(window);
    const payer = applePay && readPayer();
    if (!applePay || !payer) return "not_ready";
    const request = sheetRequest(order, applePay.version, payer);
    const calls = sheetCalls(order, payer, { call, callApple: callsOf<ApplePayCalls>() });
    try {
      const end = openSheet(applePay, request, calls);
      run(async () => toOutcome(await end));
      return "opened";
    } catch {
      return "refused";
    }
  };

  const press = (): void => {
    if (!applePayOf(window)) setHowToOpen(true);
    else if (open() === "refused") run(async () => toOutcome({ kind: "not_opened" }));
  };
  return { press, tryAlone: () => void open(), isHowToOpen, closeHowTo };
}
