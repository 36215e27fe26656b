/** The island of the test page (Spec 2 "info3"): one button for each end that 3-D Secure can have. */
import { useTranslations } from "use-intl/react";
import { saudiArabia } from "#core/phone/mobile.ts";
import * as timing from "#core/timing.ts";
import { openGateway, prepareSession, readBrowser } from "#methods/card/card-calls.ts";
import { call } from "../browser/api.ts";
import { dialCodeText } from "../forms/dial-code-text.ts";
import { toPayer } from "./main-form.ts";
import type { PayOutcome } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { type TestCase, testBuyer, testCases, toTestCard } from "./test-cards.ts";
import { usePayment } from "./use-payment.ts";

export type TestCardsFormProps = { readonly order: PaymentOrder };

export function TestCardsForm({ order: initial }: TestCardsFormProps) {
  const t = useTranslations("testcards");
  const texts = useTranslations("payment");
  const { order, isBusy, end, run } = usePayment(initial);

  const pay = async (testCase: TestCase): Promise<PayOutcome> => {
    const card = toTestCard(testCase);
    const session = await prepareSession(call, { kind: "card", orderNumber: order.orderNumber, card });
    if (session.kind === "refused" || session.kind === "offline") return session;
    if (session.kind !== "ready") return { kind: "failed", text: t("declined") };
    const values = { ...testBuyer, clientCountry: dialCodeText(saudiArabia) };
    const payer = toPayer(order, values, { agreementAccepted: true, channel: "info" });
    const browser = readBrowser(window);
    const outcome = await openGateway(call, { kind: "card", sessionId: session.sessionId, payer, browser });
    await sendReceipt(outcome);
    return outcome.kind === "problem" || outcome.kind === "no_connection"
      ? { kind: "failed", text: t("declined") }
      : outcome;
  };

  const message = end?.kind === "message" ? end.message : null;
  return (
    <div className="test-cards">
      {testCases.map((testCase) => {
        const { cardNumber, expiryMonth, expiryYear, cvv } = toTestCard(testCase);
        const values = {
          number: isolated(cardNumber.replace(/(.{4})(?=.)/g, "$1 ")),
          expiry: isolated(`${expiryMonth}/${expiryYear}`),
          cvv: isolated(cvv),
        };
        return (
          <button
            key={testCase.id}
            type="button"
            className="test-card"
            data-case={testCase.id}
            aria-disabled={isBusy}
            onClick={() => run(() => pay(testCase))}
          >
            <strong>{t(testCase.id)}</strong>
            <span>{t("card", values)}</span>
          </button>
        );
      })}
      <div className="pay-message" role="alert">
        {message && <p>{"key" in message ? texts(message.key) : message.text}</p>}
      </div>
      <ProcessingModal isOpen={isBusy} />
    </div>
  );
}

/** Spec 7: the test page hands what the gateway said to the server. Nothing depends on whether it arrives. */
async function sendReceipt(apiResponse: object): Promise<void> {
  const limit = { timeoutMs: timing.sessionUpdateTimeoutMs };
  await call("PUT /pay/info3/3dsreceipt", { body: { apiResponse: { ...apiResponse } } }, limit);
}

function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
