/**
 * The card form of hosted mode, fetched when it is the mode of the installation. The gateway's script puts frames of
 * its own over the places of hosted-places.tsx, so that no card data ever is in this page (Spec 4, 7; decision K4).
 */
import { type Ref, useEffect, useImperativeHandle, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { CardMethod } from "#core/card/card-brands.ts";
import { call } from "#web/browser/api.ts";
import { errorsWith, type FormErrors } from "#web/forms/form-errors.ts";
import type { PanelHandle, Payer, PayOutcome } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { type CardPayOutcome, openGateway, prepareSession, readBrowser } from "./card-calls.ts";
import type { CardFieldName, CardProblem } from "./card-problems.ts";
import { HostedPlaces, hostedFields } from "./hosted-places.tsx";
import {
  type HostedField,
  type HostedSession,
  loadSessionScript,
  openHostedSession,
} from "./hosted-session.ts";
import { SecureNote } from "./secure-note.tsx";

type HostedFieldsProps = {
  readonly ref: Ref<PanelHandle>;
  readonly kind: CardMethod;
  readonly order: PaymentOrder;
  /** Address of the gateway's session script. */
  readonly script: string;
  /** What to say when the gateway cannot be reached. */
  readonly connectionError: string;
};

type Status =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly sessionId: string; readonly session: HostedSession }
  | { readonly kind: "failed"; readonly text: string };

const loading: Status = { kind: "loading" };

export function HostedFields({ ref, kind, order, script, connectionError }: HostedFieldsProps) {
  const t = useTranslations("card");
  const [errors, setErrors] = useState<FormErrors>({});
  const [status, setStatus] = useState<Status>(loading);
  const [focused, setFocused] = useState<HostedField | null>(null);
  /** Counts sessions: each gets fresh inputs, because the script does with them what it likes. */
  const [round, setRound] = useState(0);
  const id = (field: CardFieldName) => `${kind}-${field}`;

  const restart = (): void => {
    setStatus(loading);
    setRound((old) => old + 1);
  };
  const openSession = async (): Promise<Status> => {
    const [sdk, prepared] = await Promise.all([
      loadSessionScript(script),
      prepareSession(call, { kind, orderNumber: order.orderNumber }),
    ]);
    if (prepared.kind === "refused")
      return { kind: "failed", text: prepared.refusal.text ?? connectionError };
    if (prepared.kind !== "ready") return { kind: "failed", text: connectionError };
    if (!sdk) return { kind: "failed", text: t("hostedSessionNotInitialized") };
    const session = openHostedSession(sdk, {
      sessionId: prepared.sessionId,
      selectors: {
        number: `#${id("number")}`,
        securityCode: `#${id("securityCode")}`,
        expiryMonth: `#${id("expiryMonth")}`,
        expiryYear: `#${id("expiryYear")}`,
        nameOnCard: `#${id("nameOnCard")}`,
      },
      brands: kind === "amex" ? null : order.allowed,
      focusColor: focusGreen,
      onFocus: setFocused,
    });
    const problem = await session.initialized;
    if (problem !== null) return { kind: "failed", text: t(problem) };
    return { kind: "ready", sessionId: prepared.sessionId, session };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per session
  useEffect(() => {
    let isCurrent = true;
    void openSession().then((next) => {
      if (isCurrent) setStatus(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [round]);

  const show = (problems: readonly CardProblem[]): PayOutcome => {
    setErrors(errorsWith({}, problems));
    const [first] = problems;
    return { kind: "fields", field: id(first ? first.field : "number") };
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    setErrors({});
    if (status.kind !== "ready") {
      if (status.kind === "failed") restart();
      return { kind: "failed", text: status.kind === "failed" ? status.text : t("paymentSessionNotReady") };
    }
    const update = await status.session.update();
    if (update.kind === "fields") return show(update.problems);
    if (update.kind === "failed") {
      if (update.isSessionSpent) restart();
      return { kind: "failed", text: t(update.textKey) };
    }
    const browser = readBrowser(window);
    const outcome = await openGateway(call, { kind, sessionId: status.sessionId, payer, browser });
    // A session can be used once, and its security code is gone after the first try.
    if (isBackAtForm(outcome)) restart();
    if (outcome.kind === "no_connection") return { kind: "failed", text: connectionError };
    return outcome.kind === "problem" ? show([outcome.problem]) : outcome;
  };
  const focus = (field: string): void => {
    const place = hostedFields.find((each) => id(each.field) === field);
    if (place && status.kind === "ready") status.session.focus(place.field);
  };
  useImperativeHandle(ref, () => ({ check: () => null, pay, focus }));

  return (
    <div className="card-form hosted-fields" aria-busy={status.kind === "loading"} data-status={status.kind}>
      <HostedPlaces
        key={round}
        kind={kind}
        errors={errors}
        focused={focused}
        onLabel={(field) => focus(id(field))}
      />
      <p className="hosted-status" aria-live="polite">
        {status.kind === "loading" && t("fieldsLoading")}
        {status.kind === "failed" && status.text}
      </p>
      {status.kind === "failed" && (
        <button type="button" className="text-button" onClick={restart}>
          {t("fieldsRetry")}
        </button>
      )}
      <SecureNote says="hostedNote" />
    </div>
  );
}

/** Spec 9: borders of card fields turn green on focus; the value of --field-focus in forms.css. */
const focusGreen = "#2a9d49";

/** Whether the buyer sees the form again after this outcome. */
function isBackAtForm(outcome: CardPayOutcome): boolean {
  if (outcome.kind === "result") return outcome.result.statusCode >= 300;
  return outcome.kind === "refused" || outcome.kind === "problem" || outcome.kind === "no_connection";
}
