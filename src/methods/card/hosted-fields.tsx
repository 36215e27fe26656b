/**
 * The card form of hosted mode, fetched when it is the mode of the installation. The gateway's script puts frames of
 * its own over the places of hosted-places.tsx, so that no card data ever is in this page (Spec 4, 7; decision K4).
 */
import { type Ref, useImperativeHandle, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "#web/browser/api.ts";
import { errorsWith, type FormErrors } from "#web/forms/form-errors.ts";
import type { PanelHandle, Payer, PayOutcome } from "#web/payment/panel.ts";
import { type CardPayOutcome, openGateway, readBrowser } from "./card-calls.ts";
import { type CardProblem, cardFieldId } from "./card-problems.ts";
import { HostedPlaces, hostedFields } from "./hosted-places.tsx";
import { SecureNote } from "./secure-note.tsx";
import { type HostedSessionProps, useHostedSession } from "./use-hosted-session.ts";

type HostedFieldsProps = HostedSessionProps & { readonly ref: Ref<PanelHandle> };

export function HostedFields({ ref, ...props }: HostedFieldsProps) {
  const { kind, connectionError } = props;
  const t = useTranslations("card");
  const [errors, setErrors] = useState<FormErrors>({});
  const { status, round, focused, restart } = useHostedSession(props);

  const show = (problems: readonly CardProblem[]): PayOutcome => {
    setErrors(errorsWith({}, problems));
    const [first] = problems;
    return { kind: "fields", field: cardFieldId(kind, first?.field ?? "number") };
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
    const place = hostedFields.find((each) => cardFieldId(kind, each.field) === field);
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
        onLabel={(field) => focus(cardFieldId(kind, field))}
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

/** Whether the buyer sees the form again after this outcome. */
function isBackAtForm(outcome: CardPayOutcome): boolean {
  if (outcome.kind === "result") return outcome.result.statusCode >= 300;
  return outcome.kind === "refused" || outcome.kind === "problem" || outcome.kind === "no_connection";
}
