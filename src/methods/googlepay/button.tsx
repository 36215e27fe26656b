/** Google Pay on the payment pages (Spec 2.3): there only where this browser can pay so. */
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { callsOf } from "#web/browser/api.ts";
import type { PayOutcome, WalletButtonProps } from "#web/payment/panel.ts";
import { readBrowser } from "../card/card-calls.ts";
import { isInAppBrowser } from "../device-wallets/in-app-browser.ts";
import { LaterOpenInBrowser } from "../device-wallets/later-open-in-browser.tsx";
import type { GooglePayCalls } from "./calls.ts";
import { payWithSheet, readyClient, type SheetEnd } from "./client.ts";
import { type PaymentsClient, readSettings } from "./google-pay-api.ts";
import { OfficialButton } from "./official-button.tsx";
import { sheetRequest } from "./sheet-request.ts";

export function GooglePayButton({ order, settings, readPayer, run, missing }: WalletButtonProps) {
  const t = useTranslations("googlepay");
  const [client, setClient] = useState<PaymentsClient | "asking" | null>("asking");
  const isInApp = isInAppBrowser(window.navigator.userAgent);
  useEffect(() => {
    // Google's script is not even fetched where its sheet does not open.
    const known = isInApp ? null : readSettings(settings);
    let isShown = true;
    const asked = known ? readyClient(known, window) : Promise.resolve(null);
    void asked.then((ready) => isShown && setClient(ready));
    return () => {
      isShown = false;
    };
  }, [settings, isInApp]);

  const toOutcome = (end: SheetEnd): PayOutcome => {
    if (end.kind === "cancelled") return { kind: "failed", text: t("cancelled") };
    return end.kind === "not_opened" ? { kind: "failed", text: t("notOpened") } : end;
  };
  const press = (): void => {
    const known = readSettings(settings);
    if (client === "asking" || !client || !known) return;
    const payer = readPayer();
    if (!payer) return;
    // Browsers open the sheet only inside of the press, so nothing may be waited for before this line.
    const approval = client.loadPaymentData(sheetRequest(order, known));
    const payment = {
      payer,
      total: order.total,
      browser: readBrowser(window),
      call: callsOf<GooglePayCalls>(),
    };
    run(async () => toOutcome(await payWithSheet(approval, payment)));
  };

  if (client === "asking") return <div className="wallet-place" aria-hidden="true" />;
  if (isInApp && /Android/.test(window.navigator.userAgent)) {
    const { orderNumber } = order;
    return (
      <LaterOpenInBrowser orderNumber={orderNumber} text={t("openInChrome")} copyLabel={t("copyAddress")} />
    );
  }
  if (!client) return missing;
  return <OfficialButton orderNumber={order.orderNumber} onPress={press} onMissing={() => setClient(null)} />;
}
