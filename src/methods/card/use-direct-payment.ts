/** Paying with a card that was typed into our own form (Spec 4 "Card flow", direct mode): its checks and its two calls. */
import { type Ref, useImperativeHandle } from "react";
import { useTranslations } from "use-intl/react";
import type { CardMethod } from "#core/card/card-brands.ts";
import type { YearMonth } from "#core/card/card-expiry.ts";
import { call } from "#web/browser/api.ts";
import { fieldIn, typeInto } from "#web/forms/typed.ts";
import { type Form, useForm } from "#web/forms/use-form.ts";
import type { PanelHandle, Payer, PayOutcome } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import {
  type CardPayOutcome,
  openGateway,
  type PreparedSession,
  prepareSession,
  readBrowser,
} from "./card-calls.ts";
import { cardFields, toCardData } from "./card-fields.ts";
import { type CardProblem, cardFieldId } from "./card-problems.ts";

export type CardFormProps = {
  readonly ref: Ref<PanelHandle>;
  readonly kind: CardMethod;
  readonly order: PaymentOrder;
  /** What to say when the gateway cannot be reached. */
  readonly connectionError: string;
};

/** Gives the form of the card's fields; what the page around it asks of the panel is behind `ref`. */
export function useDirectPayment({ ref, kind, order, connectionError }: CardFormProps): Form {
  const t = useTranslations("card");
  const form = useForm(() => cardFields(kind, thisMonth()));

  const wrong = ({ field: name, textKey }: CardProblem): PayOutcome => {
    // Month and year are one field here.
    const field = name.startsWith("expiry") ? "expiry" : name;
    form.show([{ field, textKey }]);
    return { kind: "fields", field: cardFieldId(kind, field) };
  };
  /** What the form around the panel receives of a call that brought no payment on its way. */
  const ended = (end: CardPayOutcome | Exclude<PreparedSession, { kind: "ready" }>): PayOutcome => {
    if (end.kind === "problem") return wrong(end.problem);
    if (end.kind === "timeout") return { kind: "failed", text: t("providedDataInvalid") };
    return end.kind === "no_connection" ? { kind: "failed", text: connectionError } : end;
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const card = toCardData(form.values(), thisMonth());
    if (!card) return { kind: "failed", text: t("expiryMissing"), field: cardFieldId(kind, "expiry") };
    const session = await prepareSession(call, { kind, orderNumber: order.orderNumber, card });
    if (session.kind !== "ready") return ended(session);
    const browser = readBrowser(window);
    const outcome = await openGateway(call, { kind, sessionId: session.sessionId, payer, browser });
    // Kept: everything that was typed except the code, which the gateway has used up; its tick goes with it.
    typeInto(fieldIn(form.root.ref.current, "securityCode"), "");
    return ended(outcome);
  };
  const check = (): string | null => {
    const field = form.check();
    return field && cardFieldId(kind, field);
  };
  useImperativeHandle(ref, () => ({ check, pay }));
  return form;
}

function thisMonth(): YearMonth {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
